"""A collection of pages in, the pairs that share text out."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import ibis

from honbun.engines.rows import CachedStep, cached_expression, mark_transient
from honbun.errors import Failure
from honbun.runner.journal import digest
from honbun.runner.pages import each, numbered
from honbun.similar import relations, steps, tables
from honbun.similar.results import results
from honbun.similar.steps import stitched, twins
from honbun.similar.tables import BANDS
from honbun.text.similarity import NEAR_DUPLICATE, trigram_similarity

if TYPE_CHECKING:
    from honbun.engines.base import Engine
    from honbun.similar.model import SimilarOptions
    from honbun.similar.store import Base

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from honbun.engines.base import Engine, PageShard
    from honbun.page import Page
    from honbun.runner.limits import Limits
    from honbun.runner.run import Run
    from honbun.similar.model import Pair, SimilarOptions
    from honbun.similar.reading import Reader, Reading

    Step = Callable[[PageShard], Iterator[pa.RecordBatch]]
    Relate = Callable[[ibis.Table], ibis.Table]

_PAGES = 256
"""Pages that go to the engine at once."""
_COMPARED = ibis.schema({"x": "int64", "y": "int64", "likeness": "float64"})
"""Two sentences and their similarity."""
_STEP = "compare"
"""What failures say was not done."""


def similar(
    pages: Iterable[Page],
    reader: Reader,
    *,
    engine: Engine | None,
    run: Run,
    relate: Relate = relations.related,
) -> Iterator[Pair]:
    """The pairs of pages that this process has."""

    def read(engine: Engine, first: int) -> ibis.Table:
        rows = enumerate(each(_read, pages, reader, run, _STEP), first)
        batches = iter(lambda: list(islice(rows, _PAGES)), [])
        return engine.load("reading", tables.reading(), map(tables.batch, batches))

    return _similar(read, reader.options, engine, run.jobs, relate)


def similar_in(
    parts: Sequence[PageShard],
    reader: Reader,
    *,
    engine: Engine,
    jobs: int,
    limits: Limits | None,
    kept: Path | None,
    on_failure: Callable[[Failure], None],
    relate: Relate = relations.related,
) -> Iterator[Pair]:
    """The pairs of pages that the engine's own processes read."""

    def read(engine: Engine, first: int) -> ibis.Table:
        step: Step = partial(_rows, reader=reader, first=first, limits=limits)
        if kept is not None:
            made_with = digest(_STEP, reader, first)
            step = CachedStep(step, tables.reading().to_pyarrow(), kept, made_with)
        table = engine.read("reading", tables.reading(), parts, step, jobs)
        failed = table.filter(table.trouble.notnull()).order_by("page")
        for batch in engine.batches(failed.select("source", "url", "step", "trouble")):
            for row in batch.to_pylist():
                on_failure(Failure(row["source"], row["url"], row["step"], row["trouble"]))
        return table

    return _similar(read, reader.options, engine, jobs, relate)


def _similar(
    read: Callable[[Engine, int], ibis.Table],
    options: SimilarOptions,
    engine: Engine | None,
    jobs: int,
    relate: Relate,
) -> Iterator[Pair]:
    from honbun.engines.duckdb import DuckDBEngine

    with DuckDBEngine() if engine is None else nullcontext(engine) as held:
        # Not before there is an engine, which says what is missing where these cannot be loaded.
        from honbun.similar.store import check, first_number, join, tidy

        check(held, options)
        base = join(held, read(held, first_number(held)))
        found = compare(held, base, options, jobs, relate)
        shown = steps.shown(
            found.pairs, found.matches, found.twins, found.sentences, options.sentences
        )
        pairs = steps.answer_pairs(found.pairs, found.pages)
        yield from results(held.batches(pairs), held.batches(shown))
        tidy(held)


def _read(page: Page, reader: Reader) -> Reading:
    return reader.read(page)


def _rows(
    part: PageShard, reader: Reader, first: int, limits: Limits | None
) -> Iterator[pa.RecordBatch]:
    """The rows of a part of the input, wherever it is read."""
    found = numbered(_read, part.pages(), reader, limits, _STEP)
    while some := list(islice(found, _PAGES)):
        read = [(first + number, one) for number, one in some]
        yield tables.batch([(n, one) for n, one in read if not isinstance(one, Failure)])
        if failed := [(n, one) for n, one in read if isinstance(one, Failure)]:
            yield mark_transient(tables.troubles(failed), (one for _, one in failed))


# Comparison: from the pages that were read to the pairs of those that share text.


@dataclass(frozen=True, slots=True)
class Comparison:
    """The tables that an answer is read from."""

    pages: ibis.Table
    sentences: ibis.Table
    twins: ibis.Table
    """Pages that another one stands for."""
    matches: ibis.Table
    """One row for each sentence that a pair shares."""
    pairs: ibis.Table
    """One row a pair, with its measures, extent and relation."""


def compare(
    engine: Engine,
    base: Base,
    options: SimilarOptions,
    jobs: int,
    relate: Relate = relations.related,
) -> Comparison:
    """All pairs of some pages."""
    pages, sentences = base.pages, base.sentences
    repeated = engine.keep("twin", twins(pages, options.max_pages))
    single = pages.anti_join(repeated, "page")
    own = sentences.anti_join(repeated, "page")
    counts = engine.keep("frequency", steps.frequencies(own))
    if not options.faithful:
        frame = engine.keep("boilerplate", steps.boilerplate(single, own, counts))
        own = own.anti_join(frame, "sentence")
    matches = _matches(engine, own, counts, options, jobs)
    sizes = engine.keep("size", steps.sizes(single, own))
    found = engine.keep("shared", steps.measured(steps.candidate_pairs(matches), sizes))
    everything = engine.keep("whole", steps.sizes(pages, sentences))
    found = engine.keep("measured", found.union(_repeated(repeated, everything, found)))
    every = steps.overlap_of_all(found, sentences, everything)
    hosts = steps.as_given(pages) if options.faithful else steps.telling(pages)
    known = found.join(every, ["a", "b"]).join(steps.similarity(found, hosts), ["a", "b"])
    known = _with_links(known, steps.linked(found, base.links, pages))
    known = _with_sources(known, engine.keep("stitched", stitched(matches, sizes)))
    pairs = engine.keep("pair", _related(known, relate))
    return Comparison(pages, sentences, repeated, matches, pairs)


def _matches(
    engine: Engine,
    sentences: ibis.Table,
    counts: ibis.Table,
    options: SimilarOptions,
    jobs: int,
) -> ibis.Table:
    rare = steps.rare(sentences, counts, options.max_pages)
    shared = engine.keep("evidence", steps.shared(rare, counts))
    holders = engine.keep("holder", steps.holders(shared))
    matches = engine.keep("exact", steps.exact(shared, holders))
    if options.near and not options.faithful:
        said = rare.filter(rare.content)
        maybe = _candidates(engine, said, steps.holders(shared.filter(shared.content)), options)
        changed = steps.changed(said, holders, _near(engine, said, maybe, jobs))
        matches = matches.union(steps.beside(changed, matches))
    return engine.keep("match", matches)


def _candidates(
    engine: Engine, rare: ibis.Table, holders: ibis.Table, options: SimilarOptions
) -> ibis.Table:
    """Two sentences that may be nearly the same, each pair once."""
    said = engine.keep("said", steps.said(rare, holders))
    engine.drop("banded")
    for band in BANDS:  # one after the other, so that only one must be held at a time
        found = engine.add("banded", steps.candidates(said, band, options.max_pages))
    return engine.keep("candidate", found.distinct())


def _near(engine: Engine, rare: ibis.Table, candidates: ibis.Table, jobs: int) -> ibis.Table:
    """Of the candidates those that are nearly the same; none is looked at twice."""
    new = candidates
    if engine.has("compared"):
        new = candidates.anti_join(engine.table("compared"), ["x", "y"])
    texts = steps.with_texts(new, rare)
    compared = engine.add("compared", engine.map("comparing", _COMPARED, texts, _compared, jobs))
    engine.drop("comparing")
    alike = compared.filter(compared.likeness >= NEAR_DUPLICATE)
    return engine.keep("near", alike.semi_join(candidates, ["x", "y"]))


@cached_expression
def _related(pairs: ibis.Table, relate: Relate) -> ibis.Table:
    return relations.with_takers(relate(relations.with_signs(relations.with_extent(pairs))))


@cached_expression
def _repeated(repeated: ibis.Table, sizes: ibis.Table, like: ibis.Table) -> ibis.Table:
    """Pages that another stands for, as pairs with it that share everything."""
    rows = repeated.join(sizes, "page")
    values = {
        "a": rows.first,
        "b": rows.page,
        "overlap": ibis.literal(1.0),
        "containment": ibis.literal(1.0),
    }
    for name in like.columns:
        if name not in values:
            whole = name.startswith(("shared", "size", "spread", "exact", "prose"))
            values[name] = rows.size if whole else ibis.literal(0).cast("int64")
    return rows.select(**{name: values[name] for name in like.columns})


@cached_expression
def _with_links(pairs: ibis.Table, linked: ibis.Table) -> ibis.Table:
    both = pairs.left_join(linked, ["a", "b"])
    flags = {name: ibis.coalesce(both[name], False) for name in ("forth", "back", "beside")}
    return both.select(*pairs.columns, **flags)


@cached_expression
def _with_sources(pairs: ibis.Table, stitched: ibis.Table) -> ibis.Table:
    for side in ("a", "b"):
        own = stitched.rename(
            {side: "page", f"sources_{side}": "sources", f"covered_{side}": "covered"}
        )
        both = pairs.left_join(own, side)
        pairs = both.select(
            *pairs.columns,
            **{
                f"sources_{side}": ibis.coalesce(both[f"sources_{side}"], 0),
                f"covered_{side}": ibis.coalesce(both[f"covered_{side}"], 0.0),
            },
        )
    return pairs


def _compared(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Pairs of sentences with their similarity."""
    import pyarrow as pa

    for batch in batches:
        texts = zip(batch["text_x"].to_pylist(), batch["text_y"].to_pylist())
        values = pa.array([trigram_similarity(x, y) for x, y in texts], pa.float64())
        yield pa.RecordBatch.from_arrays([batch["x"], batch["y"], values], [*_COMPARED.names])
