"""Ranges: the greatest of any stretch of a column, for many stretches at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.listing.sheet import Numbers


class Greatest:
    """Answers what the greatest number of a stretch is, in constant time for each.

    >>> Greatest(np.array([3, 1, 2, 5])).of(np.array([0, 1]), np.array([3, 4])).tolist()
    [3, 5]
    """

    def __init__(self, column: Numbers) -> None:
        rows = [column]
        step = 1
        while 2 * step <= len(column):
            last = rows[-1]
            # Stretches that would go beyond the end go as far as it.
            shifted = np.concatenate([last[step:], last[-1:].repeat(step)])
            rows.append(np.maximum(last, shifted))
            step *= 2
        self._table = np.stack(rows)

    def of(self, start: Numbers, stop: Numbers) -> Numbers:
        """The greatest number of each stretch; none may be empty."""
        level = np.frexp(stop - start)[1].astype(np.int64) - 1
        first = self._table[level, start]
        found: Numbers = np.maximum(first, self._table[level, stop - (1 << level)])
        return found
