"""Decision rules: the extent and the relation of a pair.

They refine the decision table of paper 003: its mixed cells are split by quotation, by links, by
the number of sites that have the text, and by how much of a page comes from others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis

from honbun.engines.rows import cached_expression
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    import ibis.expr.types as ir

IDENTICAL = 0.6
"""Overlap above which two pages are identical (paper 003): the rest repeats on many pages."""
CONTAINED = 0.5
"""Simpson's coefficient above which one page contains the other (paper 003)."""
SOURCES = 3
"""Minimum number of owners whose text a stitched page has."""
QUOTED = 0.5
"""Difference of the quoted shares from which one page quotes the other."""
COVERED = 1.5
"""Sources times the share of text that comes from any of them, from which a page is stitched: half
of it from three sources, or a quarter from six. An original page rarely reaches this, and a
stitched page may have much boilerplate around the text."""


ENOUGH = 2
"""Sentences, not code, that unlinked pages of different owners must share ..."""
LONG = 100
"""... or one unchanged sentence of this many columns: content management systems add sentences of
their own."""


@cached_expression
def with_evidence(pairs: ibis.Table) -> ibis.Table:
    """The pairs with enough evidence."""
    several = (pairs.exact + pairs.changed >= ENOUGH) & (pairs.prose >= ENOUGH)
    long = (pairs.exact > 0) & (pairs.prose > 0) & (pairs.shared_a >= LONG)
    related = (pairs.owner_a == pairs.owner_b) | pairs.forth | pairs.back
    marked = pairs.quotes_a | pairs.quotes_b | pairs.stitched_a | pairs.stitched_b
    return pairs.filter(several | long | related | marked)


@cached_expression
def with_extent(pairs: ibis.Table) -> ibis.Table:
    """Add the extent: identical, contained or partial."""
    extent = ibis.cases(
        (pairs.overlap > IDENTICAL, Extent.IDENTICAL.value),
        (pairs.containment > CONTAINED, Extent.CONTAINED.value),
        else_=Extent.PARTIAL.value,
    )
    return pairs.mutate(extent=extent)


@cached_expression
def with_signs(pairs: ibis.Table) -> ibis.Table:
    """Add signs of quotation, stitching and wide spread."""
    spread = 2 * (pairs.spread_a + pairs.spread_b) > pairs.shared_a + pairs.shared_b
    signs = {"spread": spread}
    for side in ("a", "b"):
        signs[f"quotes_{side}"] = _quotes(pairs, side)
        signs[f"stitched_{side}"] = _is_stitched(pairs, side)
    return pairs.mutate(**signs)


@cached_expression
def with_relation(pairs: ibis.Table) -> ibis.Table:
    """Add the relation."""
    near = pairs.url_similarity > 0
    identical = pairs.extent == Extent.IDENTICAL.value
    contained = pairs.extent == Extent.CONTAINED.value
    linked = pairs.forth | pairs.back
    # A page that quotes and links its source is a citation, even if others copied the source.
    cites_a, cites_b = pairs.quotes_a & pairs.forth, pairs.quotes_b & pairs.back
    patched_a = pairs.stitched_a & ~pairs.quotes_a & ~cites_b
    patched_b = pairs.stitched_b & ~pairs.quotes_b & ~cites_a
    relation = ibis.cases(
        (identical & near, Relation.MIRROR.value),
        # Copies of an article have the names of their sites in their titles; what software
        # generates, such as the default page of a web server, has one title everywhere.
        (identical & pairs.spread & pairs.same_title, Relation.FORM.value),
        (identical, Relation.COPY.value),
        (contained & near, Relation.ARCHIVE.value),
        (contained & (linked | pairs.stitched_a | pairs.stitched_b), Relation.LINK_LIST.value),
        (near, Relation.SAME_SITE.value),
        (patched_a | patched_b, Relation.SPAM.value),
        (pairs.quotes_a | pairs.quotes_b | linked, Relation.CITATION.value),
        (pairs.spread, Relation.SHARED_PASSAGE.value),
        else_=Relation.PLAGIARISM.value,
    )
    return pairs.mutate(relation=relation)


def related(pairs: ibis.Table) -> ibis.Table:
    """Pairs with enough evidence, with their relation."""
    return with_relation(with_evidence(pairs))


@cached_expression
def with_takers(pairs: ibis.Table) -> ibis.Table:
    """Add which page copied from the other, as far as the relation shows it."""
    spam = pairs.relation == Relation.SPAM.value
    citation = pairs.relation == Relation.CITATION.value
    holds = pairs.relation.isin([Relation.ARCHIVE.value, Relation.LINK_LIST.value])
    copied = pairs.relation.isin([Relation.COPY.value, Relation.PLAGIARISM.value])
    takers = {}
    for side, link, larger in (
        ("a", pairs.forth, pairs.size_a > pairs.size_b),
        ("b", pairs.back, pairs.size_b > pairs.size_a),
    ):
        takers[f"took_{side}"] = (
            ((spam | copied) & pairs[f"stitched_{side}"])
            | (citation & (pairs[f"quotes_{side}"] | link))
            | (holds & larger)
        )
    return pairs.mutate(**takers)


def _quotes(pairs: ibis.Table, side: str) -> ir.BooleanValue:
    """Whether only the page on one side marks the shared text as a quotation.

    If both mark it, both quote a third page.
    """
    other = "b" if side == "a" else "a"
    own = pairs[f"quoted_{side}"] / pairs[f"shared_{side}"]
    return own - pairs[f"quoted_{other}"] / pairs[f"shared_{other}"] > QUOTED


def _is_stitched(pairs: ibis.Table, side: str) -> ir.BooleanValue:
    """Whether the page on one side consists of text of others."""
    sources, covered = pairs[f"sources_{side}"], pairs[f"covered_{side}"]
    return (sources >= SOURCES) & (sources * covered >= COVERED)
