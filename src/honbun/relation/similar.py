"""A collection of pages in, the pairs that share text out."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from honbun.digest import digest
from honbun.failure import Failure
from honbun.guard import each, numbered
from honbun.relation import schema
from honbun.relation.result import results
from honbun.tables.kept import Kept, marked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    import ibis
    import pyarrow as pa

    from honbun.page import Page
    from honbun.parallel.limits import Limits
    from honbun.relation.model import Pair, SimilarOptions
    from honbun.relation.reading import Reader, Reading
    from honbun.run import Run
    from honbun.tables.engine import Engine
    from honbun.tables.part import Part

    Step = Callable[[Part], Iterator[pa.RecordBatch]]

_PAGES = 256
"""Pages that go to the engine at once."""
_STEP = "compare"
"""What failures say was not done."""


def similar(
    pages: Iterable[Page],
    reader: Reader,
    *,
    engine: Engine | None,
    run: Run,
) -> Iterator[Pair]:
    """The pairs of pages that this process has."""

    def read(engine: Engine, first: int) -> ibis.Table:
        rows = enumerate(each(_read, pages, reader, run, _STEP), first)
        batches = iter(lambda: list(islice(rows, _PAGES)), [])
        return engine.load("reading", schema.reading(), map(schema.batch, batches))

    return _similar(read, reader.options, engine, run.jobs)


def similar_in(
    parts: Sequence[Part],
    reader: Reader,
    *,
    engine: Engine,
    jobs: int,
    limits: Limits | None,
    kept: Path | None,
    on_failure: Callable[[Failure], None],
) -> Iterator[Pair]:
    """The pairs of pages that the engine's own processes read."""

    def read(engine: Engine, first: int) -> ibis.Table:
        step: Step = partial(_rows, reader=reader, first=first, limits=limits)
        if kept is not None:
            made_with = digest(_STEP, reader, first)
            step = Kept(step, schema.reading().to_pyarrow(), kept, made_with)
        table = engine.read("reading", schema.reading(), parts, step, jobs)
        failed = table.filter(table.trouble.notnull()).order_by("page")
        for batch in engine.batches(failed.select("source", "url", "step", "trouble")):
            for row in batch.to_pylist():
                on_failure(Failure(row["source"], row["url"], row["step"], row["trouble"]))
        return table

    return _similar(read, reader.options, engine, jobs)


def _similar(
    read: Callable[[Engine, int], ibis.Table],
    options: SimilarOptions,
    engine: Engine | None,
    jobs: int,
) -> Iterator[Pair]:
    from honbun.tables.duck import Duck

    with Duck() if engine is None else nullcontext(engine) as held:
        # Not before there is an engine, which says what is missing where these cannot be loaded.
        from honbun.relation.base import check, first_number, join, tidy
        from honbun.relation.comparison import compare
        from honbun.relation.dataflow import answer

        check(held, options)
        base = join(held, read(held, first_number(held)))
        found = compare(held, base, options, jobs)
        shown = answer.shown(
            found.pairs, found.matches, found.twins, found.sentences, options.evidence
        )
        pairs = answer.pairs(found.pairs, found.pages)
        yield from results(held.batches(pairs), held.batches(shown))
        tidy(held)


def _read(page: Page, reader: Reader) -> Reading:
    return reader.read(page)


def _rows(
    part: Part, reader: Reader, first: int, limits: Limits | None
) -> Iterator[pa.RecordBatch]:
    """The rows of a part of the input, wherever it is read."""
    found = numbered(_read, part.pages(), reader, limits, _STEP)
    while some := list(islice(found, _PAGES)):
        read = [(first + number, one) for number, one in some]
        yield schema.batch([(n, one) for n, one in read if not isinstance(one, Failure)])
        if failed := [(n, one) for n, one in read if isinstance(one, Failure)]:
            yield marked(schema.troubles(failed), (one for _, one in failed))
