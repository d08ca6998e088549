"""Rows of numbers, cut into stretches: what the groups and runs of a page are counted with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[np.int64]


def stretched(begin: Column, size: Column) -> Column:
    """The numbers of several stretches, one after another: `size` of them from each `begin` on.

    >>> stretched(np.array([5, 9]), np.array([2, 3])).tolist()
    [5, 6, 9, 10, 11]
    """
    ends = np.cumsum(size)
    return np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begin - ends + size, size)


def begins(size: Column) -> Column:
    """Where each of some stretches begins that follow each other."""
    return np.cumsum(size) - size


@dataclass(frozen=True, slots=True)
class Groups:
    """Places of a row that have the same number, several of them, in the order of the first."""

    place: Column
    """The places of one group after another."""
    begin: Column
    """Where in `place` each group begins."""
    size: Column

    @property
    def of(self) -> Column:
        """The group of each place."""
        return np.repeat(np.arange(len(self.size)), self.size)

    @property
    def last(self) -> Column:
        """Where in `place` each group has its last."""
        return self.begin + self.size - 1

    def only(self, wanted: NDArray[np.bool_]) -> Groups:
        """Some of the groups."""
        size = self.size[wanted]
        return Groups(self.place[stretched(self.begin[wanted], size)], begins(size), size)


def groups(code: Column) -> Groups:
    """The groups of a row.

    >>> groups(np.array([7, 3, 4, 3, 7])).place.tolist()
    [0, 4, 1, 3]
    """
    order = np.argsort(code, kind="stable")
    begin = np.flatnonzero(np.diff(code[order], prepend=-1))
    size = np.diff(begin, append=len(code))
    begin, size = begin[size > 1], size[size > 1]
    by_first = np.argsort(order[begin])
    begin, size = begin[by_first], size[by_first]
    return Groups(order[stretched(begin, size)], begins(size), size)


def counted(code: Column, size: int) -> tuple[Column, Column]:
    """The numbers of a row, which are below `size`, sorted, and how often each comes.

    >>> [column.tolist() for column in counted(np.array([7, 3, 7]), 8)]
    [[3, 7], [1, 2]]
    """
    if _is_sparse(code, size):
        return np.unique(code, return_counts=True)
    times = np.bincount(code, minlength=size)
    numbers = np.flatnonzero(times)
    return numbers, times[numbers]


def numbered(code: Column, size: int) -> tuple[Column, Column]:
    """The numbers of a row, which are below `size`, sorted, and which of them each place has.

    >>> [column.tolist() for column in numbered(np.array([7, 3, 7]), 8)]
    [[3, 7], [1, 0, 1]]
    """
    if _is_sparse(code, size):
        return np.unique(code, return_inverse=True)
    place = np.zeros(size, dtype=np.int64)
    place[code] = 1
    numbers = np.flatnonzero(place)
    place[numbers] = np.arange(len(numbers))
    return numbers, place[code]


def tallied(code: Column, wanted: Column, size: int) -> Column:
    """How often each of some wanted numbers comes in a row of numbers below `size`."""
    if not _is_sparse(code, size):
        return np.bincount(code, minlength=size)[wanted]
    numbers, times = np.unique(code, return_counts=True)
    return times[np.searchsorted(numbers, wanted)]


def _is_sparse(code: Column, size: int) -> bool:
    """Whether a table of all numbers that could be would be mostly empty."""
    return size > 16 * len(code) + 65536


class Least:
    """The least number of any stretch of a row, by tables of those that double in length."""

    def __init__(self, row: Column) -> None:
        self._tables = [row]
        while len(row) > (length := 1 << (len(self._tables) - 1)):
            row = np.minimum(row[:-length], row[length:])
            self._tables.append(row)

    def below(self, limit: Column, start: Column, stop: Column) -> NDArray[np.bool_]:
        """Whether a number below each limit stands in each stretch."""
        return self.first_below(limit, start) < stop

    def first_below(self, limit: NDArray[Any], start: Column) -> Column:
        """The first place from each start on with a number below its limit; the length if none."""
        at = start.copy()
        for power in range(len(self._tables) - 1, -1, -1):
            table = self._tables[power]
            inside = at < len(table)
            passed = inside & (table[np.where(inside, at, 0)] >= limit) if len(table) else inside
            at += passed.astype(np.int64) << power
        return at
