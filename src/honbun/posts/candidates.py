"""Candidate segmentations: all ways to split a page into posts.

Many candidates are generated and one is chosen later. Posts may be elements, runs of siblings
between rules, or ranges that start with a date; each of these is easy to find once looked for. On
108 thread pages of 39 templates, the best of about 70 segmentations is nearly always correct.
"""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import xxhash

from honbun.html.columns import RangeMin, group_equal, range_starts
from honbun.posts.keys import KeyTable
from honbun.posts.segmentation import Boundary, CandidateTable, Segmentation, without_nested

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column, Groups
    from honbun.html.nodes import NodeSequence
    from honbun.posts.keys import NodeKeys

    _Candidate = tuple[Boundary, Column, Column, int]


_LEAST = 0.04
"""Minimum share of the page's text in the posts; smaller lists are no candidates."""
_PARTING = frozenset("hr img br center p div table tr a font".split())
"""Elements that can separate posts without belonging to any."""
_INLINE = frozenset("br img a b i span em strong".split())
"""Elements that are too common inside posts to be posts themselves, unless they have a class."""
_MOST_OPENINGS = 400
"""Maximum number of opening texts with the same start; pages with more are tables of numbers."""
_KINDS = 16
"""Multiplier that leaves room to sort the candidates of one group."""

_MOST_KEYS = 1 << 24
"""Upper bound for the number of keys of a page."""


def find_segmentations(keys: NodeKeys) -> list[Segmentation]:
    """The distinct candidate segmentations of a page."""
    sequence = keys.sequence
    if not len(sequence):
        return []
    alike = KeyTable(keys)
    least = _LEAST * float(sequence.sizes[-1])
    dates = np.concatenate([[0], np.cumsum(keys.dated)])
    tables: list[list[CandidateTable]] = []
    for table in (_siblings(keys, alike, least), _ranges(keys, alike), _scattered(keys, alike)):
        tables.append([])
        for each in table:
            tables[-1].append(each.with_enough_text(sequence.sizes, least))
            if (joined := each.joined_by_date(dates)) is not None:
                tables[-1].append(joined.with_enough_text(sequence.sizes, least))
    return _distinct(sequence, tables, alike.names)


def _distinct(
    sequence: NodeSequence, tables: Iterable[Sequence[CandidateTable]], keys: Sequence[str]
) -> list[Segmentation]:
    """Merge candidates that split the text in the same way: the first one gets the names of all."""
    found: dict[bytes, Segmentation] = {}
    for table in tables:
        for _, name, mark, segmentation in sorted(
            _marked(sequence, table, keys), key=itemgetter(0)
        ):
            if mark in found:
                found[mark].names.append(name)
            elif (made_up := _build(sequence, name, *segmentation)) is not None:
                found[mark] = made_up
    return list(found.values())


def _marked(
    sequence: NodeSequence, table: Iterable[CandidateTable], keys: Sequence[str]
) -> Iterator[tuple[int, str, bytes, _Candidate]]:
    """Each candidate with its sort key, its name, and a digest of the text ranges that it
    selects."""
    for each in table:
        marks = np.stack([sequence.sizes[each.start], sequence.sizes[each.stop]], axis=1)
        # Posts without text are dropped, except nested ones, which may split others.
        filled = (marks[:, 0] < marks[:, 1]) | (each.kind is Boundary.NESTED)
        start, stop, marks = each.start[filled], each.stop[filled], marks[filled]
        until = np.cumsum(np.bincount(each.of[filled], minlength=len(each.size)))
        columns = (each.order, each.key, each.container, until)
        suffix = " dated" if each.dated else ""
        first = 0
        for order, key, container, last in zip(*(column.tolist() for column in columns)):
            mark = xxhash.xxh3_128_digest(marks[first:last].tobytes())
            tables = (each.kind, start[first:last], stop[first:last], container)
            yield order, f"{each.kind} {keys[key]}{suffix}", mark, tables
            first = last


def _build(
    sequence: NodeSequence, name: str, kind: Boundary, start: Column, stop: Column, container: int
) -> Segmentation | None:
    """Build the segmentation of a candidate; None where nested posts have too little text of their
    own."""
    if kind is not Boundary.NESTED:
        return Segmentation(kind, [name], start, stop, np.arange(len(start)), container)
    start, stop, post = without_nested(start, stop)
    held = np.bincount(post, weights=sequence.sizes[stop] - sequence.sizes[start])
    kept = held > 0
    if held.sum() < _LEAST * sequence.sizes[-1] or kept.sum() < 2:
        return None
    wanted = kept[post]
    post = (np.cumsum(kept) - 1)[post[wanted]]
    return Segmentation(kind, [name], start[wanted], stop[wanted], post, container)


def _siblings(keys: NodeKeys, alike: KeyTable, least: float) -> Iterator[CandidateTable]:
    """Segmentations by the children of one element: those with the same key, and the runs between
    them."""
    sequence = keys.sequence
    children = _children(sequence, least)
    containers = sequence.parent[children]
    found, key = alike.siblings(children).groups(containers)
    first = found.place[found.begin]
    lists = _Lists(found, key, containers[first], np.arange(len(key)) * _KINDS)
    start = children[found.place]
    table = CandidateTable(Boundary.ELEMENT, start, sequence.end[start], found.size, *lists[1:])
    yield table.select(sequence.run[children[first]] < 0)
    many = np.bincount(containers, minlength=len(sequence))
    some = lists.select(found.size < many[lists.container])
    if not len(some.key):
        return
    yield _opened(keys, children, some)
    heads = children[some.found.place[some.found.begin]].tolist()
    parts = some.select(np.array([sequence.tag[kid] in _PARTING for kid in heads], dtype=bool))
    if len(parts.key):
        yield _separated(sequence, children, parts)
        yield _closed(sequence, children, parts)


class _Lists(NamedTuple):
    """Groups of siblings with the same key."""

    found: Groups
    key: Column
    container: Column
    order: Column

    def select(self, wanted: NDArray[np.bool_]) -> _Lists:
        found, *columns = self
        return _Lists(found.select(wanted), *(column[wanted] for column in columns))


def _opened(keys: NodeKeys, children: Column, lists: _Lists) -> CandidateTable:
    end, found = keys.sequence.end, lists.found
    until = _last_run_end(keys.tag_class[children], keys.sequence.parent[children], found)
    start = children[found.place]
    # Siblings are adjacent: one starts where the one before it ends.
    stop = np.append(start[1:], 0)
    stop[found.last] = end[children[until]]
    return CandidateTable(
        Boundary.OPENED, start, stop, found.size, lists.key, lists.container, lists.order + 2
    )


def _separated(sequence: NodeSequence, children: Column, lists: _Lists) -> CandidateTable:
    found = lists.found
    parts = children[found.place]
    start = np.insert(sequence.end[parts], found.begin, lists.container + 1)
    stop = np.insert(parts, found.last + 1, sequence.end[lists.container])
    between = start < stop
    size = np.add.reduceat(between, range_starts(found.size + 1), dtype=np.int64)
    start, stop = start[between], stop[between]
    return CandidateTable(
        Boundary.SEPARATED, start, stop, size, lists.key, lists.container, lists.order + 4
    )


def _closed(sequence: NodeSequence, children: Column, lists: _Lists) -> CandidateTable:
    found = lists.found
    stop = sequence.end[children[found.place]]
    start = np.append(0, stop[:-1])
    start[found.begin] = lists.container + 1
    return CandidateTable(
        Boundary.CLOSED, start, stop, found.size, lists.key, lists.container, lists.order + 6
    )


def _children(sequence: NodeSequence, least: float) -> Column:
    """The children of all elements that contain enough text and more than one child."""
    sizes, parent = sequence.sizes, sequence.parent
    many = np.bincount(parent[parent >= 0], minlength=len(sequence))
    wide = (many > 1) & (sizes[sequence.end] - sizes[:-1] >= least)
    children = np.flatnonzero((parent >= 0) & wide[parent])
    return children[np.argsort(parent[children], kind="stable")]


def _last_run_end(tag_class: Column, containers: Column, found: Groups) -> Column:
    """The end of the last run of siblings: before a sibling that no other run has, and no longer
    than the longest run."""
    opening = found.place[found.last]
    first = found.place[found.begin]
    before, after = _neighbours(tag_class, containers)
    # A sibling after the last opening is unusual if no earlier run has one like it. `before` of a
    # sibling may be an unusual one after the opening, which then comes first, or the opening
    # itself, whose own value counts then.
    strange = RangeMin(before).first_below(first, opening + 1)
    strange = np.where(before[opening] < first, np.minimum(strange, after[opening]), strange)
    ends = np.searchsorted(containers, containers[opening], side="right")
    steps = np.diff(found.place, prepend=0)
    steps[found.begin] = 0
    longest = np.maximum.reduceat(steps, found.begin)
    last: Column = opening + np.minimum(np.minimum(strange, ends) - opening - 1, longest - 1)
    return last


def _neighbours(tag_class: Column, containers: Column) -> tuple[Column, Column]:
    """For each sibling, the previous and the next one with the same tag and class; -1 and the
    length if none."""
    before, after = np.full(len(tag_class), -1), np.full(len(tag_class), len(tag_class))
    same = group_equal(containers * (int(tag_class.max(initial=0)) + 1) + tag_class)
    one, other = same.place[:-1], same.place[1:]
    follows = np.ones(len(other), dtype=bool)
    follows[same.begin[1:] - 1] = False
    before[other[follows]], after[one[follows]] = one[follows], other[follows]
    return before, after


def _ranges(keys: NodeKeys, alike: KeyTable) -> Iterator[CandidateTable]:
    """Segmentations by ranges from one opening to the next, at any depth."""
    sequence = keys.sequence
    is_text = sequence.run >= 0
    places = np.where(is_text, keys.line, np.arange(len(sequence)))
    found, key = alike.openings(np.arange(len(sequence))).groups()
    if not len(key):
        return
    start = places[found.place]
    # Several texts of a line open it once.
    again = np.append(False, start[1:] == start[:-1])
    again[found.begin] = False
    size = found.size - np.bincount(found.of[again], minlength=len(key))
    of_texts = is_text[found.place[found.begin]]
    wanted = (size > 1) & ~(of_texts & (size > _MOST_OPENINGS))
    if not wanted.any():
        return
    start, size = start[~again & wanted[found.of]], size[wanted]
    first, last = range_starts(size), np.cumsum(size) - 1
    sizes, end = sequence.sizes, sequence.end
    container = _containers(sequence, start[first], end[start[last]])
    steps = np.diff(sizes[start], prepend=0)
    steps[first] = 0
    longest = np.maximum.reduceat(steps, first)
    # The last range ends with the container, or when it is as long as the longest.
    full = np.searchsorted(sizes, sizes[start[last]] + longest, side="right")
    stop = np.append(start[1:], 0)
    stop[last] = np.maximum(end[start[last]], np.minimum(full - 1, end[container]))
    yield CandidateTable(
        Boundary.RANGE, start, stop, size, key[wanted], container, np.arange(len(size)) * _KINDS
    )


def _scattered(keys: NodeKeys, alike: KeyTable) -> Iterator[CandidateTable]:
    """Segmentations by elements with the same key or the same tag path, anywhere on the page."""
    sequence = keys.sequence
    nodes = np.flatnonzero((sequence.run < 0) & (sequence.parent >= 0))
    inline = [alike.numbers[tag] for tag in _INLINE]
    for step, pairs in enumerate((alike.tag_paths(nodes), alike.of(nodes))):
        found, key = pairs.groups()
        # Groups are sorted by their first node; the tag path of a node comes before its keys.
        order = (found.place[found.begin] * 2 + step) * _MOST_KEYS + np.arange(len(key))
        places = nodes[found.place]
        strange = sequence.parent[places] != sequence.parent[places[found.begin]][found.of]
        spread = np.bincount(found.of[strange], minlength=len(key)) > 0
        wanted = spread & ~np.isin(key, inline)
        if wanted.any():
            yield from _split_nested(
                sequence, nodes, found.select(wanted), key[wanted], order[wanted]
            )


def _split_nested(
    sequence: NodeSequence, nodes: Column, found: Groups, key: Column, order: Column
) -> Iterator[CandidateTable]:
    start = nodes[found.place]
    stop = sequence.end[start]
    over = np.append(start[1:] < stop[:-1], False)
    over[found.last] = False
    nested = np.bincount(found.of[over], minlength=len(key)) > 0
    container = _containers(sequence, start[found.begin], np.maximum.reduceat(stop, found.begin))
    table = CandidateTable(Boundary.SCATTERED, start, stop, found.size, key, container, order)
    yield table.select(~nested)
    yield replace(table.select(nested), kind=Boundary.NESTED)


def _containers(sequence: NodeSequence, at: Column, stop: Column) -> Column:
    """The innermost element that contains everything from each node to its stop."""
    at = np.maximum(sequence.parent[at], 0)
    while (short := np.flatnonzero((sequence.end[at] < stop) & (at > 0))).size:
        at[short] = sequence.parent[at[short]]
    return at
