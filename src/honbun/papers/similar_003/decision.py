"""The paper's decision table (6.2, figure 16): six classes by overlap, address and links.

Some of its classes contain more than one relation, which the paper does not distinguish.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import product
from typing import NamedTuple

import ibis

from honbun.engines.rows import cached_expression
from honbun.similar.model import Extent, Relation
from honbun.similar.relations import CONTAINED, IDENTICAL


class PaperClass(StrEnum):
    """The class of a pair in the paper."""

    MIRROR = "mirror page"
    COPY = "form page or plagiarism"
    ARCHIVE = "month and day pages of a blog"
    LINK_LIST = "link collection and its part"
    SAME_SITE = "related pages of one site"
    LINKED = "citation, link collection or spam"
    UNLINKED = "shared passage or plagiarism"


class Decision(NamedTuple):
    """A cell of the table."""

    extent: Extent
    paper: PaperClass

    @property
    def classes(self) -> frozenset[Relation]:
        """The relations in the class."""
        return _CLASSES[self.paper]

    @property
    def relation(self) -> Relation:
        """The most frequent relation of the class, by which the table is evaluated."""
        return _BEST[self.paper]


_CLASSES = {
    PaperClass.MIRROR: frozenset({Relation.MIRROR}),
    PaperClass.COPY: frozenset({Relation.FORM, Relation.COPY, Relation.PLAGIARISM}),
    PaperClass.ARCHIVE: frozenset({Relation.ARCHIVE}),
    PaperClass.LINK_LIST: frozenset({Relation.LINK_LIST}),
    PaperClass.SAME_SITE: frozenset({Relation.SAME_SITE}),
    PaperClass.LINKED: frozenset({Relation.CITATION, Relation.LINK_LIST, Relation.SPAM}),
    PaperClass.UNLINKED: frozenset({Relation.SHARED_PASSAGE, Relation.PLAGIARISM}),
}
_BEST = {
    PaperClass.MIRROR: Relation.MIRROR,
    PaperClass.COPY: Relation.COPY,
    PaperClass.ARCHIVE: Relation.ARCHIVE,
    PaperClass.LINK_LIST: Relation.LINK_LIST,
    PaperClass.SAME_SITE: Relation.SAME_SITE,
    PaperClass.LINKED: Relation.CITATION,
    PaperClass.UNLINKED: Relation.SHARED_PASSAGE,
}
"""The relation that the paper names first; of pages that are identical at unlike addresses, the one
that says no more than that."""


def decide(overlap: float, containment: float, url_similarity: float, linked: bool) -> Decision:
    """The paper's decision about two pages.

    >>> decide(overlap=0.9, containment=1.0, url_similarity=0.5, linked=False).paper
    <PaperClass.MIRROR: 'mirror page'>
    """
    measured = extent(overlap, containment)
    return Decision(measured, _paper_class(measured, url_similarity > 0, linked))


def relation(measured: Extent, similar: bool, linked: bool) -> Relation:
    """The relation by which a cell of the table is evaluated."""
    return Decision(measured, _paper_class(measured, similar, linked)).relation


def extent(overlap: float, containment: float) -> Extent:
    """The extent by the paper's measures."""
    if overlap > IDENTICAL:
        return Extent.IDENTICAL
    return Extent.CONTAINED if containment > CONTAINED else Extent.PARTIAL


def _paper_class(measured: Extent, similar: bool, linked: bool) -> PaperClass:
    match measured:
        case Extent.IDENTICAL:
            return PaperClass.MIRROR if similar else PaperClass.COPY
        case Extent.CONTAINED:
            return PaperClass.ARCHIVE if similar else PaperClass.LINK_LIST
        case Extent.PARTIAL if similar:
            return PaperClass.SAME_SITE
        case _:
            return PaperClass.LINKED if linked else PaperClass.UNLINKED


@cached_expression
def with_relation(pairs: ibis.Table) -> ibis.Table:
    """Pairs of known extent with their relation by the paper's table."""
    near, linked = pairs.url_similarity > 0, pairs.forth | pairs.back
    cells = [
        (
            (pairs.extent == extent.value) & (near == similar) & (linked == link),
            relation(extent, similar, link).value,
        )
        for extent, similar, link in product(Extent, (True, False), (True, False))
    ]
    return pairs.mutate(relation=ibis.cases(*cells))
