"""Features of segmentations.

`outward` computes cheap features of all segmentations from running sums: the share of the page's
text, the share of links, the number of dated posts. `inward` computes, for the remaining ones, how
similar the posts are: elements that each has exactly once, and the positions of their dates.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.html.columns import (
    RangeMin,
    count_values,
    expand_ranges,
    range_starts,
    unique_inverse,
    value_counts,
)
from honbun.posts.segmentation import Boundary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.html.nodes import NodeSequence
    from honbun.posts.keys import NodeKeys
    from honbun.posts.segmentation import Segmentation

    Number = NDArray[np.float64]

_HEAD = 120
"""Characters at the start of a post that count as its header."""
_LONG = 30
"""Minimum number of characters outside links of a message."""
_DEEP = 7
"""Levels below a post that are compared; deeper elements belong to the message."""
MANY = 300
"""Nodes of a post that are compared, so that long messages do not outweigh headers."""

_WHOLE = frozenset({Boundary.ELEMENT, Boundary.SCATTERED, Boundary.NESTED})


@dataclass(frozen=True, slots=True)
class Posts:
    """The posts of several segmentations, one row each."""

    segmentation: Column
    """The segmentation that each post belongs to."""
    first: Column
    """The first node of each post."""
    start: Column
    stop: Column
    of: Column
    """The post that each range belongs to."""
    count: Number
    """The number of posts of each segmentation."""

    def total(self, running: Column) -> Number:
        """For each post, the part of a running sum that its ranges contain."""
        held = running[self.stop] - running[self.start]
        return np.bincount(self.of, weights=held, minlength=len(self.segmentation)).astype(float)

    def sum(self, values: NDArray[Any]) -> Number:
        """For each segmentation, the sum over its posts."""
        return np.bincount(self.segmentation, weights=values, minlength=len(self.count)).astype(
            float
        )

    def mean(self, values: NDArray[Any]) -> Number:
        """For each segmentation, the mean over its posts; for flags, the share that have it."""
        return self.sum(values) / self.count

    def most(self, values: Number) -> Number:
        """For each segmentation, the maximum over its posts."""
        return np.maximum.reduceat(values, self._begins())

    def _begins(self) -> Column:
        return np.flatnonzero(np.diff(self.segmentation, prepend=-1))


def posts(segmentations: Sequence[Segmentation]) -> Posts:
    """The posts of some segmentations as one table."""
    ranges = np.array([len(segmentation.start) for segmentation in segmentations])
    post = np.concatenate([segmentation.post for segmentation in segmentations])
    counts = np.maximum.reduceat(post, range_starts(ranges)) + 1
    of = post + np.repeat(range_starts(counts), ranges)
    start = np.concatenate([segmentation.start for segmentation in segmentations])
    first = np.empty(int(counts.sum()), dtype=np.int64)
    first[of[::-1]] = start[::-1]
    return Posts(
        np.repeat(np.arange(len(segmentations)), counts),
        first,
        start,
        np.concatenate([segmentation.stop for segmentation in segmentations]),
        of,
        counts.astype(float),
    )


def outward(
    keys: NodeKeys, segmentations: Sequence[Segmentation], rows: Posts
) -> dict[str, Number]:
    """Features of each segmentation that running sums give."""
    sequence = keys.sequence
    sizes, linked = sequence.sizes, sequence.linked
    total = max(float(sizes[-1]), 1.0)
    unlinked = max(total - float(linked[-1]), 1.0)
    size, links = rows.total(sizes), rows.total(linked)
    own = size - links
    dates = rows.total(_running(keys.dated))
    head = _dated_head(keys, rows)
    held, held_links = rows.sum(size), rows.sum(links)
    mean = held / rows.count
    spread = np.sqrt(np.maximum(rows.mean(size**2) - mean**2, 0)) / np.maximum(mean, 1)
    containers = np.array([segmentation.container for segmentation in segmentations])
    around = np.maximum(sizes[sequence.end[containers]] - sizes[containers], 1)
    ranged = np.array([segmentation.kind is Boundary.RANGE for segmentation in segmentations])
    return {
        "count": np.log(rows.count),
        "two": (rows.count == 2).astype(float),
        "cover": held / total,
        "cover_unlinked": rows.sum(own) / unlinked,
        "cover_holder": held / around,
        "links": held_links / np.maximum(held, 1),
        "dated": rows.mean(dates > 0),
        "many_dates": rows.mean(dates > 3),
        "date_edge": rows.mean(np.where(head, 1.0, 0.6 * _dated_foot(keys, rows))),
        "spread": np.minimum(spread, 4),
        "long": rows.mean(own >= _LONG),
        "small": rows.mean(size < 10),
        "largest": rows.most(size) / np.maximum(held, 1),
        "rules": rows.mean(_ruled(keys, rows)),
        "inner": np.maximum(2 * rows.mean(_inner(keys, rows)) - 1, 0),
        "torn": np.minimum(rows.mean(_torn(keys, rows, containers, ranged)), 5),
        "whole": np.array([float(segmentation.kind in _WHOLE) for segmentation in segmentations]),
        "range": ranged.astype(float),
    }


def inward(keys: NodeKeys, segmentations: Sequence[Segmentation], rows: Posts) -> dict[str, Number]:
    """Features of each segmentation that compare the structure of its posts."""
    sequence = keys.sequence
    nodes, of = _nodes(rows)
    ranged = np.array([each.kind is Boundary.RANGE for each in segmentations])[rows.segmentation]
    level = sequence.depth[nodes] - sequence.depth[rows.first][of]
    level[ranged[of]] = 0
    made, opening = keys.tag_class[nodes], keys.tag_class[rows.first]
    shallow = np.flatnonzero(level <= _DEEP)
    parts = _Parts.of(rows, of[shallow], made[shallow])
    core, once = parts.share >= 0.6, parts.once >= 0.8
    in_core = parts.per_post(core)
    cores = np.maximum(parts.per_cut(core), 1)
    either = parts.per_post(np.ones_like(core)) + cores[rows.segmentation] - in_core
    again = np.bincount(of[made == opening[of]], minlength=len(rows.segmentation)) > 1
    again &= keys.has_class[opening]
    missed = np.minimum(_outside(keys, rows, parts, made, of) / rows.count[parts.segmentation], 1)
    dated = np.flatnonzero(keys.dated[nodes])
    dates = _Parts.of(rows, of[dated], _date_places(sequence, nodes[dated], level[dated]))
    labels = keys.label[nodes]
    short = np.flatnonzero(labels >= 0)
    said = _Parts.of(rows, of[short], labels[short])
    return {
        "regular": rows.mean(in_core / cores[rows.segmentation]),
        "alike": rows.mean(in_core / np.maximum(either, 1)),
        "once": np.log1p(parts.per_cut(once)),
        "once_share": parts.per_cut(once) / np.maximum(parts.per_cut(np.ones_like(core)), 1),
        "again": rows.mean(again),
        "missed": parts.mean(missed, once),
        "missed_named": parts.mean(missed, once & keys.has_class[parts.part]),
        "date_place": dates.most_once(),
        "labels": np.log1p(
            said.per_cut((said.share >= 0.6) & (said.share * rows.count[said.segmentation] >= 2))
        ),
    }


def _date_places(sequence: NodeSequence, nodes: Column, level: Column) -> Column:
    """A number for the depth of each node in its post and the tag of its parent."""
    tags: dict[str, int] = {}
    inside = [sequence.tag[parent] for parent in sequence.parent[nodes].tolist()]
    numbers = np.array([tags.setdefault(tag, len(tags)) for tag in inside], dtype=np.int64)
    return level * (len(tags) + 1) + numbers


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of the posts of each segmentation: one row per segmentation and part."""

    rows: Posts
    segmentation: Column
    part: Column
    share: Number
    """The share of the posts of the segmentation that have the part."""
    once: Number
    """The share of the posts that have the part exactly once."""
    post: Column
    """For every post and part that it has, the post."""
    row: Column

    @classmethod
    def of(cls, rows: Posts, post: Column, part: Column) -> _Parts:
        width = int(part.max()) + 1 if len(part) else 1
        pairs, times = value_counts(post * width + part, len(rows.segmentation) * width)
        post, part = np.divmod(pairs, width)
        kinds, row = unique_inverse(rows.segmentation[post] * width + part, len(rows.count) * width)
        segmentation = kinds // width
        has = np.bincount(row, minlength=len(kinds))
        once = np.bincount(row[times == 1], minlength=len(kinds))
        return cls(
            rows,
            segmentation,
            kinds % width,
            has / rows.count[segmentation],
            once / rows.count[segmentation],
            post,
            row,
        )

    def per_post(self, wanted: NDArray[np.bool_]) -> Number:
        """The number of selected parts of each post."""
        return np.bincount(
            self.post[wanted[self.row]], minlength=len(self.rows.segmentation)
        ).astype(float)

    def per_cut(self, wanted: NDArray[np.bool_]) -> Number:
        """The number of selected parts of each segmentation."""
        return np.bincount(self.segmentation[wanted], minlength=len(self.rows.count)).astype(float)

    def mean(self, values: Number, wanted: NDArray[np.bool_]) -> Number:
        """For each segmentation, the mean of values over the selected parts; 0 without any."""
        total = np.bincount(
            self.segmentation[wanted], weights=values[wanted], minlength=len(self.rows.count)
        )
        shares: Number = total / np.maximum(self.per_cut(wanted), 1)
        return shares

    def most_once(self) -> Number:
        """For each segmentation, the largest share of posts that have a part exactly once."""
        most = np.zeros(len(self.rows.count))
        np.maximum.at(most, self.segmentation, self.once)
        return most


def _outside(keys: NodeKeys, rows: Posts, parts: _Parts, made: Column, of: Column) -> Number:
    """How often elements like each part occur outside the posts."""
    tag_classes = len(keys.has_class)
    everywhere = np.bincount(keys.tag_class, minlength=tag_classes)
    wanted = parts.segmentation * tag_classes + parts.part
    inside = count_values(
        rows.segmentation[of] * tag_classes + made, wanted, tag_classes * len(rows.count)
    )
    outside: Number = np.maximum(everywhere[parts.part] - inside, 0).astype(float)
    return outside


def _nodes(rows: Posts) -> tuple[Column, Column]:
    """The first nodes of every post, and the post of each."""
    # The ranges of a post may be apart.
    order = np.argsort(rows.of, kind="stable")
    start, of = rows.start[order], rows.of[order]
    size = rows.stop[order] - start
    before = range_starts(size)
    before -= before[np.searchsorted(of, of)]
    size = np.clip(MANY - before, 0, size)
    return expand_ranges(start, size), np.repeat(of, size)


def _dated_head(keys: NodeKeys, rows: Posts) -> NDArray[np.bool_]:
    """Whether the header of each post has a date: near its start, or before its message."""
    sizes = keys.sequence.sizes
    date = _next(keys.dated, rows.first)
    # The first range of a post contains the header.
    until = np.zeros(len(rows.segmentation), dtype=np.int64)
    until[rows.of[::-1]] = rows.stop[::-1]
    message = np.minimum(_next(keys.message, rows.first), until)
    near = sizes[np.minimum(date, len(keys.dated))] - sizes[rows.first] <= _HEAD
    return (date < until) & (near | (date < message))


def _dated_foot(keys: NodeKeys, rows: Posts) -> NDArray[np.bool_]:
    """Whether each post has a date after its message."""
    last, since = np.zeros((2, len(rows.segmentation)), dtype=np.int64)
    last[rows.of], since[rows.of] = rows.stop, rows.start
    date, message = _before(keys.dated, last), _before(keys.message, last)
    return (date >= since) & (date > message)


def _next(flags: NDArray[np.bool_], at: Column) -> Column:
    """The first flagged position at or after each position; the length if there is none."""
    places = np.append(np.flatnonzero(flags), len(flags))
    return places[np.searchsorted(places[:-1], at)]


def _before(flags: NDArray[np.bool_], at: Column) -> Column:
    """The last flagged position before each position; -1 if there is none."""
    places = np.append(-1, np.flatnonzero(flags))
    return places[np.searchsorted(places[1:], at)]


def _ruled(keys: NodeKeys, rows: Posts) -> NDArray[np.bool_]:
    """Whether a rule (`<hr>`) divides each post, with text before and after it.

    A rule in a box inside the post is part of the message or of its layout.
    """
    sizes, rules, result = (
        keys.sequence.sizes,
        keys.rules,
        np.zeros(len(rows.segmentation), dtype=bool),
    )
    if len(rules):
        after = np.searchsorted(sizes, sizes[rows.start], side="right")
        until = np.searchsorted(sizes, sizes[rows.stop])
        first, last = np.searchsorted(rules, after), np.searchsorted(rules, until)
        parted = RangeMin(keys.box[rules]).below(rows.start, first, last)
        result[rows.of[parted]] = True
    return result


def _inner(keys: NodeKeys, rows: Posts) -> NDArray[np.bool_]:
    """Whether each post is the only one in an element that has other text."""
    sequence = keys.sequence
    above = sequence.parent[rows.first]
    _, place, times = np.unique(
        rows.segmentation * len(sequence) + above, return_inverse=True, return_counts=True
    )
    sizes = sequence.sizes
    around = sizes[sequence.end[above]] - sizes[above]
    last = np.zeros(len(rows.segmentation), dtype=np.int64)
    last[rows.of] = rows.stop
    whole = sequence.end[rows.first] == last
    alone: NDArray[np.bool_] = whole & (times[place] == 1) & (around > rows.total(sizes))
    return alone


def _torn(
    keys: NodeKeys, rows: Posts, containers: Column, ranged: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """For segmentations by ranges, the number of boxes that a post divides after other text."""
    sizes = keys.sequence.sizes
    torn = np.zeros(len(rows.segmentation), dtype=np.int64)
    post = np.flatnonzero(ranged[rows.segmentation])
    above = keys.box[rows.first[post]]
    while len(post):
        inside = above > containers[rows.segmentation[post]]
        post, above = post[inside], above[inside]
        torn[post] += sizes[rows.first[post]] > sizes[above]
        above = keys.box[above]
    return torn


def _running(flags: NDArray[np.bool_]) -> Column:
    return np.concatenate([[0], np.cumsum(flags)])
