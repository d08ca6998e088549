"""Twins: pages that hold the same article, whatever stands around it.

The same article under two addresses, its print version, or a list page that shows it in full would
make it look like boilerplate. Twins share most of their long texts, of those that few pages have;
they are not compared with each other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.content.measure.outline import Outline

_LONG = 8
"""Characters from which a text counts. The share is one of characters, so that sentences decide
where there are any, and lines of a list or a poem where there are none."""
_ENOUGH = 60
"""Characters that twins share at least: pages with hardly a text share their last line."""
_RARE = 0.2
"""Share of the pages up to which a text may be an article's and not the template's."""
_SEVERAL = 8
_SHARED = 0.5
"""Twins share this part of the rare long text of the shorter one ..."""
_ALL_BUT = 0.8
"""... or, of two pages alone, where nothing tells what is rare, this part of all long text."""


@dataclass(frozen=True, slots=True)
class Twins:
    """The long texts of a template's pages, to find the twins of another page among them."""

    pages: int
    holders: Mapping[int, Sequence[int]]
    """For each rare long text the pages that have it."""
    length: Sequence[int]
    """The length of each page's rare long texts."""
    marks: Sequence[frozenset[int]]
    """All that each page says."""

    @classmethod
    def learn(cls, outlines: Sequence[Outline]) -> Twins:
        holders: dict[int, list[int]] = defaultdict(list)
        sizes: dict[int, int] = {}
        for page, outline in enumerate(outlines):
            for mark, size in _long(outline).items():
                holders[mark].append(page)
                sizes[mark] = size
        most = _most(len(outlines))
        rare = {mark: pages for mark, pages in holders.items() if len(pages) <= most}
        length = [0] * len(outlines)
        for mark, pages in rare.items():
            for page in pages:
                length[page] += sizes[mark]
        return cls(len(outlines), rare, length, [frozenset(o.mark) - {0} for o in outlines])

    def of(self, outline: Outline, itself: int | None = None) -> list[int]:
        """The pages that are twins of a page, itself left out where it is one of them."""
        shared: Counter[int] = Counter()
        length = 0
        for mark, size in _long(outline).items():
            pages = self.holders.get(mark)
            if pages is not None:
                length += size
                for page in pages:
                    shared[page] += size
            elif itself is None:
                length += size
        part = _ALL_BUT if self.pages <= 2 else _SHARED
        twins = [
            page
            for page, size in shared.items()
            if size >= max(_ENOUGH, part * min(length, self.length[page]))
        ]
        # A page with no long text is still the twin of its copy.
        own = frozenset(outline.mark) - {0}
        twins += [page for page, marks in enumerate(self.marks) if marks == own]
        return sorted(set(twins) - {itself})


def apart(outlines: Sequence[Outline], told: Sequence[str | None] = ()) -> list[int]:
    """Pages of which no two are twins, as many as can be had simply.

    The page with most twins goes first: it is a list of articles, or one of many copies. Those of
    one group that is `told`, for each page or None, are twins whatever they say.
    """
    index = Twins.learn(outlines)
    twins = {page: set(index.of(outline, page)) for page, outline in enumerate(outlines)}
    for page, of in twins.items():
        for other in of:
            twins[other].add(page)
    groups: dict[str, set[int]] = defaultdict(set)
    for page, group in enumerate(told):
        if group is not None:
            groups[group].add(page)
    for pages in groups.values():
        for page in pages:
            twins[page] |= pages - {page}
    alone = set(twins)
    for page in sorted(twins, key=lambda page: (-len(twins[page]), -page)):
        if twins[page] & alone:
            alone.discard(page)
    return sorted(alone)


def _most(pages: int) -> int:
    """On how many of so many pages a rare text may stand."""
    if pages <= 2:
        return 2
    # Of a few pages three may hold one article: itself, its print version and a list.
    return min(pages - 1, max(2 if pages < _SEVERAL else 3, int(_RARE * pages)))


def _long(outline: Outline) -> dict[int, int]:
    """The long texts of a page and their lengths; links are titles of others."""
    return {
        mark: size
        for mark, size, linked in zip(outline.mark, outline.size, outline.linked)
        if size >= _LONG and 2 * linked < size
    }
