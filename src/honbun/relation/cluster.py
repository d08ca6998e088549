"""Cluster: pages that say the same, and the one that stands for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.relation.group import Groups
from honbun.relation.model import Extent, Linked, Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.relation.model import Pair


_NO_DATE = "9999"
"""Comes after every date."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages of which each is identical with another, and so on."""

    representative: str
    """The page that an index should keep."""
    pages: tuple[str, ...]
    """All of them, in the order in which pairs name them."""
    relations: tuple[Relation, ...]
    """What they are to each other."""

    @property
    def size(self) -> int:
        """How many pages there are."""
        return len(self.pages)


class Clustering:
    """Gathers identical pages, pair by pair; other pairs are none of its business."""

    def __init__(self) -> None:
        self._groups = Groups()
        self._relations: dict[str, set[Relation]] = {}
        self._dates: dict[str, str] = {}
        self._later: set[str] = set()

    def add(self, pair: Pair) -> None:
        """Take a pair into account."""
        # The same address twice is one page, fetched at two times.
        if pair.extent is not Extent.IDENTICAL or pair.a == pair.b:
            return
        self._groups.join(pair.a, pair.b)
        self._relations.setdefault(pair.a, set()).add(pair.relation)
        for page, date in ((pair.a, pair.date_a), (pair.b, pair.date_b)):
            if date:
                self._dates[page] = date
        if pair.direction in (Linked.FORTH, Linked.BACK):
            self._later.add(pair.b if pair.direction is Linked.FORTH else pair.a)

    def clusters(self) -> list[Cluster]:
        """The clusters of all pairs so far."""
        return [self._cluster(pages) for pages in self._groups]

    def _cluster(self, pages: Sequence[str]) -> Cluster:
        found = set[Relation]().union(*(self._relations.get(page, ()) for page in pages))
        relations = tuple(relation for relation in Relation if relation in found)
        return Cluster(min(pages, key=self._rank), tuple(pages), relations)

    def _rank(self, page: str) -> tuple[bool, str, int]:
        """How far a page is from being the original: the smallest, and of those the first, is it.

        A page that is later than another is not. Of the others it is the earliest, rather than one
        without a date. Where dates do not tell, the shortest address is: what copies add to it are
        folders of printing and parameters of tracking.
        """
        return page in self._later, self._dates.get(page, _NO_DATE)[:10], len(page)


def clusters(pairs: Iterable[Pair]) -> list[Cluster]:
    """The clusters of identical pages among pairs."""
    clustering = Clustering()
    for pair in pairs:
        clustering.add(pair)
    return clustering.clusters()
