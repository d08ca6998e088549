"""Match: the blocks of one version of a page in another.

Blocks are the same by what they say. Where several say the same, their order decides, if there are
as many before as after: on the whole page, or else between two *anchors*, blocks whose text stands
once in both versions and which did not move past each other (as in a patience diff). Pictures say
nothing and are told apart by the tags that lead to them, always between anchors. Where that leaves
a doubt, a block is the same if it kept its XPath and the anchors around it kept theirs. Last, a
text that is found nowhere may have been corrected: its block kept its XPath and nearly its text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.annotation.model import Place

_ALIKE = 0.75
"""Share of their pieces that two versions of a text have in common at least."""
_SHORT, _PIECE, _LONG_PIECE = 300, 3, 6
"""Letters in a short text, and in the pieces of short texts and of longer ones. In a short text a
typo costs three pieces: it is forgiven from ten letters on. Long texts of one language share many
pieces of three letters (0.64 at 5,000 characters of our docs), but few of six (0.31)."""
_POSITION = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class _Gaps:
    """The stretches between anchors, in both versions."""

    before: list[int]
    """The anchors, as indices of one version ..."""
    after: list[int]
    """... and of the other."""
    kept: list[bool]
    """Whether each anchor kept its XPath."""

    def calm(self, gap: int) -> bool:
        """Whether the anchors on both sides kept their XPaths."""
        return all(self.kept[max(gap - 1, 0) : gap + 1])


def match(before: Sequence[Place], after: Sequence[Place]) -> dict[int, int]:
    """For the blocks of one version that are found, as indices, where they are in the other.

    Both are in the order of the page. No two blocks are found in the same place.
    """
    old, new = _places_by_key(before), _places_by_key(after)
    gaps = _gaps(before, after, old, new)
    found: dict[int, int] = {}
    for key, mine in old.items():
        theirs = new.get(key, [])
        if key[0] and len(mine) == len(theirs):
            found.update(zip(mine, theirs))
        elif theirs:
            found.update(_in_gaps(before, after, mine, theirs, gaps))
    found.update(_corrected(before, after))
    return found


def alike(one: str, other: str) -> bool:
    """Whether two texts are versions of one.

    >>> alike("The ferry sails at noon.", "The fery sails at noon."), alike("Ferry", "Buses")
    (True, False)
    """
    size = _PIECE if max(len(one), len(other)) <= _SHORT else _LONG_PIECE
    pieces, others = _pieces(one, size), _pieces(other, size)
    return 2 * (pieces & others).total() >= _ALIKE * (pieces.total() + others.total())


def _pieces(text: str, size: int) -> Counter[str]:
    padded = text.center(len(text) + 2 * size - 2)
    return Counter(padded[at : at + size] for at in range(len(padded) - size + 1))


def _places_by_key(places: Sequence[Place]) -> dict[tuple[str, str], list[int]]:
    """The indices of the blocks that look the same: by their text, else by the tags above them."""
    found: dict[tuple[str, str], list[int]] = {}
    for index, place in enumerate(places):
        tags = "" if place.text else _POSITION.sub("", place.xpath)
        found.setdefault((place.text, tags), []).append(index)
    return found


def _gaps(
    before: Sequence[Place],
    after: Sequence[Place],
    old: dict[tuple[str, str], list[int]],
    new: dict[tuple[str, str], list[int]],
) -> _Gaps:
    pairs = [
        (mine[0], new[key][0])
        for key, mine in old.items()
        if key[0] and len(mine) == len(new.get(key, ())) == 1
    ]
    pairs = [pairs[at] for at in longest_rise([theirs for _, theirs in pairs])]
    return _Gaps(
        [mine for mine, _ in pairs],
        [theirs for _, theirs in pairs],
        [before[mine].xpath == after[theirs].xpath for mine, theirs in pairs],
    )


def longest_rise(numbers: Sequence[int]) -> list[int]:
    """The indices of a longest rising subsequence of different numbers.

    >>> longest_rise([3, 1, 2, 0, 4])
    [1, 2, 4]
    """
    lows: list[int] = []
    """The lowest number that a rise of each length ends with so far, ..."""
    ends: list[int] = []
    """... and its index."""
    previous: list[int] = []
    for index, number in enumerate(numbers):
        length = bisect_left(lows, number)
        previous.append(ends[length - 1] if length else -1)
        lows[length : length + 1] = [number]
        ends[length : length + 1] = [index]
    rise = []
    at = ends[-1] if ends else -1
    while at >= 0:
        rise.append(at)
        at = previous[at]
    return rise[::-1]


def _in_gaps(
    before: Sequence[Place],
    after: Sequence[Place],
    mine: Sequence[int],
    theirs: Sequence[int],
    gaps: _Gaps,
) -> Iterator[tuple[int, int]]:
    """Of blocks that look the same, those that are the same between anchors."""
    here, there = _by_gap(mine, gaps.before), _by_gap(theirs, gaps.after)
    for gap, ours in here.items():
        others = there.get(gap, [])
        if len(ours) == len(others):
            yield from zip(ours, others)
        elif gaps.calm(gap):
            by_path = {after[index].xpath: index for index in others}
            for index in ours:
                if before[index].xpath in by_path:
                    yield index, by_path[before[index].xpath]


def _by_gap(indices: Iterable[int], anchors: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for index in indices:
        found.setdefault(bisect_left(anchors, index), []).append(index)
    return found


def _corrected(before: Sequence[Place], after: Sequence[Place]) -> dict[int, int]:
    """Blocks that kept their XPaths and nearly their texts, which only one version has."""
    old = {place.text for place in before}
    new = {place.text for place in after}
    free = {place.xpath: index for index, place in enumerate(after) if place.text not in old}
    return {
        index: free[place.xpath]
        for index, place in enumerate(before)
        if place.text not in new
        and place.xpath in free
        and alike(place.text, after[free[place.xpath]].text)
    }
