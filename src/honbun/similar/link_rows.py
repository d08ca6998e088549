"""Rows of links: link texts with nothing but white space between them.

Each is a sentence of its own, unless they form one name: 京都市 and 左京区 do, because 京都市左京区
occurs in the running text of many pages (paper 003, 4.1).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.text.language import is_japanese_sentence
from honbun.text.unicode import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

_MOSTLY = 0.5
"""Share of linked text from which a sentence is a row of links (paper 003 uses the same share for
boilerplate); below it, two links are neighbours in prose."""
_MOST = 3
"""Maximum number of links before another in one name."""


@dataclass(frozen=True, slots=True)
class LinkRows:
    """The links of a page, and which of them directly follow another."""

    tree: Tree
    start: list[int]
    """Where the text of each link begins in the text of the page."""
    stop: list[int]
    after: list[int]
    """The numbers of links that follow another with only white space between."""
    place: list[int]
    """Where each of those begins."""

    def first(self, start: int) -> int:
        """Where the first link begins, from an offset on, that follows another."""
        at = bisect_left(self.place, start)
        return self.place[at] if at < len(self.place) else len(self.tree.text)

    def inside(self, start: int, stop: int) -> bool:
        """Whether a link in a range follows another."""
        place = self.place
        return bisect_right(place, start) < bisect_left(place, stop)

    def cuts(
        self, start: int, stop: int, compounds: Callable[[str], bool] | None = None
    ) -> list[int]:
        """The offsets that split a sentence into link texts."""
        after = self.after[bisect_right(self.place, start) : bisect_left(self.place, stop)]
        if not after or self._linked(start, stop) < _MOSTLY:
            return []
        cuts: list[int] = []
        last, text = -1, ""
        for link in after:
            if link - 1 != last:
                text = self._text(link - 1)
            last = link
            joined = join(text, self._text(link))
            if compounds is not None and compounds(joined):
                text = joined
            else:
                cuts.append(self.start[link])
                text = self._text(link)
        return cuts

    def joined(self) -> Iterator[str]:
        """The joined texts of two or more neighbours in a row."""
        last, endings = -1, [""]
        for link in self.after:
            if link - 1 != last:
                endings = [self._text(link - 1)]
            text = self._text(link)
            endings = [join(before, text) for before in endings[-_MOST:]]
            yield from endings
            endings.append(text)
            last = link

    def _text(self, link: int) -> str:
        raw = self.tree.text[self.start[link] : self.stop[link]]
        return normalise(raw, japanese=is_japanese_sentence(raw, page=True))

    def _linked(self, start: int, stop: int) -> float:
        text, starts, stops = self.tree.text, self.start, self.stop
        links = range(bisect_right(stops, start), bisect_left(starts, stop))
        linked = [text[max(start, starts[link]) : min(stop, stops[link])] for link in links]
        return _size("".join(linked)) / max(1, _size(text[start:stop]))


def link_rows(blocks: Blocks) -> LinkRows:
    """The rows of links of a page."""
    tree, of = blocks.tree, blocks.of
    text = tree.text
    start: list[int] = []
    stop: list[int] = []
    after: list[int] = []
    last, block = 0, -1
    starts, stops = tree.start, tree.stop
    for node in tree.find("a"):
        first, end = starts[node], stops[node]
        # Links without text do not separate others; nested links occur in broken tables.
        if first == end or first < last or text[first:end].isspace():
            continue
        # The items of most menus are blocks of their own, so few links get past this test.
        if of[node] == block and (first == last or text[last:first].isspace()):
            after.append(len(start))
        start.append(first)
        stop.append(end)
        last, block = end, of[node]
    return LinkRows(tree, start, stop, after, [start[link] for link in after])


def join(left: str, right: str) -> str:
    """Two names as one, with a space between them if their script uses spaces.

    >>> join("京都市", "左京区"), join("New York", "City")
    ('京都市左京区', 'New York City')
    """
    narrow = left[-1:].isascii() and right[:1].isascii()
    return f"{left} {right}" if narrow else left + right


def _size(text: str) -> int:
    """Number of characters without white space."""
    return sum(map(len, text.split()))
