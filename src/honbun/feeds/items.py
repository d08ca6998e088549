"""Item spans: the part of the page that belongs to each item of a group.

An item is the highest element that contains its title and no other title of the group, but no
higher than is usual in the group. Where items have no element of their own, each is a run of
siblings: from the start of the title's line, or from a heading before it, to the next item.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.columns import Flags, NodeColumns, Numbers

_USUAL = 0.8
"""Share of the most frequent height from which a smaller height is as usual."""
_TAIL = 12
"""Maximum number of siblings after the last title that belong to the last item."""


@dataclass(frozen=True, slots=True)
class ItemSpans:
    """The items of several groups, one group after another."""

    group: Numbers
    """The group of each item."""
    first: Numbers
    """Where each group starts, with the total number of items at the end."""
    title_node: Numbers
    element: Numbers
    """The element that the item is, or starts with."""
    start: Numbers
    stop: Numbers

    @property
    def counts(self) -> Numbers:
        """Number of items of each group."""
        return np.diff(self.first)


def item_spans(columns: NodeColumns, groups: Sequence[Numbers]) -> ItemSpans:
    """The spans of the items of several groups."""
    counts = np.array([len(group) for group in groups], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(counts)])
    group = np.repeat(np.arange(len(groups)), counts)
    title_node = np.concatenate(groups)
    element = _elements(columns, group, title_node)
    follows = np.zeros(len(title_node), dtype=bool)
    follows[1:] = (group[1:] == group[:-1]) & (
        columns.sequence.parent[element[1:]] == columns.sequence.parent[element[:-1]]
    )
    start = _starts(columns, group, first, element, follows)
    stop = _stops(columns, group, first, element, start, follows)
    # No item overlaps the next.
    later = np.append(start[1:], 0)
    inside = np.append(group[1:] == group[:-1], False) & (later >= columns.sequence.end[title_node])
    stop = np.where(inside, np.minimum(stop, later), stop)
    return ItemSpans(group, first, title_node, element, start, stop)


def _elements(columns: NodeColumns, group: Numbers, title_node: Numbers) -> Numbers:
    """The highest element of each item, no higher above its title than is usual in its group."""
    shared = np.full(len(title_node) + 1, -1, dtype=np.int64)
    same = np.flatnonzero(group[1:] == group[:-1]) + 1
    shared[same] = columns.shared_depth(title_node[same - 1], title_node[same])
    depth = columns.sequence.depth[title_node]
    top = np.minimum(np.maximum(shared[:-1], shared[1:]) + 1, depth)
    reach = depth - top
    size = int(reach.max(initial=0)) + 1
    many = int(group[-1]) + 1
    votes = np.bincount(group * size + reach, minlength=many * size).reshape(many, size)
    usual = np.argmax(votes >= _USUAL * votes.max(axis=1, keepdims=True), axis=1)
    return columns.ancestor(title_node, np.maximum(top, depth - usual[group]))


def _starts(
    columns: NodeColumns, group: Numbers, first: Numbers, element: Numbers, follows: Flags
) -> Numbers:
    """Where each item starts: its element, its line, or a preceding sibling that belongs to it."""
    before, tag_class = columns.before, columns.tag_class
    start = np.where(columns.is_inline[element], columns.line[element], element)
    # No item starts before or inside the one before it.
    last = np.concatenate([[-1], element[:-1]])
    last[first[:-1]] = -1
    start = np.where(start <= last, element, start)
    previous = before[start]
    opening = previous[first[:-1]]
    opened = opening >= 0
    kind = np.where(opened, tag_class[np.maximum(opening, 0)], -1)
    own = tag_class[element[first[:-1]]]
    after = _after(columns, element[first[1:] - 1])
    trails = (after >= 0) & (tag_class[np.maximum(after, 0)] == kind)
    apart = follows & (previous != last)
    alike = apart & (tag_class[np.maximum(previous, 0)] == kind[group]) & (previous >= 0)
    yes = np.add.reduceat(alike.astype(np.int64), first[:-1])
    gaps = np.add.reduceat(apart.astype(np.int64), first[:-1])
    has_heading = opened & (kind != own) & ~trails & (yes > 0) & (2 * yes >= gaps)
    has_heading |= opened & (after < 0) & _alternate(before, previous, last, follows, first)
    has_heading &= ~columns.is_inline[element[first[:-1]]]
    takes = (
        has_heading[group] & (previous >= 0) & (tag_class[np.maximum(previous, 0)] == kind[group])
    )
    takes &= previous > last
    return np.where(takes, previous, start)


def _alternate(
    before: Numbers, previous: Numbers, last: Numbers, follows: Flags, first: Numbers
) -> Flags:
    """Whether exactly one sibling is between any two items of each group: records of two rows."""
    one = follows & (previous != last) & (before[np.maximum(previous, 0)] == last)
    between = np.add.reduceat(one.astype(np.int64), first[:-1])
    pairs = np.add.reduceat(follows.astype(np.int64), first[:-1])
    found: Flags = (pairs > 0) & (between == pairs)
    return found


def _after(columns: NodeColumns, element: Numbers) -> Numbers:
    """The next sibling of each node; -1 for the last."""
    end, parent = columns.sequence.end[element], columns.sequence.parent
    inside = np.minimum(end, len(columns) - 1)
    return np.where((end < len(columns)) & (parent[inside] == parent[element]), end, -1)


def _stops(
    columns: NodeColumns,
    group: Numbers,
    first: Numbers,
    element: Numbers,
    start: Numbers,
    follows: Flags,
) -> Numbers:
    """Where each item ends: with its element, or where the next one of its run starts."""
    stop = columns.sequence.end[element]
    runs_on = np.append(follows[1:], False)
    # If items are mostly adjacent, what is between the others does not belong to them.
    touches = runs_on & (np.append(start[1:], 0) == stop)
    touching = np.add.reduceat(touches.astype(np.int64), first[:-1])
    pairs = np.add.reduceat(runs_on.astype(np.int64), first[:-1])
    runs_on &= (2 * touching < pairs)[group]
    stop = np.where(runs_on, np.maximum(stop, np.append(start[1:], 0)), stop)
    # The last item of a run has as many siblings after it as the one before it.
    last = np.flatnonzero(follows & ~np.append(follows[1:], False))
    last = last[stop[last - 1] > columns.sequence.end[element[last - 1]]]
    known: dict[tuple[int, ...], int] = {}  # many groups have the same end
    for at, *where in np.stack(
        [last, element[last - 1], stop[last - 1], element[last]], axis=1
    ).tolist():
        key = tuple(where)
        if key not in known:
            known[key] = _tail(columns, *key)
        stop[at] = known[key]
    return stop


def _tail(columns: NodeColumns, before: int, stop: int, element: int) -> int:
    end, tag_class, parent = columns.sequence.end, columns.tag_class, columns.sequence.parent
    count, at, alike = 0, int(end[before]), False
    while at < stop and count < _TAIL:
        # If items start and continue with the same tag and class, it does not mark the next item.
        alike = alike or bool(tag_class[at] == tag_class[element])
        count, at = count + 1, int(end[at])
    at = int(end[element])
    while count and at < len(columns) and parent[at] == parent[element]:
        if tag_class[at] == tag_class[element] and not alike:
            break
        count, at = count - 1, int(end[at])
    return at
