"""A collection of pages to the pairs that share text."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import ibis

from honbun.engines.rows import CachedStep, cached_expression, mark_transient
from honbun.errors import Failure
from honbun.runner.pages import Step, map_numbered, map_pages
from honbun.runner.resume import digest
from honbun.similar import evidence, matches, pairs, relations, tables
from honbun.similar.results import results
from honbun.similar.tables import BANDS
from honbun.text.similarity import NEAR_DUPLICATE, trigram_similarity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from honbun.engines.base import Engine, PageShard
    from honbun.page import Page
    from honbun.runner.limits import Limits
    from honbun.runner.run import Run
    from honbun.similar.model import Pair, SimilarOptions
    from honbun.similar.reading import PageRow
    from honbun.similar.store import PageTables

    ReadPart = Callable[[PageShard], Iterator[pa.RecordBatch]]
    Relate = Callable[[ibis.Table], ibis.Table]


class Reader(Protocol):
    """Reads pages; picklable, so that worker processes can use it."""

    @property
    def options(self) -> SimilarOptions: ...

    def read(self, page: Page) -> PageRow:
        """The row of a page."""


_PAGES = 256
"""Pages that are passed to the engine at once."""
_COMPARED = ibis.schema({"x": "int64", "y": "int64", "likeness": "float64"})
"""Two sentences and their similarity."""
STEP = "compare"
"""The name of the step in failures."""


def read_rows(pages: Iterable[Page], reader: Reader, run: Run) -> Iterator[PageRow]:
    """The rows of pages; failed pages are reported."""
    return map_pages(Step(_read, reader, STEP), pages, run)


def similar(
    rows: Iterable[PageRow],
    options: SimilarOptions,
    *,
    engine: Engine | None,
    jobs: int = 1,
    relate: Relate = relations.related,
) -> Iterator[Pair]:
    """The pairs of pages that were read in this process."""

    def read(engine: Engine, first: int) -> ibis.Table:
        numbered = enumerate(rows, first)
        batches = iter(lambda: list(islice(numbered, _PAGES)), [])
        return engine.load("reading", tables.reading(), map(tables.batch, batches))

    return _similar(read, options, engine, jobs, relate)


def similar_parts(
    parts: Sequence[PageShard],
    reader: Reader,
    *,
    engine: Engine,
    run: Run,
    cache: Path | None,
    relate: Relate = relations.related,
) -> Iterator[Pair]:
    """The pairs of pages that the engine's processes read."""

    def read(engine: Engine, first: int) -> ibis.Table:
        step: ReadPart = partial(_rows, reader=reader, first=first, limits=run.limits)
        if cache is not None:
            made_with = digest(STEP, reader, first)
            step = CachedStep(step, tables.reading().to_pyarrow(), cache, made_with)
        table = engine.read("reading", tables.reading(), parts, step, run.jobs)
        failed = table.filter(table.trouble.notnull()).order_by("page")
        for batch in engine.batches(failed.select("source", "url", "step", "trouble")):
            for row in batch.to_pylist():
                run.on_failure(Failure(row["source"], row["url"], row["step"], row["trouble"]))
        return table

    return _similar(read, reader.options, engine, run.jobs, relate)


def _similar(
    read: Callable[[Engine, int], ibis.Table],
    options: SimilarOptions,
    engine: Engine | None,
    jobs: int,
    relate: Relate,
) -> Iterator[Pair]:
    from honbun.engines.duckdb import DuckDBEngine

    with DuckDBEngine() if engine is None else nullcontext(engine) as held:
        # Imported after the engine, whose error message names a missing extra.
        from honbun.similar.store import check, first_number, join, tidy

        check(held, options)
        base = join(held, read(held, first_number(held)))
        found = compare(held, base, options, jobs, relate)
        shared = pairs.shared_sentences(
            found.pairs, found.matches, found.duplicates, found.sentences, options.sentences
        )
        rows = pairs.with_pages(found.pairs, found.pages)
        yield from results(held.batches(rows), held.batches(shared))
        tidy(held)


def _read(page: Page, reader: Reader) -> PageRow:
    return reader.read(page)


def _rows(
    part: PageShard, reader: Reader, first: int, limits: Limits | None
) -> Iterator[pa.RecordBatch]:
    """The rows of one shard of the input; runs in a process of the engine."""
    found = map_numbered(Step(_read, reader, STEP), part.pages(), limits)
    while some := list(islice(found, _PAGES)):
        read = [(first + number, one) for number, one in some]
        yield tables.batch([(n, one) for n, one in read if not isinstance(one, Failure)])
        if failed := [(n, one) for n, one in read if isinstance(one, Failure)]:
            yield mark_transient(tables.failed_batch(failed), (one for _, one in failed))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The tables from which the result is read."""

    pages: ibis.Table
    sentences: ibis.Table
    duplicates: ibis.Table
    """Pages that an equal page represents."""
    matches: ibis.Table
    """One row per sentence that a pair shares."""
    pairs: ibis.Table
    """One row per pair, with its measures, extent and relation."""


def compare(
    engine: Engine,
    base: PageTables,
    options: SimilarOptions,
    jobs: int,
    relate: Relate = relations.related,
) -> Comparison:
    """Compare all pages with each other."""
    pages, sentences = base.pages, base.sentences
    repeated = engine.keep("duplicate", evidence.duplicate_pages(pages, options.max_pages))
    single = pages.anti_join(repeated, "page")
    own = sentences.anti_join(repeated, "page")
    counts = engine.keep("frequency", evidence.frequencies(own))
    if options.faithful:
        # Sentences are counted on whole pages; those in the content regions are compared.
        own = sentences = evidence.content(own)
    else:
        frame = engine.keep("boilerplate", evidence.boilerplate(single, own, counts))
        own = own.anti_join(frame, "sentence")
    shared = _matches(engine, own, counts, options, jobs)
    sizes = engine.keep("size", evidence.sizes(single, own))
    found = engine.keep("shared", pairs.measured(pairs.candidate_pairs(shared), sizes))
    whole = engine.keep("whole", evidence.sizes(pages, sentences))
    found = engine.keep("measured", found.union(_repeated(repeated, whole, found)))
    every = pairs.overlap_of_all(found, sentences, whole)
    urls = pairs.full_urls(pages) if options.faithful else pairs.specific_urls(pages)
    alike = pairs.url_similarity(found, urls, faithful=options.faithful)
    known = found.join(every, ["a", "b"]).join(alike, ["a", "b"])
    known = known.join(pairs.same_title(found, pages), ["a", "b"])
    known = _with_links(known, pairs.linked(found, base.links, pages))
    known = _with_sources(known, engine.keep("stitched", pairs.stitched(shared, sizes)))
    related = engine.keep("pair", _related(known, relate))
    return Comparison(pages, sentences, repeated, shared, related)


def _matches(
    engine: Engine,
    sentences: ibis.Table,
    counts: ibis.Table,
    options: SimilarOptions,
    jobs: int,
) -> ibis.Table:
    rare = evidence.rare(sentences, counts, options.max_pages)
    shared = engine.keep("evidence", evidence.shared(rare, counts))
    holders = engine.keep("holder", evidence.holders(shared))
    found = engine.keep("exact", matches.exact(shared, holders))
    if options.near and not options.faithful:
        content = rare.filter(rare.content)
        candidates = _candidates(
            engine, content, evidence.holders(shared.filter(shared.content)), options
        )
        changed = matches.changed(content, holders, _near(engine, content, candidates, jobs))
        found = found.union(matches.without_exact(changed, found))
    return engine.keep("match", found)


def _candidates(
    engine: Engine, rare: ibis.Table, holders: ibis.Table, options: SimilarOptions
) -> ibis.Table:
    """Two sentences that may be nearly equal, each pair once."""
    sentences = engine.keep("distinct", matches.distinct_sentences(rare, holders))
    engine.drop("banded")
    for band in BANDS:  # one after the other, so that only one is in memory at a time
        found = engine.add("banded", matches.candidates(sentences, band, options.max_pages))
    return engine.keep("candidate", found.distinct())


def _near(engine: Engine, rare: ibis.Table, candidates: ibis.Table, jobs: int) -> ibis.Table:
    """The candidates that are nearly equal; no two are compared twice."""
    new = candidates
    if engine.has("compared"):
        new = candidates.anti_join(engine.table("compared"), ["x", "y"])
    texts = matches.with_texts(new, rare)
    compared = engine.add("compared", engine.map("comparing", _COMPARED, texts, _compared, jobs))
    engine.drop("comparing")
    alike = compared.filter(compared.likeness >= NEAR_DUPLICATE)
    return engine.keep("near", alike.semi_join(candidates, ["x", "y"]))


@cached_expression
def _related(pairs: ibis.Table, relate: Relate) -> ibis.Table:
    return relations.with_takers(relate(relations.with_signs(relations.with_extent(pairs))))


@cached_expression
def _repeated(repeated: ibis.Table, sizes: ibis.Table, like: ibis.Table) -> ibis.Table:
    """Duplicate pages as pairs with the page that represents them."""
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
