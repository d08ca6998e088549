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
from pathlib import PurePath
from typing import TYPE_CHECKING

from honbun.annotation.model import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.annotation.model import Place, Standing, Verdict

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


# Carry: labels made on another version of a page, or by another version of the program.
#
# A label goes where its block is found (see `match.py`) or is lost, and that is told: a label is
# never guessed.


@dataclass(frozen=True, slots=True)
class Carried:
    """Labels in the places of another version."""

    labels: tuple[Label, ...]
    """In the order of the page."""
    lost: tuple[Label, ...]
    """Those whose block was not found, in the order of the page they were made on."""


def carry(
    labels: Iterable[Label], places: Sequence[Place], before: Sequence[Place] = ()
) -> Carried:
    """Labels as they stand on a page whose blocks are `places`.

    Give with `before` all blocks of the page that the labels were made on, where it is at hand:
    then it is known which texts stood on it more than once, without being labelled.
    """
    ordered = sorted(labels, key=lambda label: label.place.number)
    old = before or [label.place for label in ordered]
    found = match(old, places)
    at = {(place.xpath, place.text): index for index, place in enumerate(old)}
    carried, lost = [], []
    for label in ordered:
        index = found.get(at.get((label.place.xpath, label.place.text), -1))
        if index is None:
            lost.append(label)
        else:
            carried.append(Label(places[index], label.kind))
    return Carried(tuple(sorted(carried, key=lambda label: label.place.number)), tuple(lost))


def resettled(standing: Standing, places: Sequence[Place]) -> dict[Place, Verdict | None]:
    """What to change so that labels made by another version of the program stand on `places`.

    Nothing where all of them do. Those that find no block are left as they are: a later version
    may know it again.
    """
    known = {(place.xpath, place.text) for place in places}
    stale = [
        label for label in standing.labels if (label.place.xpath, label.place.text) not in known
    ]
    if not stale:
        return {}
    carried = carry(standing.labels, places)
    changes: dict[Place, Verdict | None] = {
        label.place: None for label in stale if label not in carried.lost
    }
    # After those that go: the XPath that one label leaves may be where another comes to.
    return changes | {label.place: label.kind for label in carried.labels}


# Versions: which pages are one page whose bytes have changed.
#
# A URL tells it, but not alone: a page that was read from a file of its own has its URL from its
# canonical link, and sites put the same one on several pages, such as a list and its second page.
# There the file's name has to be the same too. A page without a URL is known by its source, for a
# path in a folder is the same in many folders.

_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_RECORD = re.compile(r"[@#:]\d[^/\\]*$")
"""The end of a source that is a part of a file: of an archive, a table, or JSON Lines."""


def is_url(address: str) -> bool:
    """Whether an address is one on the web, and no path.

    >>> is_url("https://a.example/b"), is_url("news/index.html?from=https://a.example/")
    (True, False)
    """
    return _URL.match(address) is not None


def identity(url: str, source: str) -> tuple[str, str]:
    """What the versions of a page have in common, and other pages have not.

    >>> identity("https://a.example/", "old.warc@0"), identity("https://a.example/", "a/1.html")
    (('https://a.example/', ''), ('https://a.example/', '1.html'))
    >>> identity("index.html", "a/index.html"), identity("index.html", "b/index.html")
    (('', 'a/index.html'), ('', 'b/index.html'))
    """
    if not is_url(url):
        return "", source or url
    alone = not is_url(source) and not _RECORD.search(source)
    return url, PurePath(source).name if alone else ""
