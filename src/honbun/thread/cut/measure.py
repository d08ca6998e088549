"""What tells a cut into posts from other cuts, as numbers.

First what running sums over the page give at once for every cut: how much of the page's text it
holds, how much of that is links, how many posts have a date. Then, for the cuts that are left, how
much alike the posts are made: what each of them has exactly once, and where their dates stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.thread.cut.cut import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.thread.cut.cut import Cut
    from honbun.thread.cut.keys import Keys

    Column = NDArray[np.int64]
    Number = NDArray[np.float64]

_HEAD = 120
"""Characters within which a post's header stands."""
_LONG = 30
"""Characters outside of links that make a message."""
_SHORT = 24
"""A text of at most so many characters can be a label that all posts have."""
_DEEP = 7
"""Levels below a post that are compared: what is deeper is the writer's."""
_MANY = 300
"""Nodes of a post that are compared: long messages would outweigh all headers."""


@dataclass(frozen=True, slots=True)
class Posts:
    """The posts of several cuts, one row each."""

    cut: Column
    """The cut that each post belongs to."""
    first: Column
    """The node that it begins with."""
    start: Column
    stop: Column
    of: Column
    """The post that each range belongs to."""
    count: Number
    """How many posts each cut has."""

    def total(self, running: Column) -> Number:
        """For each post, how much of a running sum its ranges hold."""
        held = running[self.stop] - running[self.start]
        return np.bincount(self.of, weights=held, minlength=len(self.cut)).astype(float)

    def sum(self, values: NDArray[Any]) -> Number:
        """For each cut, the sum over its posts."""
        return np.bincount(self.cut, weights=values, minlength=len(self.count)).astype(float)

    def mean(self, values: NDArray[Any]) -> Number:
        """For each cut, the mean over its posts: of flags, the share that have it."""
        return self.sum(values) / self.count

    def most(self, values: Number) -> Number:
        """For each cut, the greatest among its posts."""
        return np.maximum.reduceat(values, self._begins())

    def _begins(self) -> Column:
        return np.flatnonzero(np.diff(self.cut, prepend=-1))


def posts(cuts: Sequence[Cut]) -> Posts:
    """The posts of some cuts, one table."""
    counts = np.array([len(cut) for cut in cuts])
    before = np.cumsum(counts) - counts
    start = np.concatenate([cut.start for cut in cuts])
    of = np.concatenate([cut.post + first for cut, first in zip(cuts, before.tolist())])
    _, first = np.unique(of, return_index=True)
    return Posts(
        np.repeat(np.arange(len(cuts)), counts),
        start[first],
        start,
        np.concatenate([cut.stop for cut in cuts]),
        of,
        counts.astype(float),
    )


def outward(keys: Keys, cuts: Sequence[Cut], rows: Posts) -> dict[str, Number]:
    """What running sums tell of each cut."""
    strand = keys.strand
    sizes, linked = strand.sizes, strand.linked
    total = max(float(sizes[-1]), 1.0)
    unlinked = max(total - float(linked[-1]), 1.0)
    size, links = rows.total(sizes), rows.total(linked)
    own = size - links
    dates = rows.total(_running(keys.dated))
    head = _dated_head(keys, rows)
    held, held_links = rows.sum(size), rows.sum(links)
    mean = held / rows.count
    spread = np.sqrt(np.maximum(rows.mean(size**2) - mean**2, 0)) / np.maximum(mean, 1)
    holders = np.array([cut.holder for cut in cuts])
    around = np.maximum(sizes[strand.end[holders]] - sizes[holders], 1)
    kinds = np.array([cut.kind for cut in cuts])
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
        "torn": np.minimum(rows.mean(_torn(keys, rows, holders)) * (kinds == Kind.RANGE), 5),
        "whole": np.isin(kinds, [Kind.ELEMENT, Kind.SCATTERED, Kind.NESTED]).astype(float),
        "range": (kinds == Kind.RANGE).astype(float),
    }


def inward(keys: Keys, cuts: Sequence[Cut], rows: Posts) -> dict[str, Number]:
    """What the make of their posts tells of each cut."""
    strand = keys.strand
    nodes, of = _nodes(rows)
    cut = rows.cut[of]
    ranged = np.array([each.kind is Kind.RANGE for each in cuts])
    level = np.where(ranged[cut], 0, strand.depth[nodes] - strand.depth[rows.first[of]])
    shallow = level <= _DEEP
    makes = int(keys.make.max()) + 1
    width = makes * (_DEEP + 2)
    made = keys.make[nodes]
    parts = _Parts.of(rows, of[shallow], made[shallow])
    core, once = parts.share >= 0.6, parts.once >= 0.8
    in_core = parts.per_post(core)
    cores = np.maximum(parts.per_cut(core), 1)
    either = parts.per_post(np.ones_like(core)) + cores[rows.cut] - in_core
    opening = np.isin(of * width + made, np.arange(len(rows.cut)) * width + keys.make[rows.first])
    again = np.bincount(of[opening], minlength=len(rows.cut)) > 1
    again &= keys.named[keys.make[rows.first]]
    outside = _outside(keys, rows, parts, nodes, of)
    named = once & keys.named[parts.part % makes]
    dated = keys.dated[nodes]
    tags = _numbers(strand.tag)[strand.parent[nodes]]
    places = level * (int(tags.max()) + 1) + tags
    dates = _Parts.of(rows, of[dated], places[dated])
    labels = _labels(strand.text)[nodes]
    said = _Parts.of(rows, of[labels >= 0], labels[labels >= 0])
    return {
        "regular": rows.mean(in_core / cores[rows.cut]),
        "alike": rows.mean(in_core / np.maximum(either, 1)),
        "once": np.log1p(parts.per_cut(once)),
        "once_share": parts.per_cut(once) / np.maximum(parts.per_cut(np.ones_like(core)), 1),
        "again": rows.mean(again),
        "missed": parts.mean(np.minimum(outside / rows.count[parts.cut], 1), once),
        "missed_named": parts.mean(np.minimum(outside / rows.count[parts.cut], 1), named),
        "date_place": dates.most_once(),
        "labels": np.log1p(
            said.per_cut((said.share >= 0.6) & (said.share * rows.count[said.cut] >= 2))
        ),
    }


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the posts of each cut are made of: one row for every part that a cut has."""

    rows: Posts
    cut: Column
    part: Column
    share: Number
    """The share of the cut's posts that have the part."""
    once: Number
    """The share of the cut's posts that have it exactly once."""
    post: Column
    """For every post and part that it has: the post, and the row of the part."""
    row: Column

    @classmethod
    def of(cls, rows: Posts, post: Column, part: Column) -> _Parts:
        width = int(part.max()) + 1 if len(part) else 1
        pairs, times = np.unique(post * width + part, return_counts=True)
        post, part = pairs // width, pairs % width
        kinds, row = np.unique(rows.cut[post] * width + part, return_inverse=True)
        cut = kinds // width
        has = np.bincount(row, minlength=len(kinds))
        once = np.bincount(row[times == 1], minlength=len(kinds))
        return cls(
            rows, cut, kinds % width, has / rows.count[cut], once / rows.count[cut], post, row
        )

    def per_post(self, wanted: NDArray[np.bool_]) -> Number:
        """How many of the wanted parts each post has."""
        return np.bincount(self.post[wanted[self.row]], minlength=len(self.rows.cut)).astype(float)

    def per_cut(self, wanted: NDArray[np.bool_]) -> Number:
        """How many of the wanted parts each cut has."""
        return np.bincount(self.cut[wanted], minlength=len(self.rows.count)).astype(float)

    def mean(self, values: Number, wanted: NDArray[np.bool_]) -> Number:
        """For each cut, the mean of values over the wanted parts; 0 where there are none."""
        total = np.bincount(
            self.cut[wanted], weights=values[wanted], minlength=len(self.rows.count)
        )
        shares: Number = total / np.maximum(self.per_cut(wanted), 1)
        return shares

    def most_once(self) -> Number:
        """For each cut, the greatest share of posts that have a part exactly once."""
        most = np.zeros(len(self.rows.count))
        np.maximum.at(most, self.cut, self.once)
        return most


def _outside(keys: Keys, rows: Posts, parts: _Parts, nodes: Column, of: Column) -> Number:
    """How often the page has what each part is made like outside of the posts."""
    makes = int(keys.make.max()) + 1
    everywhere = np.bincount(keys.make, minlength=makes)
    inside = np.bincount(rows.cut[of] * makes + keys.make[nodes], minlength=makes * len(rows.count))
    make = parts.part % makes
    return np.maximum(everywhere[make] - inside[parts.cut * makes + make], 0).astype(float)


def _nodes(rows: Posts) -> tuple[Column, Column]:
    """The first nodes of every post, and the post of each."""
    lengths = rows.stop - rows.start
    ends = np.cumsum(lengths)
    nodes = np.arange(int(ends[-1])) - np.repeat(ends - lengths - rows.start, lengths)
    of = np.repeat(rows.of, lengths)
    # How far in its post each node stands; the ranges of a post need not follow each other.
    order = np.argsort(of, kind="stable")
    nodes, of = nodes[order], of[order]
    begins = np.searchsorted(of, np.arange(len(rows.cut)))
    near = np.arange(len(of)) - begins[of] < _MANY
    return nodes[near], of[near]


def _dated_head(keys: Keys, rows: Posts) -> NDArray[np.bool_]:
    """Whether a date stands in the header of each post: near its start, or before its message."""
    sizes = keys.strand.sizes
    date = _next(keys.dated, rows.first)
    # Of a post in several ranges the first has the header.
    until = np.zeros(len(rows.cut), dtype=np.int64)
    until[rows.of[::-1]] = rows.stop[::-1]
    message = np.minimum(_next(keys.message, rows.first), until)
    near = sizes[np.minimum(date, len(keys.dated))] - sizes[rows.first] <= _HEAD
    return (date < until) & (near | (date < message))


def _dated_foot(keys: Keys, rows: Posts) -> NDArray[np.bool_]:
    """Whether a date stands after the message of each post."""
    last, since = np.zeros((2, len(rows.cut)), dtype=np.int64)
    last[rows.of], since[rows.of] = rows.stop, rows.start
    date, message = _before(keys.dated, last), _before(keys.message, last)
    return (date >= since) & (date > message)


def _next(flags: NDArray[np.bool_], at: Column) -> Column:
    """The first place with a flag from each place on; the length where there is none."""
    places = np.append(np.flatnonzero(flags), len(flags))
    return places[np.searchsorted(places[:-1], at)]


def _before(flags: NDArray[np.bool_], at: Column) -> Column:
    """The last place with a flag before each place; -1 where there is none."""
    places = np.append(-1, np.flatnonzero(flags))
    return places[np.searchsorted(places[1:], at)]


def _ruled(keys: Keys, rows: Posts) -> NDArray[np.bool_]:
    """Whether a rule parts each post, with text before and after it.

    A rule in a box inside of the post is the writer's, or that of its design.
    """
    sizes, result = keys.strand.sizes, np.zeros(len(rows.cut), dtype=bool)
    for rule in keys.rules.tolist():
        parted = (rows.start > keys.box[rule]) & (rows.start < rule) & (rule < rows.stop)
        parted &= (sizes[rows.start] < sizes[rule]) & (sizes[rule] < sizes[rows.stop])
        result[rows.of[parted]] = True
    return result


def _inner(keys: Keys, rows: Posts) -> NDArray[np.bool_]:
    """Whether each post is the only one in an element that holds more than it."""
    strand = keys.strand
    above = strand.parent[rows.first]
    _, place, times = np.unique(
        rows.cut * len(strand) + above, return_inverse=True, return_counts=True
    )
    sizes = strand.sizes
    around = sizes[strand.end[above]] - sizes[above]
    last = np.zeros(len(rows.cut), dtype=np.int64)
    last[rows.of] = rows.stop
    whole = strand.end[rows.first] == last
    alone: NDArray[np.bool_] = whole & (times[place] == 1) & (around > rows.total(sizes))
    return alone


def _torn(keys: Keys, rows: Posts, holders: Column) -> Number:
    """How many boxes each post is cut out of, leaving text before it."""
    sizes = keys.strand.sizes
    torn = np.zeros(len(rows.cut))
    holder, text = holders[rows.cut], sizes[rows.first]
    above = keys.box[rows.first]
    while (inside := above > holder).any():
        torn += inside & (text > sizes[above])
        above = np.where(inside, keys.box[above], above)
    return torn


def _labels(texts: Sequence[str]) -> Column:
    """A number for every short text, equal for equal ones; -1 for others."""
    numbers: dict[str, int] = {}
    return np.array(
        [
            numbers.setdefault(text.strip(), len(numbers)) if 0 < len(text) <= _SHORT else -1
            for text in texts
        ],
        dtype=np.int64,
    )


def _numbers(tags: Sequence[str]) -> Column:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(tag, len(numbers)) for tag in tags], dtype=np.int64)


def _running(flags: NDArray[np.bool_]) -> Column:
    return np.concatenate([[0], np.cumsum(flags)])
