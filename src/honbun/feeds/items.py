"""Regions: the part of the page that belongs to each item of a group.

An item is the highest element that holds its lead and no other of the group; where most items
reach less far up, no further than they. Where items have no element of their own, they are
stretches of one: from the beginning of the lead's line, or from a heading before it, to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.columns import Flags, NodeColumns, Numbers

_USUAL = 0.8
"""A reach that so many items have, beside the most usual one, is as usual."""
_TAIL = 12
"""Siblings that the last item of a stretch takes at most."""


@dataclass(frozen=True, slots=True)
class ItemSpans:
    """The items of some groups, one after another."""

    group: Numbers
    """The number of the group of each item."""
    first: Numbers
    """Where each group begins, with the number of all items at the end."""
    lead: Numbers
    unit: Numbers
    """The element that the item is, or begins with."""
    start: Numbers
    stop: Numbers

    @property
    def counts(self) -> Numbers:
        """How many items each group has."""
        return np.diff(self.first)


def item_spans(sheet: NodeColumns, groups: Sequence[Numbers]) -> ItemSpans:
    """The regions of the items of some groups."""
    counts = np.array([len(group) for group in groups], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(counts)])
    group = np.repeat(np.arange(len(groups)), counts)
    lead = np.concatenate(groups)
    unit = _units(sheet, group, lead)
    follows = np.zeros(len(lead), dtype=bool)
    follows[1:] = (group[1:] == group[:-1]) & (
        sheet.strand.parent[unit[1:]] == sheet.strand.parent[unit[:-1]]
    )
    start = _starts(sheet, group, first, unit, follows)
    stop = _stops(sheet, group, first, unit, start, follows)
    # No item reaches into the next.
    later = np.append(start[1:], 0)
    inside = np.append(group[1:] == group[:-1], False) & (later >= sheet.strand.end[lead])
    stop = np.where(inside, np.minimum(stop, later), stop)
    return ItemSpans(group, first, lead, unit, start, stop)


def _units(sheet: NodeColumns, group: Numbers, lead: Numbers) -> Numbers:
    """The highest element of each item, no higher above its lead than is usual in its group."""
    shared = np.full(len(lead) + 1, -1, dtype=np.int64)
    same = np.flatnonzero(group[1:] == group[:-1]) + 1
    shared[same] = sheet.shared_depth(lead[same - 1], lead[same])
    depth = sheet.strand.depth[lead]
    top = np.minimum(np.maximum(shared[:-1], shared[1:]) + 1, depth)
    reach = depth - top
    size = int(reach.max(initial=0)) + 1
    many = int(group[-1]) + 1
    votes = np.bincount(group * size + reach, minlength=many * size).reshape(many, size)
    usual = np.argmax(votes >= _USUAL * votes.max(axis=1, keepdims=True), axis=1)
    return sheet.ancestor(lead, np.maximum(top, depth - usual[group]))


def _starts(
    sheet: NodeColumns, group: Numbers, first: Numbers, unit: Numbers, follows: Flags
) -> Numbers:
    """Where each item begins: its unit, its line's beginning, or a sibling that leads it in."""
    before, make = sheet.before, sheet.make
    start = np.where(sheet.is_inline[unit], sheet.line[unit], unit)
    # No item begins in the one before it.
    last = np.concatenate([[-1], unit[:-1]])
    start = np.where(follows & (start <= last), unit, start)
    previous = before[start]
    opening = previous[first[:-1]]
    opened = opening >= 0
    kind = np.where(opened, make[np.maximum(opening, 0)], -1)
    own = make[unit[first[:-1]]]
    after = _after(sheet, unit[first[1:] - 1])
    trails = (after >= 0) & (make[np.maximum(after, 0)] == kind)
    apart = follows & (previous != last)
    alike = apart & (make[np.maximum(previous, 0)] == kind[group]) & (previous >= 0)
    yes = np.add.reduceat(alike.astype(np.int64), first[:-1])
    gaps = np.add.reduceat(apart.astype(np.int64), first[:-1])
    led = opened & (kind != own) & ~trails & (yes > 0) & (2 * yes >= gaps)
    led |= opened & (after < 0) & _alternate(before, previous, last, follows, first)
    led &= ~sheet.is_inline[unit[first[:-1]]]
    takes = led[group] & (previous >= 0) & (make[np.maximum(previous, 0)] == kind[group])
    takes &= ~follows | (previous > last)
    return np.where(takes, previous, start)


def _alternate(
    before: Numbers, previous: Numbers, last: Numbers, follows: Flags, first: Numbers
) -> Flags:
    """Whether one sibling stands between any two items of each group: records of two rows."""
    one = follows & (previous != last) & (before[np.maximum(previous, 0)] == last)
    between = np.add.reduceat(one.astype(np.int64), first[:-1])
    pairs = np.add.reduceat(follows.astype(np.int64), first[:-1])
    found: Flags = (pairs > 0) & (between == pairs)
    return found


def _after(sheet: NodeColumns, unit: Numbers) -> Numbers:
    """The sibling after each node, -1 for the last."""
    end, parent = sheet.strand.end[unit], sheet.strand.parent
    inside = np.minimum(end, len(sheet) - 1)
    return np.where((end < len(sheet)) & (parent[inside] == parent[unit]), end, -1)


def _stops(
    sheet: NodeColumns,
    group: Numbers,
    first: Numbers,
    unit: Numbers,
    start: Numbers,
    follows: Flags,
) -> Numbers:
    """Where each item ends: with its unit, or where the next of its stretch begins."""
    stop = sheet.strand.end[unit]
    runs_on = np.append(follows[1:], False)
    # Items that mostly touch are elements of their own: what else stands between is not theirs.
    touches = runs_on & (np.append(start[1:], 0) == stop)
    touching = np.add.reduceat(touches.astype(np.int64), first[:-1])
    pairs = np.add.reduceat(runs_on.astype(np.int64), first[:-1])
    runs_on &= (2 * touching < pairs)[group]
    stop = np.where(runs_on, np.maximum(stop, np.append(start[1:], 0)), stop)
    # The last of a stretch has as many siblings behind it as the one before it.
    last = np.flatnonzero(follows & ~np.append(follows[1:], False))
    last = last[stop[last - 1] > sheet.strand.end[unit[last - 1]]]
    known: dict[tuple[int, ...], int] = {}  # many groups end alike
    for at, *where in np.stack([last, unit[last - 1], stop[last - 1], unit[last]], axis=1).tolist():
        key = tuple(where)
        if key not in known:
            known[key] = _tail(sheet, *key)
        stop[at] = known[key]
    return stop


def _tail(sheet: NodeColumns, before: int, stop: int, unit: int) -> int:
    end, make, parent = sheet.strand.end, sheet.make, sheet.strand.parent
    count, at, alike = 0, int(end[before]), False
    while at < stop and count < _TAIL:
        # Where items begin and go on with elements of one make, it does not tell the next.
        alike = alike or bool(make[at] == make[unit])
        count, at = count + 1, int(end[at])
    at = int(end[unit])
    while count and at < len(sheet) and parent[at] == parent[unit]:
        if make[at] == make[unit] and not alike:
            break
        count, at = count - 1, int(end[at])
    return at


# Ranges: the greatest of any stretch of a column, for many stretches at once.


class RangeMax:
    """Answers what the greatest number of a stretch is, in constant time for each.

    >>> Greatest(np.array([3, 1, 2, 5])).of(np.array([0, 1]), np.array([3, 4])).tolist()
    [3, 5]
    """

    def __init__(self, column: Numbers) -> None:
        rows = [column]
        step = 1
        while 2 * step <= len(column):
            last = rows[-1]
            # Stretches that would go beyond the end go as far as it.
            shifted = np.concatenate([last[step:], last[-1:].repeat(step)])
            rows.append(np.maximum(last, shifted))
            step *= 2
        self._table = np.stack(rows)

    def of(self, start: Numbers, stop: Numbers) -> Numbers:
        """The greatest number of each stretch; none may be empty."""
        level = np.frexp(stop - start)[1].astype(np.int64) - 1
        first = self._table[level, start]
        found: Numbers = np.maximum(first, self._table[level, stop - (1 << level)])
        return found
