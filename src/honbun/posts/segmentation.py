"""Segmentations: ways to split a page into posts, one by one and as tables of candidates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.html.columns import expand_ranges, range_starts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.html.columns import Column


class Boundary(StrEnum):
    """How the posts of a segmentation are delimited."""

    ELEMENT = "element"
    """Each post is a child of the same element."""
    OPENED = "opened"
    """A post is a run of siblings that starts with an opening one."""
    SEPARATED = "separated"
    """A post is a run of siblings between two separators, which belong to no post."""
    CLOSED = "closed"
    """A post is a run of siblings that ends with a closing one."""
    RANGE = "range"
    """A post runs from one opening node to the next in document order, at any depth."""
    SCATTERED = "scattered"
    """Posts are elements with the same key in several places of the page."""
    NESTED = "nested"
    """The same, with posts inside posts: a reply is not part of the post that it replies to."""


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Node ranges that could be the posts of a page.

    A post is one range; a post that contains others has several, the parts between them.
    """

    kind: Boundary
    names: list[str]
    """Kind and key of every rule that yields this segmentation. The key is what opens, closes or
    separates the posts, or what they have in common; pages of one template share the names."""
    start: NDArray[np.int64]
    stop: NDArray[np.int64]
    post: NDArray[np.int64]
    """The post of each range, from 0."""
    container: int
    """The innermost element that contains all posts."""

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
    """Sort ranges by start, remove nested ranges from the ones around them, and return their
    owners."""
    # Ranges are nested or disjoint: what follows a start belongs to the range that started, what
    # follows an end to the range around it.
    count = np.arange(len(start))
    level = count - np.searchsorted(np.sort(stop), start, side="right")
    by_level = np.sort(level * len(start) + count)
    around = by_level[np.searchsorted(by_level, (level - 1) * len(start) + count) - 1] % len(start)
    # Of ranges that end together the outermost ends last; a range that starts there comes after.
    at = np.concatenate([stop, start])
    order = np.lexsort((np.concatenate([-count, count]), np.repeat([0, 1], len(start)), at))
    at = at[order]
    owner = np.concatenate([np.where(level > 0, around, -1), count])[order]
    kept = np.append((at[:-1] < at[1:]) & (owner[:-1] >= 0), False)
    places = np.flatnonzero(kept)
    return at[places], at[places + 1], owner[places]


_RUNS = frozenset({Boundary.OPENED, Boundary.SEPARATED, Boundary.CLOSED, Boundary.RANGE})
_DATED = 0.4
"""Share of runs with a date from which a run without one may continue the run before it."""


@dataclass(frozen=True)
class CandidateTable:
    """Candidate segmentations of one kind, before it is known which are worth scoring."""

    kind: Boundary
    start: Column
    stop: Column
    size: Column
    """Number of ranges of each candidate."""
    key: Column
    container: Column
    order: Column
    """Sort key across tables."""
    dated: bool = False
    """Whether ranges without a date were merged into the one before."""

    @cached_property
    def of(self) -> Column:
        """The candidate of each range."""
        return np.repeat(np.arange(len(self.size)), self.size)

    def with_enough_text(self, sizes: Column, least: float) -> CandidateTable:
        """Candidates with at least two non-empty ranges and at least this much text."""
        held = sizes[self.stop] - sizes[self.start]
        size = np.bincount(self.of, weights=held, minlength=len(self.size))
        filled = np.bincount(self.of[held > 0], minlength=len(self.size))
        return self.select((size >= least) & (filled > 1))

    def select(self, wanted: NDArray[np.bool_]) -> CandidateTable:
        """Some of the candidates."""
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
        """The runs with a date, each merged with the runs without one that follow it.

        Rules separate posts from each other, but also the page header from the first post, and the
        parts of a long post.
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
