"""Clusters of identical pages, each with a representative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.similar.model import Extent, Linked, Relation
from honbun.text.url_similarity import url_parts
from honbun.union_find import UnionFind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.similar.model import Pair

_NO_DATE = "9999"
"""Sorts after every date."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages that are identical with each other, directly or through others."""

    representative: str
    """The page that an index should keep."""
    pages: tuple[str, ...]
    """All pages, in the order of the pairs."""
    relations: tuple[Relation, ...]
    """The relations between them."""

    @property
    def size(self) -> int:
        """The number of pages."""
        return len(self.pages)


class Clustering:
    """Collects identical pages, pair by pair; other pairs are ignored."""

    def __init__(self) -> None:
        self._groups = UnionFind[str]()
        self._relations: dict[str, set[Relation]] = {}
        self._dates: dict[str, str] = {}
        self._later: set[str] = set()

    def add(self, pair: Pair) -> None:
        """Add a pair."""
        # The same address twice is one page that was fetched twice.
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
        """The clusters of all pairs added."""
        return [self._cluster(pages) for pages in self._groups]

    def _cluster(self, pages: Sequence[str]) -> Cluster:
        found = set[Relation]().union(*(self._relations.get(page, ()) for page in pages))
        relations = tuple(relation for relation in Relation if relation in found)
        return Cluster(self.ranked(pages)[0], tuple(pages), relations)

    def ranked(self, pages: Iterable[str]) -> list[str]:
        """Pages of a cluster, ordered by how likely each is the original.

        A page that is later than another is not the original. Of the others the earliest comes
        first, before pages without a date. If dates do not decide, the site that comes first in the
        input wins; within a site the shortest address, because copies add print folders and
        tracking parameters.
        """
        by_age = sorted(pages, key=self._age)
        places: dict[tuple[tuple[bool, str], str], int] = {}
        for page in by_age:
            places.setdefault(self._home(page), len(places))
        return sorted(by_age, key=lambda page: (places[self._home(page)], len(page)))

    def _age(self, page: str) -> tuple[bool, str]:
        return page in self._later, self._dates.get(page, _NO_DATE)[:10]

    def _home(self, page: str) -> tuple[tuple[bool, str], str]:
        return self._age(page), url_parts(page).site or page


def clusters(pairs: Iterable[Pair]) -> list[Cluster]:
    """The clusters of identical pages among pairs."""
    clustering = Clustering()
    for pair in pairs:
        clustering.add(pair)
    return clustering.clusters()
