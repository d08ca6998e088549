"""Collection: the vectors of all pages seen so far, each different one kept once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.faithful.rows import ranges
from honbun.content.faithful.vector import Vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_PENDING = 1 << 20
"""Blocks that may wait to be merged: a page's menu is then held once, not once per page."""


class Collection:
    """Takes pages one by one and holds what comparing them needs."""

    def __init__(self) -> None:
        self._identity: list[NDArray[np.uint64]] = []
        self._merged: list[Vectors] = []
        self._pending = 0

    def add(self, page: Vectors) -> None:
        """Take in the next page's blocks."""
        self._identity.append(page.identity)
        self._merged.append(page)
        self._pending += len(page)
        # Merging sorts all that is held, so it waits until as much again has come.
        if self._pending > max(_PENDING, len(self._merged[0])):
            self._merged = [_distinct(self._merged)]
            self._pending = 0

    @property
    def blocks_per_page(self) -> NDArray[np.int64]:
        return np.array([len(identity) for identity in self._identity], dtype=np.int64)

    def vectors(self) -> Vectors:
        """Each different vector once, ordered by identity."""
        self._merged = [_distinct(self._merged)]
        self._pending = 0
        return self._merged[0]

    def identities(self) -> NDArray[np.uint64]:
        """The identity of every block of every page."""
        return np.concatenate([np.zeros(0, dtype=np.uint64), *self._identity])


def _distinct(parts: Sequence[Vectors]) -> Vectors:
    identity = np.concatenate([np.zeros(0, dtype=np.uint64), *(part.identity for part in parts)])
    lengths = np.concatenate([np.zeros(0, dtype=np.int64), *(np.diff(p.offset) for p in parts)])
    feature = np.concatenate([np.zeros(0, dtype=np.uint64), *(part.feature for part in parts)])
    starts = np.cumsum(lengths) - lengths
    identity, first = np.unique(identity, return_index=True)
    lengths = lengths[first]
    offset = np.append(0, np.cumsum(lengths))
    return Vectors(feature[ranges(starts[first], lengths)], offset, identity)
