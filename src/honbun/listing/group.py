"""Groups: leads that are made alike, and so may be the titles of one list.

What "alike" means differs from page to page, so there are several ways to tell: the way of tags up
from the lead, so many steps of it; the class, with those of its ancestors; the nearest class above;
the address that a link leads to. Every group is also cut wherever the page branches, so that a list
can be told from another that is made alike, and thinned to one lead for each item.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.listing.clue import Clues
    from honbun.listing.sheet import Numbers, Sheet

_STEPS = (2, 3, 4, 6)
_MOST_GROUPS = 4000
_NUMBER = re.compile(r"\d+")
_UP = 6


def groups(clues: Clues) -> list[Numbers]:
    """The groups of a page's leads, each in document order, none twice."""
    sheet, leads = clues.sheet, clues.node
    found = _Found()
    for key in _keys(sheet):
        for group in _by(key[leads], leads):
            found.add(group)
    for group in _by_address(sheet, leads):
        found.add(group)
    for group in list(found):
        for part in _parts(sheet, group):
            found.add(part)
    for group in list(found):
        for thin in _thinned(sheet, group):
            found.add(thin)
    dated = clues.has_date
    for group in list(found):
        # Where titles are days, what stands between them belongs to a day.
        told = dated[clues.place(group)]
        unlinked = sheet.link[group] < 0
        if 2 * told.sum() > len(group) > told.sum() and unlinked.all():
            found.add(group[told])
    return list(found)


class _Found:
    def __init__(self) -> None:
        self._groups: dict[bytes, Numbers] = {}

    def add(self, group: Numbers) -> None:
        if len(group) > 1 and len(self._groups) < _MOST_GROUPS:
            self._groups.setdefault(group.tobytes(), group)

    def __iter__(self) -> Iterator[Numbers]:
        return iter(self._groups.values())


def _by(key: Numbers, leads: Numbers) -> Iterator[Numbers]:
    order = np.argsort(key, kind="stable")
    edges = np.flatnonzero(np.diff(key[order])) + 1
    for part in np.split(leads[order], edges):
        if len(part) > 1:
            yield part


def _keys(sheet: Sheet) -> Iterator[Numbers]:
    yield _ways(sheet.tag, sheet.box, None)
    for steps in _STEPS:
        yield _ways(sheet.tag, sheet.box, steps)
    make = _makes(sheet)
    for steps in (1, 2, 3):
        yield _ways(make, sheet.strand.parent, steps)
    yield _named(sheet, make)


def _ways(own: Numbers, above: Numbers, steps: int | None) -> Numbers:
    """A number for what each node and so many of its ancestors are."""
    if steps is None:
        numbers: dict[tuple[int, int], int] = {}
        found = [0] * (len(own) + 1)
        found[-1] = -1
        for at, pair in enumerate(zip(own.tolist(), above.tolist())):
            found[at] = numbers.setdefault((pair[0], found[pair[1]]), len(numbers))
        return np.array(found[:-1], dtype=np.int64)
    key = own
    for _ in range(steps - 1):
        upper = np.append(key, -1)[above]
        key = np.unique(own * (int(upper.max(initial=0)) + 2) + upper + 1, return_inverse=True)[1]
    return key


def _makes(sheet: Sheet) -> Numbers:
    """Tag and class, but for names that hold numbers: those are one element's own."""
    numbers: dict[tuple[str, str], int] = {}
    plain: dict[str, str] = {}
    found = []
    for tag, names in zip(sheet.strand.tag, sheet.classes):
        if names not in plain:
            plain[names] = " ".join(name for name in names.split() if not _NUMBER.search(name))
        found.append(numbers.setdefault((tag, plain[names]), len(numbers)))
    return np.array(found, dtype=np.int64)


def _named(sheet: Sheet, make: Numbers) -> Numbers:
    """The way up to the nearest ancestor with a class, and that class."""
    numbers: dict[tuple[int, int], int] = {}
    found = [0] * (len(sheet) + 1)
    found[-1] = -1
    columns = zip(make.tolist(), sheet.classes, sheet.strand.parent.tolist())
    for at, (own, named, parent) in enumerate(columns):
        found[at] = numbers.setdefault((own, -2 if named else found[parent]), len(numbers))
    return np.array(found[:-1], dtype=np.int64)


def _by_address(sheet: Sheet, leads: Numbers) -> Iterator[Numbers]:
    """Links of one site whose addresses are alike, the one with most text for each address."""
    shapes: dict[tuple[str | int, ...], dict[str, int]] = {}
    sizes = sheet.widths[sheet.strand.end] - sheet.widths[:-1]
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


def _parts(sheet: Sheet, group: Numbers) -> Iterator[Numbers]:
    """The group cut at every ancestor that several of its leads share."""
    waiting = [group]
    while waiting:
        whole = waiting.pop()
        depths = sheet.shared_depth(whole[:-1], whole[1:])
        edges = np.flatnonzero(depths == depths.min()) + 1
        for part in np.split(whole, edges):
            if 1 < len(part) < len(whole):
                waiting.append(part)
                yield part


def _thinned(sheet: Sheet, group: Numbers) -> Iterator[Numbers]:
    """The group with one lead for each address, or one for each ancestor so many steps up."""
    sizes = (sheet.widths[sheet.strand.end] - sheet.widths[:-1])[group]
    keys = [sheet.targets[at].key if sheet.targets[at] else str(at) for at in group.tolist()]
    yield _largest(group, np.unique(keys, return_inverse=True)[1], sizes)
    above = group
    for _ in range(_UP):
        above = np.maximum(sheet.strand.parent[above], 0)
        first = np.unique(above, return_index=True)[1]
        if len(first) == len(group):
            continue
        if len(first) < 2:
            break
        first.sort()
        yield group[first]
        yield _largest(group, above, sizes)
        last = np.append(first[1:], len(group)) - first
        if last.min() > 1:
            yield group[first + 1]


def _largest(group: Numbers, key: Numbers, sizes: Numbers) -> Numbers:
    """Of the leads with one key the one with most text, the first of those."""
    order = np.lexsort((np.arange(len(group)), -sizes, key))
    kept = order[np.append(True, np.diff(key[order]) != 0)]
    found: Numbers = group[np.sort(kept)]
    return found
