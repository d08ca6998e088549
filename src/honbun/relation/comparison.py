"""Comparison: from the pages that were read to the pairs of those that share text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import ibis

from honbun.relation import near
from honbun.relation.dataflow import address, evidence, match, pair, verdict
from honbun.relation.dataflow.stitched import stitched
from honbun.relation.dataflow.twins import twins
from honbun.relation.schema import BANDS
from honbun.tables.built import built_once

if TYPE_CHECKING:
    from honbun.relation.base import Base
    from honbun.relation.model import SimilarOptions
    from honbun.tables.engine import Engine


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


def compare(engine: Engine, base: Base, options: SimilarOptions, jobs: int) -> Comparison:
    """All pairs of some pages."""
    pages, sentences = base.pages, base.sentences
    repeated = engine.keep("twin", twins(pages, options.pages))
    single = pages.anti_join(repeated, "page")
    own = sentences.anti_join(repeated, "page")
    counts = engine.keep("frequency", evidence.frequencies(own))
    if not options.faithful:
        frame = engine.keep("boilerplate", evidence.boilerplate(single, own, counts))
        own = own.anti_join(frame, "sentence")
    matches = _matches(engine, own, counts, options, jobs)
    sizes = engine.keep("size", evidence.sizes(single, own))
    found = engine.keep("shared", pair.measured(pair.pairs(matches), sizes))
    everything = engine.keep("whole", evidence.sizes(pages, sentences))
    found = engine.keep("measured", found.union(_repeated(repeated, everything, found)))
    every = pair.overlap_of_all(found, sentences, everything)
    hosts = address.as_given(pages) if options.faithful else address.telling(pages)
    known = found.join(every, ["a", "b"]).join(address.similarity(found, hosts), ["a", "b"])
    known = _with_links(known, address.linked(found, base.links, pages))
    known = _with_sources(known, engine.keep("stitched", stitched(matches, sizes)))
    pairs = engine.keep("pair", _judged(known, options))
    return Comparison(pages, sentences, repeated, matches, pairs)


def _matches(
    engine: Engine,
    sentences: ibis.Table,
    counts: ibis.Table,
    options: SimilarOptions,
    jobs: int,
) -> ibis.Table:
    rare = evidence.rare(sentences, counts, options.pages)
    shared = engine.keep("evidence", evidence.shared(rare, counts))
    holders = engine.keep("holder", evidence.holders(shared))
    matches = engine.keep("exact", match.exact(shared, holders))
    if options.changed and not options.faithful:
        said = rare.filter(rare.content)
        maybe = _candidates(engine, said, evidence.holders(shared.filter(shared.content)), options)
        changed = match.changed(said, holders, _near(engine, said, maybe, jobs))
        matches = matches.union(match.beside(changed, matches))
    return engine.keep("match", matches)


def _candidates(
    engine: Engine, rare: ibis.Table, holders: ibis.Table, options: SimilarOptions
) -> ibis.Table:
    """Two sentences that may be nearly the same, each pair once."""
    said = engine.keep("said", match.said(rare, holders))
    engine.drop("banded")
    for band in BANDS:  # one after the other, so that only one must be held at a time
        found = engine.add("banded", match.candidates(said, band, options.pages))
    return engine.keep("candidate", found.distinct())


def _near(engine: Engine, rare: ibis.Table, candidates: ibis.Table, jobs: int) -> ibis.Table:
    """Of the candidates those that are nearly the same; none is looked at twice."""
    new = candidates
    if engine.has("compared"):
        new = candidates.anti_join(engine.table("compared"), ["x", "y"])
    texts = match.with_texts(new, rare)
    compared = engine.add(
        "compared", engine.map("comparing", near.schema(), texts, near.compared, jobs)
    )
    engine.drop("comparing")
    alike = compared.filter(compared.likeness >= near.ALIKE)
    return engine.keep("near", alike.semi_join(candidates, ["x", "y"]))


@built_once
def _judged(pairs: ibis.Table, options: SimilarOptions) -> ibis.Table:
    signed = verdict.with_signs(verdict.with_extent(pairs))
    if options.faithful:
        return verdict.with_takers(verdict.with_paper_relation(signed))
    return verdict.with_takers(verdict.with_relation(verdict.told(signed)))


@built_once
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


@built_once
def _with_links(pairs: ibis.Table, linked: ibis.Table) -> ibis.Table:
    both = pairs.left_join(linked, ["a", "b"])
    flags = {name: ibis.coalesce(both[name], False) for name in ("forth", "back", "beside")}
    return both.select(*pairs.columns, **flags)


@built_once
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
