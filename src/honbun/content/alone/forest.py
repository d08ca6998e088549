"""Forest: boosted trees that ask the same question on each level, run in numpy.

Such a tree of depth d is d questions and a table of 2^d answers: the bits of the questions are the
place in the table. So a level of all trees is one comparison of arrays, and no tree is walked.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from honbun.content.alone.sheet import Floats

_ROWS = 512
"""Rows at a time: what they need then stays in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees of one depth."""

    feature: NDArray[np.int16]
    """Which feature each level (line) of each tree (column) asks for, ..."""
    border: Floats
    """... and what it must be above."""
    answer: Floats
    """A line for each tree; the first level's bit is the highest."""
    bias: float

    def logits(self, features: Floats) -> Floats:
        """The log-odds of each row, given a line for each feature."""
        rows = features.shape[1]
        parts = [self._part(features[:, at : at + _ROWS]) for at in range(0, rows, _ROWS)]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)

    def _part(self, features: Floats) -> Floats:
        depth, trees = self.feature.shape
        # The number of the tree ends up above the bits of its questions: the place in all tables.
        place = np.repeat(np.arange(trees, dtype=np.int32)[:, None], features.shape[1], axis=1)
        for level in range(depth):
            place <<= 1
            place |= features[self.feature[level]] > self.border[level][:, None]
        summed: Floats = self.answer.take(place).sum(axis=0, dtype=np.float32)
        return summed + np.float32(self.bias)

    def pack(self, name: str) -> dict[str, NDArray[np.generic]]:
        arrays = {field.name: np.asarray(getattr(self, field.name)) for field in fields(self)}
        # Half precision is enough for answers of which hundreds are summed up.
        arrays["answer"] = arrays["answer"].astype(np.float16)
        return {f"{name}_{key}": array for key, array in arrays.items()}

    @classmethod
    def unpack(cls, name: str, arrays: Mapping[str, NDArray[np.generic]]) -> Forest:
        return cls(
            feature=arrays[f"{name}_feature"].astype(np.int16),
            border=arrays[f"{name}_border"].astype(np.float32),
            answer=arrays[f"{name}_answer"].astype(np.float32),
            bias=float(arrays[f"{name}_bias"]),
        )
