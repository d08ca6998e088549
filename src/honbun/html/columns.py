"""Integer columns over the nodes of a page: running sums, groups of equal values, range queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Column = NDArray[np.int64]
    Flags = NDArray[np.bool_]


def running_sum(values: ArrayLike) -> Column:
    """Running sum with a leading 0: `sums[b] - sums[a]` is the sum of `values[a:b]`.

    >>> running_sum([True, False, True]).tolist()
    [0, 1, 1, 2]
    """
    return np.concatenate([[0], np.cumsum(np.asarray(values, dtype=np.int64))])


def expand_ranges(start: Column, size: Column) -> Column:
    """The numbers of several ranges, one range after another.

    >>> expand_ranges(np.array([5, 9]), np.array([2, 3])).tolist()
    [5, 6, 9, 10, 11]
    """
    ends = np.cumsum(size)
    return np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(start - ends + size, size)


def range_starts(size: Column) -> Column:
    """Where each of several adjacent ranges starts, given their sizes."""
    return np.cumsum(size) - size


@dataclass(frozen=True, slots=True)
class Groups:
    """Positions of equal values in a column, two or more per group, ordered by the first one."""

    place: Column
    """The positions of all groups, one group after another."""
    begin: Column
    """Where in `place` each group starts."""
    size: Column

    @property
    def of(self) -> Column:
        """The group of each position."""
        return np.repeat(np.arange(len(self.size)), self.size)

    @property
    def last(self) -> Column:
        """Where in `place` each group has its last position."""
        return self.begin + self.size - 1

    def select(self, wanted: Flags) -> Groups:
        """Some of the groups."""
        size = self.size[wanted]
        return Groups(self.place[expand_ranges(self.begin[wanted], size)], range_starts(size), size)


def group_equal(values: Column) -> Groups:
    """The groups of equal values in a column.

    >>> group_equal(np.array([7, 3, 4, 3, 7])).place.tolist()
    [0, 4, 1, 3]
    """
    order = np.argsort(values, kind="stable")
    begin = np.flatnonzero(np.diff(values[order], prepend=-1))
    size = np.diff(begin, append=len(values))
    begin, size = begin[size > 1], size[size > 1]
    by_first = np.argsort(order[begin])
    begin, size = begin[by_first], size[by_first]
    return Groups(order[expand_ranges(begin, size)], range_starts(size), size)


def value_counts(values: Column, limit: int) -> tuple[Column, Column]:
    """The distinct values of a column, sorted, with their counts; all are below `limit`.

    >>> [column.tolist() for column in value_counts(np.array([7, 3, 7]), 8)]
    [[3, 7], [1, 2]]
    """
    if _is_sparse(values, limit):
        return np.unique(values, return_counts=True)
    counts = np.bincount(values, minlength=limit)
    distinct = np.flatnonzero(counts)
    return distinct, counts[distinct]


def unique_inverse(values: Column, limit: int) -> tuple[Column, Column]:
    """The distinct values of a column, sorted, and the index of each value among them.

    >>> [column.tolist() for column in unique_inverse(np.array([7, 3, 7]), 8)]
    [[3, 7], [1, 0, 1]]
    """
    if _is_sparse(values, limit):
        return np.unique(values, return_inverse=True)
    index = np.zeros(limit, dtype=np.int64)
    index[values] = 1
    distinct = np.flatnonzero(index)
    index[distinct] = np.arange(len(distinct))
    return distinct, index[values]


def count_values(values: Column, wanted: Column, limit: int) -> Column:
    """How often each wanted value occurs in a column; all are below `limit`."""
    if not _is_sparse(values, limit):
        return np.bincount(values, minlength=limit)[wanted]
    distinct, counts = np.unique(values, return_counts=True)
    return counts[np.searchsorted(distinct, wanted)]


def _is_sparse(values: Column, limit: int) -> bool:
    """Whether a table with one entry per possible value would be mostly empty."""
    return limit > 16 * len(values) + 65536


class RangeMin:
    """Range minimum queries on a column (sparse table)."""

    def __init__(self, column: Column) -> None:
        self._tables = [column]
        while len(column) > (length := 1 << (len(self._tables) - 1)):
            column = np.minimum(column[:-length], column[length:])
            self._tables.append(column)

    def below(self, limit: Column, start: Column, stop: Column) -> Flags:
        """Whether each range has a value below its limit."""
        return self.first_below(limit, start) < stop

    def first_below(self, limit: NDArray[Any], start: Column) -> Column:
        """The first position from each start with a value below its limit; the length if none."""
        at = start.copy()
        for power in range(len(self._tables) - 1, -1, -1):
            table = self._tables[power]
            inside = at < len(table)
            passed = inside & (table[np.where(inside, at, 0)] >= limit) if len(table) else inside
            at += passed.astype(np.int64) << power
        return at


class RangeMax:
    """Range maximum queries on a column (sparse table), in constant time each.

    >>> RangeMax(np.array([3, 1, 2, 5])).of(np.array([0, 1]), np.array([3, 4])).tolist()
    [3, 5]
    """

    def __init__(self, column: Column) -> None:
        rows = [column]
        step = 1
        while 2 * step <= len(column):
            last = rows[-1]
            # Ranges that would go beyond the end stop there.
            shifted = np.concatenate([last[step:], last[-1:].repeat(step)])
            rows.append(np.maximum(last, shifted))
            step *= 2
        self._table = np.stack(rows)

    def of(self, start: Column, stop: Column) -> Column:
        """The maximum of each range; no range may be empty."""
        level = np.frexp(stop - start)[1].astype(np.int64) - 1
        first = self._table[level, start]
        found: Column = np.maximum(first, self._table[level, stop - (1 << level)])
        return found
