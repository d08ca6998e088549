"""Tries: many cuts in one table, before it is known which of them are worth a look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.thread.cut.cut import Kind
from honbun.thread.cut.rows import begins, stretched

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.thread.cut.rows import Column

_RUNS = frozenset({Kind.LED, Kind.PARTED, Kind.CLOSED, Kind.RANGE})
_DATED = 0.4
"""Share of runs with a date from which those without may be parts of the one before."""


@dataclass(frozen=True)
class Tries:
    """Cuts of one kind, the ranges of one after those of another."""

    kind: Kind
    start: Column
    stop: Column
    size: Column
    """How many ranges each cut has."""
    key: Column
    holder: Column
    order: Column
    """By which the cuts of several tables are sorted."""
    dated: bool = False
    """Whether ranges without a date were added to the one before."""

    @cached_property
    def of(self) -> Column:
        """The cut of each range."""
        return np.repeat(np.arange(len(self.size)), self.size)

    def worthy(self, sizes: Column, least: float) -> Tries:
        """Those of at least two ranges with text, which hold at least so much of it."""
        held = sizes[self.stop] - sizes[self.start]
        size = np.bincount(self.of, weights=held, minlength=len(self.size))
        filled = np.bincount(self.of[held > 0], minlength=len(self.size))
        return self.only((size >= least) & (filled > 1))

    def only(self, wanted: NDArray[np.bool_]) -> Tries:
        """Some of the cuts."""
        if wanted.all():
            return self
        size = self.size[wanted]
        rows = stretched(begins(self.size)[wanted], size)
        return replace(
            self,
            start=self.start[rows],
            stop=self.stop[rows],
            size=size,
            key=self.key[wanted],
            holder=self.holder[wanted],
            order=self.order[wanted],
        )

    def joined_by_date(self, dates: Column) -> Tries | None:
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
        return Tries(
            self.kind,
            self.start[places],
            self.stop[until],
            size,
            self.key[wanted],
            self.holder[wanted],
            self.order[wanted] + 1,
            dated=True,
        )
