"""Rows of links: texts of links with nothing but white space between them.

Each is a sentence of its own, unless they make up one name: 京都市 and 左京区 do, because
京都市左京区 is found in the running text of many pages (paper 003, 4.1).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.language.japanese import is_japanese_sentence
from honbun.language.width import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.tree.block import Blocks
    from honbun.tree.tree import Tree

_MOSTLY = 0.5
"""Share of linked text from which a sentence is a row of links (that of the paper's test for what
is no content); below it, two links stand side by side in prose."""
_MOST = 3
"""Links that may go before another in one name."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The links of a page, and which of them directly follow another."""

    tree: Tree
    start: list[int]
    """Where the text of each link begins in that of the page, and ..."""
    stop: list[int]
    after: list[int]
    """The links that follow another with nothing but white space between, by number."""
    place: list[int]
    """Where each of those begins."""

    def first(self, start: int) -> int:
        """Where the first link from an offset on begins that follows another."""
        at = bisect_left(self.place, start)
        return self.place[at] if at < len(self.place) else len(self.tree.text)

    def inside(self, start: int, stop: int) -> bool:
        """Whether some link of a range follows another."""
        place = self.place
        return bisect_right(place, start) < bisect_left(place, stop)

    def cuts(
        self, start: int, stop: int, compounds: Callable[[str], bool] | None = None
    ) -> list[int]:
        """The offsets at which a sentence falls apart into texts of links."""
        after = self.after[bisect_right(self.place, start) : bisect_left(self.place, stop)]
        if not after or self._linked(start, stop) < _MOSTLY:
            return []
        cuts: list[int] = []
        last, said = -1, ""
        for link in after:
            if link - 1 != last:
                said = self._text(link - 1)
            last = link
            joined = join(said, self._text(link))
            if compounds is not None and compounds(joined):
                said = joined
            else:
                cuts.append(self.start[link])
                said = self._text(link)
        return cuts

    def joined(self) -> Iterator[str]:
        """What neighbours in a row say together, two or more."""
        last, said = -1, [""]
        for link in self.after:
            if link - 1 != last:
                said = [self._text(link - 1)]
            text = self._text(link)
            said = [join(before, text) for before in said[-_MOST:]]
            yield from said
            said.append(text)
            last = link

    def _text(self, link: int) -> str:
        raw = self.tree.text[self.start[link] : self.stop[link]]
        return normalise(raw, japanese=is_japanese_sentence(raw, page=True))

    def _linked(self, start: int, stop: int) -> float:
        text, starts, stops = self.tree.text, self.start, self.stop
        links = range(bisect_right(stops, start), bisect_left(starts, stop))
        linked = [text[max(start, starts[link]) : min(stop, stops[link])] for link in links]
        return _size("".join(linked)) / max(1, _size(text[start:stop]))


def rows(blocks: Blocks) -> Rows:
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
        # Links without text do not part others; one in another happens in broken tables.
        if first == end or first < last or text[first:end].isspace():
            continue
        # The items of most menus are blocks, so that this sorts out all but a few.
        if of[node] == block and (first == last or text[last:first].isspace()):
            after.append(len(start))
        start.append(first)
        stop.append(end)
        last, block = end, of[node]
    return Rows(tree, start, stop, after, [start[link] for link in after])


def join(left: str, right: str) -> str:
    """Two names as one; a space between them where their writing has any.

    >>> join("京都市", "左京区"), join("New York", "City")
    ('京都市左京区', 'New York City')
    """
    narrow = left[-1:].isascii() and right[:1].isascii()
    return f"{left} {right}" if narrow else left + right


def _size(text: str) -> int:
    """How many characters are seen."""
    return sum(map(len, text.split()))
