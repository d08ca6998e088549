"""Groups: leads that are made alike, and so may be the titles of one list.

Leads are alike by one of the ways of `way.py`, or by the address that they lead to. Every group is
also cut wherever the page branches, so that a list can be told from another that is made alike, and
thinned to one lead for each item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.listing.thinned import thinned
from honbun.listing.way import ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.listing.clue import Clues
    from honbun.listing.sheet import Numbers, Sheet

_MOST_GROUPS = 4000
_MOST_ITEMS = 400_000
"""Items of the groups that one step may add. Real pages of ten thousand nodes have half of that;
what nests hundreds of levels deep would have as many for every lead."""


def groups(clues: Clues) -> list[Numbers]:
    """The groups of a page's leads, each in document order, none twice."""
    sheet, leads = clues.sheet, clues.node
    found = _Found()
    found.take(group for way in ways(sheet) for group in _by(way[leads], leads))
    found.take(_by_address(sheet, leads))
    found.take(_parts(sheet, list(found)))
    found.take(thinned(sheet, list(found)))
    found.take(_days(clues, list(found)))
    return list(found)


class _Found:
    def __init__(self) -> None:
        self._groups: dict[bytes, Numbers] = {}

    def take(self, groups: Iterable[Numbers]) -> None:
        """Add those of some groups that are not known, until there are enough."""
        left = _MOST_ITEMS
        for group in groups:
            key = group.tobytes()
            if len(group) < 2 or key in self._groups:
                continue
            if left <= 0 or len(self._groups) == _MOST_GROUPS:
                return
            self._groups[key] = group
            left -= len(group)

    def __iter__(self) -> Iterator[Numbers]:
        return iter(self._groups.values())


def _by(key: Numbers, leads: Numbers) -> Iterator[Numbers]:
    order = np.argsort(key, kind="stable")
    edges = np.flatnonzero(np.diff(key[order])) + 1
    start, stop = np.append(0, edges), np.append(edges, len(leads))
    several = stop - start > 1
    for part in zip(start[several].tolist(), stop[several].tolist()):
        yield leads[order[slice(*part)]]


def _by_address(sheet: Sheet, leads: Numbers) -> Iterator[Numbers]:
    """Links of one site whose addresses are alike, the one with most text for each address."""
    shapes: dict[tuple[str | int, ...], dict[str, int]] = {}
    sizes = sheet.room.tolist()
    for at in leads.tolist():
        target = sheet.targets[at]
        if target is None or target.own:
            continue
        steps = target.path.strip("/").split("/")
        for shape in ((len(steps),), (steps[0], len(steps)), (steps[0],)):
            best = shapes.setdefault((target.site, *shape), {})
            if target.key not in best or sizes[at] > sizes[best[target.key]]:
                best[target.key] = at
    for best in shapes.values():
        yield np.array(sorted(best.values()), dtype=np.int64)


def _parts(sheet: Sheet, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """The groups cut at every ancestor that several of their leads share."""
    seen: set[bytes] = set()
    for group in groups:
        shared = sheet.shared_depth(group[:-1], group[1:]).tolist()
        waiting = [(0, len(group))]
        while waiting:
            start, stop = waiting.pop()
            # What was cut before, as part of another group, would be cut in the same way.
            key = group[start:stop].tobytes()
            if key in seen:
                continue
            seen.add(key)
            for part in _cut(shared, start, stop):
                waiting.append(part)
                yield group[slice(*part)]


def _cut(shared: list[int], start: int, stop: int) -> Iterator[tuple[int, int]]:
    """A stretch of leads, cut where neighbours share least; without those that stand alone."""
    least = min(shared[start : stop - 1])
    edges = [at for at in range(start + 1, stop) if shared[at - 1] == least]
    for first, last in zip([start, *edges], [*edges, stop]):
        if last - first > 1:
            yield first, last


def _days(clues: Clues, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """Of groups of which most are dates, those. What stands between days belongs to a day."""
    if not groups:
        return
    lead = np.concatenate(groups)
    counts = np.array([len(group) for group in groups], dtype=np.int64)
    first = np.cumsum(counts) - counts
    dated = np.zeros(len(clues.sheet), dtype=bool)
    dated[clues.node] = clues.has_date
    told = np.add.reduceat(dated[lead].astype(np.int64), first)
    linked = np.maximum.reduceat(clues.sheet.link[lead], first) >= 0
    for number in np.flatnonzero((2 * told > counts) & (told < counts) & ~linked).tolist():
        yield groups[number][dated[groups[number]]]
