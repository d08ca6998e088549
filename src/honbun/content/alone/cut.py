"""Where to cut: which rows of a page are kept, given how likely each is content.

For every number of rows, the likeliest first, the F1 to be expected is known from the scores alone.
The best number is taken, page by page: a fixed threshold would cost more on pages of which nothing
is sure. `favor` moves the weight of recall against precision in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.content.alone.sheet import Floats

Favor = Literal["precision", "recall"]

_BETA = {None: 1.0, "precision": 0.5, "recall": 2.0}
"""How many times as much recall counts as precision."""
_BOUNDS = {None: (0.15, 0.6), "precision": (0.3, 0.9), "recall": (0.05, 0.4)}
"""A score from which a row is always kept is the higher, one below which it never is the lower."""


def kept(scores: Floats, words: Floats, favor: Favor | None = None) -> NDArray[np.bool_]:
    """Which rows to keep, given their scores and how many words each has."""
    if not len(scores):
        return np.zeros(0, dtype=np.bool_)
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum((scores * words)[order], dtype=np.float64)
    found = np.cumsum(words[order], dtype=np.float64)
    square = _BETA[favor] ** 2
    expected = (1 + square) * right / np.maximum(found + square * right[-1], 1e-9)
    threshold = scores[order[np.argmax(expected)]]
    low, high = _BOUNDS[favor]
    # The best row is kept whatever its score: a page that has text has some content.
    enough: NDArray[np.bool_] = scores >= min(max(threshold, low), high, scores.max())
    return enough
