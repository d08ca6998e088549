"""Verdict: what two pages are to each other, from what is known of the pair.

The paper's decision table, and its undivided cells divided: by quotation, by links, by how many
have the text, and by how much of a page is from others.
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
"""Owners of text on a page that is stitched together, at least."""
QUOTED = 0.5
"""How much more of what is shared one page has as a quotation than the other."""
COVERED = 1.5
"""Sources of a page, each counted by the share of its text that is from any, from which it is
stitched together: half of it from three, a quarter from six. More of them would be a strange chance
in a page of one's own, and the frame around a stitched page may be large."""


ENOUGH = 2
"""Sentences, no code, that two pages of different owners without a link share at least ..."""
LONG = 100
"""... or one of so many columns, unchanged: the programs that make pages have sentences of their
own."""


@cached_expression
def with_evidence(pairs: ibis.Table) -> ibis.Table:
    """The pairs, all signs known, that there is enough evidence for."""
    several = (pairs.exact + pairs.changed >= ENOUGH) & (pairs.prose >= ENOUGH)
    long = (pairs.exact > 0) & (pairs.prose > 0) & (pairs.shared_a >= LONG)
    related = (pairs.owner_a == pairs.owner_b) | pairs.forth | pairs.back
    told = pairs.quotes_a | pairs.quotes_b | pairs.stitched_a | pairs.stitched_b
    return pairs.filter(several | long | related | told)


@cached_expression
def with_extent(pairs: ibis.Table) -> ibis.Table:
    """Pairs with how much of the pages is the same."""
    extent = ibis.cases(
        (pairs.overlap > IDENTICAL, Extent.IDENTICAL.value),
        (pairs.containment > CONTAINED, Extent.CONTAINED.value),
        else_=Extent.PARTIAL.value,
    )
    return pairs.mutate(extent=extent)


@cached_expression
def with_signs(pairs: ibis.Table) -> ibis.Table:
    """Pairs with what is to be said of them, of either page or of both."""
    spread = 2 * (pairs.spread_a + pairs.spread_b) > pairs.shared_a + pairs.shared_b
    signs = {"spread": spread}
    for side in ("a", "b"):
        signs[f"quotes_{side}"] = _quotes(pairs, side)
        signs[f"stitched_{side}"] = _is_stitched(pairs, side)
    return pairs.mutate(**signs)


@cached_expression
def with_relation(pairs: ibis.Table) -> ibis.Table:
    """Pairs, all signs known, with what the pages are to each other."""
    near = pairs.url_similarity > 0
    identical = pairs.extent == Extent.IDENTICAL.value
    contained = pairs.extent == Extent.CONTAINED.value
    linked = pairs.forth | pairs.back
    # Who quotes and names the source has it from there, however much others took from it.
    cites_a, cites_b = pairs.quotes_a & pairs.forth, pairs.quotes_b & pairs.back
    patched_a = pairs.stitched_a & ~pairs.quotes_a & ~cites_b
    patched_b = pairs.stitched_b & ~pairs.quotes_b & ~cites_a
    relation = ibis.cases(
        (identical & near, Relation.MIRROR.value),
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
    """Pairs with the pages that, by what they are, have the text from the other."""
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
    """Whether the page on one side marks what is shared as a quotation and the other does not.

    What both mark was a quotation before either had it from the other.
    """
    other = "b" if side == "a" else "a"
    own = pairs[f"quoted_{side}"] / pairs[f"shared_{side}"]
    return own - pairs[f"quoted_{other}"] / pairs[f"shared_{other}"] > QUOTED


def _is_stitched(pairs: ibis.Table, side: str) -> ir.BooleanValue:
    """Whether the page on one side is made of the text of others."""
    sources, covered = pairs[f"sources_{side}"], pairs[f"covered_{side}"]
    return (sources >= SOURCES) & (sources * covered >= COVERED)
