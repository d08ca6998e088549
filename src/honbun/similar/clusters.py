"""Cluster: pages that say the same, and the one that stands for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import HonbunError
from honbun.similar.model import Extent, Linked, Relation
from honbun.text.url_similarity import url_parts
from honbun.union_find import UnionFind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from honbun.similar.model import Pair

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
        self._groups = UnionFind[str]()
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
        return self._age(page), url_parts(page).site or page


def clusters(pairs: Iterable[Pair]) -> list[Cluster]:
    """The clusters of identical pages among pairs."""
    clustering = Clustering()
    for pair in pairs:
        clustering.add(pair)
    return clustering.clusters()


# Drop: the pages that an index can do without, since others in it say the same.

USUAL = (Relation.MIRROR, Relation.COPY, Relation.SPAM)
"""What is dropped where nothing else is asked for: pages that add nothing."""
DROPPABLE = (*USUAL, Relation.ARCHIVE, Relation.LINK_LIST, Relation.PLAGIARISM)
"""What may be dropped. Pages of the other relations have text of their own."""
SAME = 0.9
"""Share of a mirror or a copy that must stand on the page that is kept: identical pages (R above
0.6) may have a third for themselves."""
WHOLE = 0.8
"""Share of a page that must stand on other pages for it to be dropped as their collection. Not
all of it: such a page has a heading and an introduction that its parts have not."""

SOURCES = 3
"""Pages that one must have text from to be dropped as spam: a single pair may be misjudged."""

_HOLDERS = (Relation.ARCHIVE, Relation.LINK_LIST)


@dataclass(frozen=True, slots=True)
class Drop:
    """A page to leave out."""

    url: str
    relation: Relation
    """What it is to the page that makes it dispensable."""
    kept: str
    """A page with the same text that stays."""


class _Taking(NamedTuple):
    """A page that has text from another."""

    taker: str
    source: str
    relation: Relation
    share: float
    """How much of the taker that is."""


def droppable(relations: Collection[Relation]) -> Collection[Relation]:
    """The relations, where pages may be dropped for each of them."""
    for relation in relations:
        if relation not in DROPPABLE:
            names = ", ".join(DROPPABLE)
            raise HonbunError(f"{relation} pages have text of their own; to drop are {names}")
    return relations


def drops(pairs: Iterable[Pair], relations: Collection[Relation] = USUAL) -> Iterator[Drop]:
    """The pages to leave out, because of these relations; for each, one that stays says it too."""
    relations = droppable(relations)
    identical = _Identical()
    takings: list[_Taking] = []
    for pair in pairs:
        if pair.relation in (*relations, *_HOLDERS) and pair.extent is not Extent.IDENTICAL:
            takings += _takings(pair)
        elif pair.relation in relations:
            identical.add(pair)
    index = _Index()
    index.merge(identical.drops())
    index.part(list(_certain(takings)))
    asked = [relation for relation in _HOLDERS if relation in relations]
    index.dissolve([taking for taking in takings if taking.relation in asked])
    yield from index.drops()


def _takings(pair: Pair) -> Iterator[_Taking]:
    share = _share(pair)
    if pair.direction is Linked.FORTH:
        yield _Taking(pair.b, pair.a, pair.relation, share)
    elif pair.direction is Linked.BACK:
        yield _Taking(pair.a, pair.b, pair.relation, share)


def _share(pair: Pair) -> float:
    """How much of the larger page stands on the other; of the smaller one it is no less.

    That is s/max, where R = 2s/(min+max) and Simpson = s/min. Changed sentences may be more on one
    page than on the other: R is above Simpson where more of the larger page is shared.
    """
    if pair.overlap <= 0:
        return 0.0
    if pair.overlap >= pair.containment:
        return min(1.0, max(0.0, pair.containment))
    return min(1.0, 1 / (2 / pair.overlap - 1 / pair.containment))


class _Identical:
    """Mirrors and copies, and those of them that can go."""

    def __init__(self) -> None:
        self._clustering = Clustering()
        self._why: dict[str, Relation] = {}
        self._near: list[tuple[str, str]] = []
        self._equal = UnionFind[str]()
        """Pages that share everything: of many, only one is compared with others."""

    def add(self, pair: Pair) -> None:
        """Take a pair into account."""
        self._clustering.add(pair)
        self._why.setdefault(pair.a, pair.relation)
        self._why.setdefault(pair.b, pair.relation)
        share = _share(pair)
        if share == 1:
            self._equal.join(pair.a, pair.b)
        elif share >= SAME:
            self._near.append((pair.a, pair.b))

    def drops(self) -> Iterator[Drop]:
        """Every page that stands, but for little, on one that is rather the original."""
        near: dict[str, list[str]] = {}
        for pair in self._near:
            a, b = map(self._equal.find, pair)
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        kept: dict[str, str] = {}
        instead: dict[str, str] = {}
        for cluster in self._clustering.clusters():
            for page in self._clustering.ranked(cluster.pages):
                text = self._equal.find(page)
                if text not in instead:
                    instead[text] = next(
                        (kept[one] for one in near.get(text, ()) if one in kept), page
                    )
                if instead[text] == page:
                    kept[text] = page
                else:
                    yield Drop(page, self._why[page], instead[text])


def _certain(takings: Sequence[_Taking]) -> Iterator[_Taking]:
    """What makes a page dispensable by itself.

    A page that holds other pages whole is a collection, whatever single pairs of it say: it is
    dropped as one or not at all.
    """
    collections = {taking.taker for taking in takings if taking.relation in _HOLDERS}
    sources = Counter(taking.taker for taking in takings if taking.relation is Relation.SPAM)
    stitched = {page for page, found in sources.items() if found >= SOURCES} - collections
    for taking in takings:
        spam = taking.relation is Relation.SPAM and taking.taker in stitched
        if spam or taking.relation is Relation.PLAGIARISM:
            yield taking


class _Index:
    """Which pages stay, and what stands for those that do not.

    Only a page that stays is ever dropped, and only for another that stays: so following what
    stands for a page always ends at one that stays, and no text is lost with all who had it.
    """

    def __init__(self) -> None:
        self._same: dict[str, str] = {}
        """The page that represents an identical one."""
        self._instead: dict[str, tuple[str, Relation]] = {}

    def merge(self, identical: Iterable[Drop]) -> None:
        """Drop mirrors and copies."""
        for drop in identical:
            self._same[drop.url] = drop.kept
            self._instead[drop.url] = drop.kept, drop.relation

    def part(self, takings: Sequence[_Taking]) -> None:
        """Drop pages that took their text from others."""
        for taking in takings:
            taker = self._represented(taking.taker)
            kept = self._kept(taking.source)
            if taker not in self._instead and taker != kept:
                self._instead[taker] = kept, taking.relation

    def dissolve(self, takings: Sequence[_Taking]) -> None:
        """Drop pages that are put together from others, where those are all there.

        A part that has parts itself (the month within a year) is not counted beside them.
        """
        parts: dict[str, dict[str, _Taking]] = {
            self._represented(taking.taker): {} for taking in takings
        }
        for taking in takings:
            source = self._represented(taking.source)
            if source not in parts and source not in self._instead:
                parts[self._represented(taking.taker)].setdefault(source, taking)
        for holder, found in parts.items():
            if holder not in self._instead and sum(one.share for one in found.values()) >= WHOLE:
                largest = max(found, key=lambda part: found[part].share)
                self._instead[holder] = largest, found[largest].relation

    def drops(self) -> Iterator[Drop]:
        """All that is dropped, in the order in which that was found."""
        for url, (_, relation) in self._instead.items():
            yield Drop(url, relation, self._kept(url))

    def _represented(self, page: str) -> str:
        return self._same.get(page, page)

    def _kept(self, page: str) -> str:
        """The page that stays, at the end of the way; the way is shortened for the next time."""
        way = []
        while page in self._instead:
            way.append(page)
            page = self._instead[page][0]
        for passed in way:
            self._instead[passed] = page, self._instead[passed][1]
        return page
