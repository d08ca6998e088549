"""All the ways in which a page could be cut into posts.

Made in plenty, and chosen among later: whether posts are elements, runs of siblings between rules,
or ranges that begin with a date, each is easy to find once it is looked for, and on 108 thread
pages of 39 formats the best of about 70 cuts is nearly always right.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from honbun.thread.cut.cut import Cut, Kind, disjoint
from honbun.thread.strand import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from honbun.thread.cut.keys import Keys
    from honbun.thread.strand import Strand

    Column = NDArray[np.int64]
    _Made = tuple[Kind, str, Column, Column, int]

_LEAST = 0.04
"""Share of the page's text that the posts of a cut must hold: smaller lists are no candidates."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_PARTING = frozenset("hr img br center p div table tr a font".split())
"""What can stand between posts and belong to none of them."""
_BOXES = frozenset("tr p div table li font center b dt dd".split())
"""What can open a post without being like others but in its first descendants."""
_INLINE = frozenset("br img a b i span em strong".split())
"""Too common inside of posts to be posts all over the page, without a class."""
_RUNS = frozenset({Kind.LED, Kind.PARTED, Kind.CLOSED, Kind.RANGE})
_DATED = 0.4
"""Share of runs with a date from which those without may be parts of the one before."""
_DEEPEST = 60
"""Elements up to this depth are known by their way of tags."""
_MOST_OPENINGS = 400
"""Texts of one beginning that may be openings: pages full of numbers are tables."""


def cuts(keys: Keys) -> list[Cut]:
    """The cuts of a page, none twice."""
    strand = keys.strand
    found = _Found(strand, np.concatenate([[0], np.cumsum(keys.dated)]))
    if len(strand):
        children = _children(strand)
        least = _LEAST * strand.sizes[-1]
        for holder, kids in children.items():
            if len(kids) > 1 and strand.sizes[strand.end[holder]] - strand.sizes[holder] >= least:
                for made in _siblings(keys, holder, kids):
                    found.add(*made)
        for made in _ranges(keys):
            found.add(*made)
        for made in _scattered(keys):
            found.add(*made)
    return list(found.cuts.values())


@dataclass(slots=True)
class _Found:
    """Cuts by the text that they cut: of several that differ in name only, the first counts."""

    strand: Strand
    dates: Column
    cuts: dict[bytes, Cut] = field(default_factory=dict)

    def add(self, kind: Kind, key: str, start: Column, stop: Column, holder: int) -> None:
        self._add(kind, key, start, stop, holder)
        if kind in _RUNS and (dated := self._dated(start, stop)) is not None:
            self._add(kind, f"{key} dated", *dated, holder)

    def _dated(self, start: Column, stop: Column) -> tuple[Column, Column] | None:
        """The runs that have a date, each with those after it that have none.

        Rules and lines part posts from each other, but the head of the page from the first as
        well, and what a post says from what it says next.
        """
        has = self.dates[stop] > self.dates[start]
        places = np.flatnonzero(has)
        if len(places) == len(start) or len(places) < max(2, _DATED * len(start)):
            return None
        until = np.append(places[1:] - 1, places[-1])
        return start[places], stop[until]

    def _add(self, kind: Kind, key: str, start: Column, stop: Column, holder: int) -> None:
        sizes = self.strand.sizes
        mark = sizes[start].tobytes() + sizes[stop].tobytes()
        if mark in self.cuts:
            self.cuts[mark].names.append(f"{kind} {key}")
            return
        if kind is Kind.NESTED:
            start, stop, post = disjoint(start, stop)
        else:
            post = np.arange(len(start))
        held = np.bincount(post, weights=sizes[stop] - sizes[start])
        if held.sum() < _LEAST * sizes[-1]:
            return
        kept = held > 0
        if not kept.all():
            renumbered = np.cumsum(kept) - 1
            wanted = kept[post]
            start, stop, post = start[wanted], stop[wanted], renumbered[post[wanted]]
        if kept.sum() > 1:
            self.cuts[mark] = Cut(kind, [f"{kind} {key}"], start, stop, post, holder)


def _children(strand: Strand) -> dict[int, list[int]]:
    children: dict[int, list[int]] = defaultdict(list)
    for at, parent in enumerate(strand.parent.tolist()):
        if parent >= 0:
            children[parent].append(at)
    return children


def _siblings(keys: Keys, holder: int, kids: list[int]) -> Iterator[_Made]:
    strand = keys.strand
    places: dict[str, list[int]] = defaultdict(list)
    for place, kid in enumerate(kids):
        for key in keys.of(kid):
            places[key].append(place)
        if strand.tag[kid] in _BOXES:
            for way in keys.ways(kid):
                places[way].append(place)
    start = np.array(kids)
    stop = strand.end[start]
    for key, alike in places.items():
        if len(alike) < 2:
            continue
        chosen = np.array(alike)
        if key[0] != "#":
            yield Kind.ELEMENT, key, start[chosen], stop[chosen], holder
        if len(alike) == len(kids):
            continue
        last = _last(keys.make[start], chosen)
        until = np.append(chosen[1:] - 1, last)
        yield Kind.LED, key, start[chosen], stop[until], holder
        if strand.tag[kids[alike[0]]] in _PARTING:
            first, final = np.append(0, chosen + 1), np.append(chosen - 1, len(kids) - 1)
            between = first <= final
            yield Kind.PARTED, key, start[first[between]], stop[final[between]], holder
            first = np.append(0, chosen[:-1] + 1)
            yield Kind.CLOSED, key, start[first], stop[chosen], holder


def _last(make: NDArray[np.int64], chosen: NDArray[np.int64]) -> int:
    """Where the last run of siblings ends: before what no other run has, and not the longest."""
    first, opening = int(chosen[0]), int(chosen[-1])
    seen = np.isin(make[opening + 1 :], make[first:opening])
    longest = int(np.diff(chosen).max())
    strange = np.flatnonzero(~seen)
    stop = int(strange[0]) if len(strange) else len(seen)
    return opening + min(stop, longest - 1)


def _ranges(keys: Keys) -> Iterator[_Made]:
    strand = keys.strand
    openings: dict[str, list[int]] = defaultdict(list)
    for at, tag in enumerate(strand.tag):
        if tag == "hr" or tag in _HEADINGS:
            openings[tag].append(at)
        elif tag == "img":
            for key in keys.of(at)[-1:]:
                if key.startswith("img@"):
                    openings[key].append(at)
        elif tag is TEXT:
            for key in keys.of(at):
                line = int(keys.line[at])
                if openings[key][-1:] != [line]:
                    openings[key].append(line)
    for key, places in openings.items():
        if len(places) < 2 or (key[0] == "#" and len(places) > _MOST_OPENINGS):
            continue
        start = np.array(places)
        holder = _holder(strand, start[0], strand.end[start[-1]])
        longest = np.diff(strand.sizes[start]).max()
        # The last ends with the element that holds them all, or when it is as long as the longest.
        full = int(np.searchsorted(strand.sizes, strand.sizes[start[-1]] + longest, side="right"))
        last = max(int(strand.end[start[-1]]), min(full - 1, int(strand.end[holder])))
        yield Kind.RANGE, key, start, np.append(start[1:], last), holder


def _scattered(keys: Keys) -> Iterator[_Made]:
    strand = keys.strand
    groups: dict[str, list[int]] = defaultdict(list)
    paths: list[str] = []
    for at, (tag, parent) in enumerate(zip(strand.tag, strand.parent.tolist())):
        if tag is TEXT or parent < 0:
            paths.append("")
            continue
        paths.append(f"{paths[parent]}/{tag}")
        if strand.depth[at] <= _DEEPEST:
            groups[paths[at]].append(at)
        for key in keys.of(at):
            groups[key].append(at)
    for key, places in groups.items():
        if len(places) < 2 or key in _INLINE:
            continue
        start = np.array(places)
        if (strand.parent[start] == strand.parent[start[0]]).all():
            continue
        stop = strand.end[start]
        nested = bool((start[1:] < np.maximum.accumulate(stop)[:-1]).any())
        holder = _holder(strand, start[0], int(stop.max()))
        yield Kind.NESTED if nested else Kind.SCATTERED, key, start, stop, holder


def _holder(strand: Strand, at: int, stop: int) -> int:
    """The nearest element that holds everything from a node to `stop`."""
    at = int(strand.parent[at])
    while strand.end[at] < stop and at > 0:
        at = int(strand.parent[at])
    return at
