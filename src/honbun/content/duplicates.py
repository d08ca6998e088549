"""Duplicates: pages that are no evidence against each other.

The same article under two URLs, its print version, or a list page that shows it in full would make
it look like boilerplate. `NearDuplicates` finds such pages within a template group: they share most
of their long texts, of those that few pages have. `Duplicates` are URLs that the caller knows to be
the same page. Comparing sentences, as `honbun similar` does, finds more of them: copies that are
split into other blocks, or that have another template.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.union_find import UnionFind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from honbun.content.measure.outline import Outline

_LONG_TEXT = 8
"""Characters from which a text counts. Shares are of characters, so that sentences decide if there
are any, and the lines of a list or a poem if there are none."""
_MIN_SHARED = 60
"""Characters that near-duplicates share at least: pages with hardly any text share their footer."""
_RARE = 0.2
"""Share of the pages up to which a text may be an article's and not the template's."""
_FEW_PAGES = 8
_SHARED = 0.5
"""Share of the rare long text of the shorter page that near-duplicates have in common ..."""
_SHARED_BY_TWO = 0.8
"""... or, in a group of two, where no text is known to be rare, of all long text."""


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Groups of URLs, each of one page."""

    group: Mapping[str, str]
    """The first URL, in sort order, of each URL's group."""

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> Duplicates:
        """Group pairs of URLs; a duplicate of a duplicate is in the same group.

        >>> duplicates = Duplicates.from_pairs([("c", "b"), ("b", "a"), ("x", "y")])
        >>> [duplicates.of(url) for url in "abcxyz"]
        ['a', 'a', 'a', 'x', 'x', None]
        """
        groups = UnionFind[str]()
        for pair in pairs:
            if not _is_pair(pair):
                raise HonbunError(f"duplicates are pairs of URLs, not {pair!r:.80}")
            groups.join(*pair)
        return cls({url: min(urls) for urls in groups for url in urls})

    def of(self, url: str) -> str | None:
        """The group of a page, or None."""
        return self.group.get(url)

    def among(self, url: str, urls: Sequence[str]) -> list[int]:
        """Indexes of the URLs that are duplicates of a page, or the page itself."""
        own = self.of(url)
        if own is None:
            return []
        return [place for place, other in enumerate(urls) if self.of(other) == own]


def _is_pair(pair: object) -> bool:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        return False
    return all(isinstance(url, str) for url in pair)


NO_DUPLICATES = Duplicates({})


@dataclass(frozen=True, slots=True)
class NearDuplicates:
    """An index of the long texts of pages, to find the near-duplicates of another page."""

    pages: int
    holders: Mapping[int, Sequence[int]]
    """The pages that have each rare long text."""
    length: Sequence[int]
    """Characters in each page's rare long texts."""
    marks: Sequence[frozenset[int]]
    """Hashes of all texts of each page."""

    @classmethod
    def learn(cls, outlines: Sequence[Outline]) -> NearDuplicates:
        """Index some pages."""
        holders: dict[int, list[int]] = defaultdict(list)
        sizes: dict[int, int] = {}
        for page, outline in enumerate(outlines):
            for mark, size in _long_texts(outline).items():
                holders[mark].append(page)
                sizes[mark] = size
        most = _most_pages(len(outlines))
        rare = {mark: pages for mark, pages in holders.items() if len(pages) <= most}
        length = [0] * len(outlines)
        for mark, pages in rare.items():
            for page in pages:
                length[page] += sizes[mark]
        return cls(len(outlines), rare, length, [frozenset(o.mark) - {0} for o in outlines])

    def of(self, outline: Outline, itself: int | None = None) -> list[int]:
        """The near-duplicates of a page; `itself` is its number if it was indexed."""
        shared: Counter[int] = Counter()
        length = 0
        for mark, size in _long_texts(outline).items():
            pages = self.holders.get(mark)
            if pages is not None:
                length += size
                for page in pages:
                    shared[page] += size
            elif itself is None:
                length += size
        share = _SHARED_BY_TWO if self.pages <= 2 else _SHARED
        found = [
            page
            for page, size in shared.items()
            if size >= max(_MIN_SHARED, share * min(length, self.length[page]))
        ]
        # A page without long texts is still a duplicate of its exact copy.
        own = frozenset(outline.mark) - {0}
        found += [page for page, marks in enumerate(self.marks) if marks == own]
        return sorted(set(found) - {itself})


def without_duplicates(
    outlines: Sequence[Outline], declared: Sequence[str | None] = ()
) -> list[int]:
    """Select pages of which no two are near-duplicates, by a greedy choice.

    The page with most near-duplicates is dropped first: it is a list of articles, or one of many
    copies. Pages with the same `declared` group, if any, are duplicates whatever their text.
    """
    index = NearDuplicates.learn(outlines)
    near = {page: set(index.of(outline, page)) for page, outline in enumerate(outlines)}
    for page, others in near.items():
        for other in others:
            near[other].add(page)
    groups: dict[str, set[int]] = defaultdict(set)
    for page, group in enumerate(declared):
        if group is not None:
            groups[group].add(page)
    for pages in groups.values():
        for page in pages:
            near[page] |= pages - {page}
    kept = set(near)
    for page in sorted(near, key=lambda page: (-len(near[page]), -page)):
        if near[page] & kept:
            kept.discard(page)
    return sorted(kept)


def _most_pages(pages: int) -> int:
    """The number of pages, of so many, that a rare text may be on."""
    if pages <= 2:
        return 2
    # Of a few pages, three may contain one article: itself, its print version and a list.
    return min(pages - 1, max(2 if pages < _FEW_PAGES else 3, int(_RARE * pages)))


def _long_texts(outline: Outline) -> dict[int, int]:
    """The long texts of a page with their lengths, without links, which are titles of others."""
    return {
        mark: size
        for mark, size, linked in zip(outline.mark, outline.size, outline.linked)
        if size >= _LONG_TEXT and 2 * linked < size
    }
