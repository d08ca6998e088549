"""Sparse vectors of a whole collection in arrays: the shape in which blocks are compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.content.faithful.vector import Vectors

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """Sparse rows: row r owns `feature[offset[r]:offset[r + 1]]` with the counts beside it."""

    feature: Ints
    """Dense feature numbers, rare features first, ascending in each row."""
    count: Floats
    offset: Ints
    norm: Floats
    """Squared length of each row, features that were dropped from it included."""

    def __len__(self) -> int:
        return len(self.norm)

    @cached_property
    def row(self) -> Ints:
        """The row of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.offset))

    @cached_property
    def _keys(self) -> Ints:
        """Row and feature of each entry in one number, ascending."""
        return self.row * self._features + self.feature

    @cached_property
    def _features(self) -> int:
        return int(self.feature.max(initial=0)) + 1

    def take(self, rows: Ints) -> Rows:
        lengths = np.diff(self.offset)[rows]
        entries = ranges(self.offset[rows], lengths)
        offset = np.append(0, np.cumsum(lengths))
        return Rows(self.feature[entries], self.count[entries], offset, self.norm[rows])

    def products(self, left: Ints, right: Ints) -> Floats:
        """The scalar products of pairs of rows, none of them empty."""
        lengths = np.diff(self.offset)[left]
        entries = ranges(self.offset[left], lengths)
        wanted = np.repeat(right, lengths) * self._features + self.feature[entries]
        place = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        shared = self._keys[place] == wanted
        product = np.where(shared, self.count[entries] * self.count[place], 0.0)
        sums: Floats = np.add.reduceat(product, np.append(0, np.cumsum(lengths)[:-1]))
        return sums

    def squares(self) -> Floats:
        """The squared length of each row without the features that were dropped."""
        return np.bincount(self.row, self.count**2, len(self)).astype(np.float64)


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """The concatenation of `start:start + length` for each row."""
    skipped = np.repeat(starts - np.append(0, np.cumsum(lengths)[:-1]), lengths)
    numbers: Ints = np.arange(int(lengths.sum())) + skipped
    return numbers


def rows_of(vectors: Vectors) -> Rows:
    """Vectors with their occurrences counted and their features numbered, rare ones first.

    Features that stand once in all are left out: they count in the length and can match nothing.
    """
    lengths = np.diff(vectors.offset)
    row = np.repeat(np.arange(len(vectors)), lengths)
    again = _perhaps_again(vectors.feature)
    alone = lengths - np.bincount(row[again], minlength=len(vectors))
    row = row[again]
    names, number = np.unique(vectors.feature[again], return_inverse=True)
    key, count = np.unique(row * max(len(names), 1) + number, return_counts=True)
    row, number = np.divmod(key, max(len(names), 1))
    rarity = np.bincount(number, minlength=len(names))
    rank = np.empty(len(names), dtype=np.int64)
    rank[np.argsort(rarity, kind="stable")] = np.arange(len(names))
    order = np.lexsort((rank[number], row))
    weight = count[order].astype(np.float64)
    offset = np.searchsorted(row, np.arange(len(vectors) + 1))
    norm = np.bincount(row, weight * weight, len(vectors)) + alone
    return Rows(rank[number][order], weight, offset, norm.astype(np.float64))


def _perhaps_again(features: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which entries may stand more than once; those that certainly do not are told apart cheaply.

    Alone in its bucket means once in all. Some share a bucket by chance and are kept, which costs
    time and changes nothing. Sorting is the dear part, and most features never come to it.
    """
    buckets = 1 << len(features).bit_length()
    bucket = features & np.uint64(buckets - 1)
    number = np.arange(len(features))
    first = np.empty(buckets, dtype=np.int64)
    last = np.empty(buckets, dtype=np.int64)
    first[bucket[::-1]] = number[::-1]
    last[bucket] = number
    flags: NDArray[np.bool_] = first[bucket] != last[bucket]
    return flags
