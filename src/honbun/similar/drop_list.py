"""The drop list: pages that an index can leave out, because pages that stay have their text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import HonbunError
from honbun.similar.clusters import Clustering
from honbun.similar.model import Extent, Linked, Relation
from honbun.union_find import UnionFind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from honbun.similar.model import Pair

USUAL = (Relation.MIRROR, Relation.COPY, Relation.FORM, Relation.SPAM)
"""Relations whose pages are dropped by default: they add nothing."""
DROPPABLE = (*USUAL, Relation.ARCHIVE, Relation.LINK_LIST, Relation.PLAGIARISM)
"""Relations whose pages may be dropped. Pages of other relations have text of their own."""
SAME = 0.9
"""Share of a mirror or copy that the remaining page must have: a third of identical pages (R above
0.6) may differ."""
WHOLE = 0.8
"""Share of a page that other pages must have for it to be dropped as their collection. Not all of
it: such a page has a heading and an introduction of its own."""

SOURCES = 3
"""Minimum number of sources for a page to be dropped as spam: a single pair may be wrong."""

_HOLDERS = (Relation.ARCHIVE, Relation.LINK_LIST)


@dataclass(frozen=True, slots=True)
class DropEntry:
    """A page to drop."""

    url: str
    relation: Relation
    """Its relation to the page that replaces it."""
    kept: str
    """A page with the same text that stays."""


class _Copied(NamedTuple):
    """A page that has text from another."""

    copy: str
    source: str
    relation: Relation
    share: float
    """Share of the copy that comes from the source."""


def droppable(relations: Collection[Relation]) -> Collection[Relation]:
    """The relations; raises HonbunError if pages of one of them must not be dropped."""
    for relation in relations:
        if relation not in DROPPABLE:
            names = ", ".join(DROPPABLE)
            raise HonbunError(
                f"{relation} pages have text of their own; droppable relations are {names}"
            )
    return relations


def with_frequent(pair: Pair) -> Pair:
    """A pair of the paper's method, measured by all sentences.

    The paper's R leaves out what frequent sentences share, so that of equal pages may be 0.6 (6.2).
    Without this, hardly one of them would be dropped.
    """
    share = pair.containment * pair.overlap_all / pair.overlap
    return replace(pair, overlap=pair.overlap_all, containment=min(1.0, share))


def drops(pairs: Iterable[Pair], relations: Collection[Relation] = USUAL) -> Iterator[DropEntry]:
    """The pages to drop for these relations, each with a page that stays and has its text."""
    relations = droppable(relations)
    identical = _Identical()
    copies: list[_Copied] = []
    for pair in pairs:
        if pair.relation in (*relations, *_HOLDERS) and pair.extent is not Extent.IDENTICAL:
            copies += _copies(pair)
        elif pair.relation in relations:
            identical.add(pair)
    index = _Index()
    index.drop_identical(identical.drops())
    index.drop_copies(list(_certain(copies)))
    wanted = [relation for relation in _HOLDERS if relation in relations]
    index.drop_collections([copied for copied in copies if copied.relation in wanted])
    yield from index.drops()


def _copies(pair: Pair) -> Iterator[_Copied]:
    share = _share(pair)
    if pair.direction is Linked.FORTH:
        yield _Copied(pair.b, pair.a, pair.relation, share)
    elif pair.direction is Linked.BACK:
        yield _Copied(pair.a, pair.b, pair.relation, share)


def _share(pair: Pair) -> float:
    """Share of the larger page that the other has; of the smaller page it is no less.

    That is s/max, where R = 2s/(min+max) and Simpson = s/min. One page may have more changed
    sentences than the other: R is above Simpson if more of the larger page is shared.
    """
    if pair.overlap <= 0:
        return 0.0
    if pair.overlap >= pair.containment:
        return min(1.0, max(0.0, pair.containment))
    return min(1.0, 1 / (2 / pair.overlap - 1 / pair.containment))


class _Identical:
    """Mirrors and copies, and which of them can be dropped."""

    def __init__(self) -> None:
        self._clustering = Clustering()
        self._why: dict[str, Relation] = {}
        self._near: list[tuple[str, str]] = []
        self._equal = UnionFind[str]()
        """Pages that share everything: only one of them is compared with others."""

    def add(self, pair: Pair) -> None:
        """Add a pair."""
        self._clustering.add(pair)
        self._why.setdefault(pair.a, pair.relation)
        self._why.setdefault(pair.b, pair.relation)
        share = _share(pair)
        if share == 1:
            self._equal.join(pair.a, pair.b)
        elif share >= SAME:
            self._near.append((pair.a, pair.b))

    def drops(self) -> Iterator[DropEntry]:
        """Every page whose text is almost all on a page that is more likely the original."""
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
                    yield DropEntry(page, self._why[page], instead[text])


def _certain(copies: Sequence[_Copied]) -> Iterator[_Copied]:
    """The copies that are dropped by themselves.

    A page that contains whole pages is a collection, whatever its single pairs say: it is dropped
    as a collection or not at all.
    """
    collections = {copied.copy for copied in copies if copied.relation in _HOLDERS}
    sources = Counter(copied.copy for copied in copies if copied.relation is Relation.SPAM)
    stitched = {page for page, found in sources.items() if found >= SOURCES} - collections
    for copied in copies:
        spam = copied.relation is Relation.SPAM and copied.copy in stitched
        if spam or copied.relation is Relation.PLAGIARISM:
            yield copied


class _Index:
    """Which pages stay, and what replaces those that do not.

    A page is dropped only for another that stays at that time, so following the replacements always
    ends at a page that stays, and no text is lost.
    """

    def __init__(self) -> None:
        self._same: dict[str, str] = {}
        """The page that replaces an identical one."""
        self._instead: dict[str, tuple[str, Relation]] = {}

    def drop_identical(self, identical: Iterable[DropEntry]) -> None:
        """Drop mirrors and copies."""
        for drop in identical:
            self._same[drop.url] = drop.kept
            self._instead[drop.url] = drop.kept, drop.relation

    def drop_copies(self, copies: Sequence[_Copied]) -> None:
        """Drop pages that copied their text from others."""
        for copied in copies:
            taker = self._represented(copied.copy)
            kept = self._kept(copied.source)
            if taker not in self._instead and taker != kept:
                self._instead[taker] = kept, copied.relation

    def drop_collections(self, copies: Sequence[_Copied]) -> None:
        """Drop pages that consist of other pages, if those stay.

        A part that has parts itself (a month within a year) is not counted beside them.
        """
        parts: dict[str, dict[str, _Copied]] = {
            self._represented(copied.copy): {} for copied in copies
        }
        for copied in copies:
            source = self._represented(copied.source)
            if source not in parts and source not in self._instead:
                parts[self._represented(copied.copy)].setdefault(source, copied)
        for holder, found in parts.items():
            if holder not in self._instead and sum(one.share for one in found.values()) >= WHOLE:
                largest = max(found, key=lambda part: found[part].share)
                self._instead[holder] = largest, found[largest].relation

    def drops(self) -> Iterator[DropEntry]:
        """All dropped pages, in the order of the decisions."""
        for url, (_, relation) in self._instead.items():
            yield DropEntry(url, relation, self._kept(url))

    def _represented(self, page: str) -> str:
        return self._same.get(page, page)

    def _kept(self, page: str) -> str:
        """The page that stays at the end of the replacements; the path is compressed."""
        path = []
        while page in self._instead:
            path.append(page)
            page = self._instead[page][0]
        for passed in path:
            self._instead[passed] = page, self._instead[passed][1]
        return page
