"""Cluster: pages that say the same, and the one that stands for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.relation.group import Groups
from honbun.relation.model import Extent, Linked, Relation
from honbun.relation.url import parts

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
        return Cluster(self.ranked(pages)[0], tuple(pages), relations)

    def ranked(self, pages: Iterable[str]) -> list[str]:
        """Pages of a cluster, the original first, and last what is least likely to be it.

        A page that is later than another is not. Of the others it is the earliest, rather than one
        without a date. Where dates do not tell, it is of the site that was named first, for nobody
        knows; and of a site it is the shortest address, since what copies add to it are folders of
        printing and parameters of tracking.
        """
        by_age = sorted(pages, key=self._age)
        places: dict[tuple[tuple[bool, str], str], int] = {}
        for page in by_age:
            places.setdefault(self._home(page), len(places))
        return sorted(by_age, key=lambda page: (places[self._home(page)], len(page)))

    def _age(self, page: str) -> tuple[bool, str]:
        return page in self._later, self._dates.get(page, _NO_DATE)[:10]

    def _home(self, page: str) -> tuple[tuple[bool, str], str]:
        return self._age(page), parts(page).site or page


def clusters(pairs: Iterable[Pair]) -> list[Cluster]:
    """The clusters of identical pages among pairs."""
    clustering = Clustering()
    for pair in pairs:
        clustering.add(pair)
    return clustering.clusters()
