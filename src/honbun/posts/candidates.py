"""All the ways in which a page could be cut into posts.

Made in plenty, and chosen among later: whether posts are elements, runs of siblings between rules,
or ranges that begin with a date, each is easy to find once it is looked for, and on 108 thread
pages of 39 formats the best of about 70 cuts is nearly always right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import xxhash

from honbun.html.columns import RangeMin, expand_ranges, group_equal, range_starts
from honbun.posts.keys import KeyTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.html.columns import Column

# Cut: one way to cut a page into posts.


class Boundary(StrEnum):
    """How the posts of a cut are bounded."""

    ELEMENT = "element"
    """Each post is one of several children of an element."""
    OPENED = "led"
    """A run of siblings, from one that opens a post to the next."""
    SEPARATED = "parted"
    """A run of siblings between two that part posts and belong to none."""
    CLOSED = "closed"
    """A run of siblings up to the one that closes a post."""
    RANGE = "range"
    """From one opening to the next in the order of the page, at whatever depth."""
    SCATTERED = "scattered"
    """Elements of one make that stand in several places of the page."""
    NESTED = "nested"
    """The same, with posts inside of posts: an answer is no part of what it answers."""


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Ranges of a strand that could be the posts of its page.

    A post is one range, but for a post with others inside of it, which is what they leave.
    """

    kind: Boundary
    names: list[str]
    """Kind and key (what opens, closes, parts or makes up the posts) of every way to come to
    this cut: pages of one format are cut in the same ways."""
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    post: NDArray[np.int64]
    """The post that each range belongs to, from 0."""
    container: int
    """The nearest element that holds all of them."""

    def __len__(self) -> int:
        return int(self.post.max()) + 1

    def spans(self) -> list[list[tuple[int, int]]]:
        """The ranges of each post."""
        spans: list[list[tuple[int, int]]] = [[] for _ in range(len(self))]
        for start, stop, post in zip(self.start.tolist(), self.stop.tolist(), self.post.tolist()):
            spans[post].append((start, stop))
        return spans


def without_nested(
    start: NDArray[np.int64], stop: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Ranges in the order of their starts, each without those inside of it; and whose they are."""
    # Ranges lie inside of each other or apart, so what follows an opening is the one that opened,
    # and what follows a closing the one around it.
    count = np.arange(len(start))
    level = count - np.searchsorted(np.sort(stop), start, side="right")
    by_level = np.sort(level * len(start) + count)
    around = by_level[np.searchsorted(by_level, (level - 1) * len(start) + count) - 1] % len(start)
    # Where several close at once the outer is the last, and one that opens there comes after.
    at = np.concatenate([stop, start])
    order = np.lexsort((np.concatenate([-count, count]), np.repeat([0, 1], len(start)), at))
    at = at[order]
    owner = np.concatenate([np.where(level > 0, around, -1), count])[order]
    kept = np.append((at[:-1] < at[1:]) & (owner[:-1] >= 0), False)
    places = np.flatnonzero(kept)
    return at[places], at[places + 1], owner[places]


# Tries: many cuts in one table, before it is known which of them are worth a look.

_RUNS = frozenset({Boundary.OPENED, Boundary.SEPARATED, Boundary.CLOSED, Boundary.RANGE})
_DATED = 0.4
"""Share of runs with a date from which those without may be parts of the one before."""


@dataclass(frozen=True)
class CandidateTable:
    """Cuts of one kind, the ranges of one after those of another."""

    kind: Boundary
    start: Column
    stop: Column
    size: Column
    """How many ranges each cut has."""
    key: Column
    container: Column
    order: Column
    """By which the cuts of several tables are sorted."""
    dated: bool = False
    """Whether ranges without a date were added to the one before."""

    @cached_property
    def of(self) -> Column:
        """The cut of each range."""
        return np.repeat(np.arange(len(self.size)), self.size)

    def with_enough_text(self, sizes: Column, least: float) -> CandidateTable:
        """Those of at least two ranges with text, which hold at least so much of it."""
        held = sizes[self.stop] - sizes[self.start]
        size = np.bincount(self.of, weights=held, minlength=len(self.size))
        filled = np.bincount(self.of[held > 0], minlength=len(self.size))
        return self.select((size >= least) & (filled > 1))

    def select(self, wanted: NDArray[np.bool_]) -> CandidateTable:
        """Some of the cuts."""
        if wanted.all():
            return self
        size = self.size[wanted]
        rows = expand_ranges(range_starts(self.size)[wanted], size)
        return replace(
            self,
            start=self.start[rows],
            stop=self.stop[rows],
            size=size,
            key=self.key[wanted],
            container=self.container[wanted],
            order=self.order[wanted],
        )

    def joined_by_date(self, dates: Column) -> CandidateTable | None:
        """The runs that have a date, each with those after it that have none.

        Rules and lines part posts from each other, but the head of the page from the first as
        well, and what a post says from what it says next.
        """
        if self.kind not in _RUNS:
            return None
        has = dates[self.stop] > dates[self.start]
        count = np.bincount(self.of[has], minlength=len(self.size))
        wanted = (count < self.size) & (count >= np.maximum(2, _DATED * self.size))
        if not wanted.any():
            return None
        places = np.flatnonzero(has & wanted[self.of])
        size = count[wanted]
        until = np.append(places[1:] - 1, -1)
        last = np.cumsum(size) - 1
        until[last] = places[last]
        return CandidateTable(
            self.kind,
            self.start[places],
            self.stop[until],
            size,
            self.key[wanted],
            self.container[wanted],
            self.order[wanted] + 1,
            dated=True,
        )


if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column, Groups
    from honbun.html.nodes import NodeSequence
    from honbun.posts.keys import NodeKeys

    _Candidate = tuple[Boundary, Column, Column, int]

_LEAST = 0.04
"""Share of the page's text that the posts of a cut must hold: smaller lists are no candidates."""
_PARTING = frozenset("hr img br center p div table tr a font".split())
"""What can stand between posts and belong to none of them."""
_INLINE = frozenset("br img a b i span em strong".split())
"""Too common inside of posts to be posts all over the page, without a class."""
_MOST_OPENINGS = 400
"""Texts of one beginning that may be openings: pages full of numbers are tables."""
_KINDS = 16
"""What the places of groups are multiplied by to sort the cuts that are made of each."""

_MOST_KEYS = 1 << 24
"""More keys than the nodes of a page that can be parsed have."""


def find_segmentations(keys: NodeKeys) -> list[Segmentation]:
    """The cuts of a page, none twice."""
    sequence = keys.sequence
    if not len(sequence):
        return []
    alike = KeyTable(keys)
    least = _LEAST * float(sequence.sizes[-1])
    dates = np.concatenate([[0], np.cumsum(keys.dated)])
    made: list[list[CandidateTable]] = []
    for table in (_siblings(keys, alike, least), _ranges(keys, alike), _scattered(keys, alike)):
        made.append([])
        for each in table:
            made[-1].append(each.with_enough_text(sequence.sizes, least))
            if (joined := each.joined_by_date(dates)) is not None:
                made[-1].append(joined.with_enough_text(sequence.sizes, least))
    return _distinct(sequence, made, alike.names)


def _distinct(
    sequence: NodeSequence, made: Iterable[Sequence[CandidateTable]], keys: Sequence[str]
) -> list[Segmentation]:
    """Cuts by the text that they cut: of several that differ in name only, the first counts."""
    found: dict[bytes, Segmentation] = {}
    for table in made:
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
    """Each try with its order, its name, and a mark that tries of the same text share."""
    for each in table:
        marks = np.stack([sequence.sizes[each.start], sequence.sizes[each.stop]], axis=1)
        # Posts without text are none, but nested ones may part others.
        filled = (marks[:, 0] < marks[:, 1]) | (each.kind is Boundary.NESTED)
        start, stop, marks = each.start[filled], each.stop[filled], marks[filled]
        until = np.cumsum(np.bincount(each.of[filled], minlength=len(each.size)))
        columns = (each.order, each.key, each.container, until)
        suffix = " dated" if each.dated else ""
        first = 0
        for order, key, container, last in zip(*(column.tolist() for column in columns)):
            mark = xxhash.xxh3_128_digest(marks[first:last].tobytes())
            made = (each.kind, start[first:last], stop[first:last], container)
            yield order, f"{each.kind} {keys[key]}{suffix}", mark, made
            first = last


def _build(
    sequence: NodeSequence, name: str, kind: Boundary, start: Column, stop: Column, container: int
) -> Segmentation | None:
    """The cut of a try; None where little is left of nested posts when each has only its own."""
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
    """Children of one element: those with a key, and the runs of siblings that they bound."""
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
    """Groups of siblings that have a key in common."""

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
    # Siblings follow each other without a gap: where one ends the next begins.
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
    """The children of all elements that hold enough text and more than one child."""
    sizes, parent = sequence.sizes, sequence.parent
    many = np.bincount(parent[parent >= 0], minlength=len(sequence))
    wide = (many > 1) & (sizes[sequence.end] - sizes[:-1] >= least)
    children = np.flatnonzero((parent >= 0) & wide[parent])
    return children[np.argsort(parent[children], kind="stable")]


def _last_run_end(tag_class: Column, containers: Column, found: Groups) -> Column:
    """Where the last run of siblings ends: before what no other run has, and not the longest."""
    opening = found.place[found.last]
    first = found.place[found.begin]
    before, after = _neighbours(tag_class, containers)
    # What stands after the last opening is strange if the like of it comes not before in any run.
    # That of a sibling may be a strange one after the opening, which then is the first; or the
    # opening itself, whose own counts then.
    strange = RangeMin(before).first_below(first, opening + 1)
    strange = np.where(before[opening] < first, np.minimum(strange, after[opening]), strange)
    ends = np.searchsorted(containers, containers[opening], side="right")
    steps = np.diff(found.place, prepend=0)
    steps[found.begin] = 0
    longest = np.maximum.reduceat(steps, found.begin)
    last: Column = opening + np.minimum(np.minimum(strange, ends) - opening - 1, longest - 1)
    return last


def _neighbours(tag_class: Column, containers: Column) -> tuple[Column, Column]:
    """For each sibling the one before it that is made alike, -1 if none, and the one after it."""
    before, after = np.full(len(tag_class), -1), np.full(len(tag_class), len(tag_class))
    same = group_equal(containers * (int(tag_class.max(initial=0)) + 1) + tag_class)
    one, other = same.place[:-1], same.place[1:]
    follows = np.ones(len(other), dtype=bool)
    follows[same.begin[1:] - 1] = False
    before[other[follows]], after[one[follows]] = one[follows], other[follows]
    return before, after


def _ranges(keys: NodeKeys, alike: KeyTable) -> Iterator[CandidateTable]:
    """From one opening to the next, wherever they stand."""
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
    # The last ends with the element that holds them all, or when it is as long as the longest.
    full = np.searchsorted(sizes, sizes[start[last]] + longest, side="right")
    stop = np.append(start[1:], 0)
    stop[last] = np.maximum(end[start[last]], np.minimum(full - 1, end[container]))
    yield CandidateTable(
        Boundary.RANGE, start, stop, size, key[wanted], container, np.arange(len(size)) * _KINDS
    )


def _scattered(keys: NodeKeys, alike: KeyTable) -> Iterator[CandidateTable]:
    """Elements with one key, or one way of tags from the top, all over the page."""
    sequence = keys.sequence
    nodes = np.flatnonzero((sequence.run < 0) & (sequence.parent >= 0))
    inline = [alike.numbers[tag] for tag in _INLINE]
    for step, pairs in enumerate((alike.child_paths(nodes), alike.of(nodes))):
        found, key = pairs.groups()
        # Groups in the order of their first nodes; the way of a node comes before its keys.
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
    """The nearest element that holds everything from each node to its stop."""
    at = np.maximum(sequence.parent[at], 0)
    while (short := np.flatnonzero((sequence.end[at] < stop) & (at > 0))).size:
        at[short] = sequence.parent[at[short]]
    return at
