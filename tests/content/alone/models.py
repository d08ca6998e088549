"""Simple models with known results."""

from __future__ import annotations

import numpy as np

from honbun._core.forest import Forest
from honbun.content.alone.model import Model
from honbun.content.alone.names import Lexicon


def one_split(feature: int, border: float, no: float = -9.0) -> Forest:
    """A forest with one split: is the feature above the border? `no` are the log-odds if not."""
    return Forest(
        feature=np.array([[feature]], dtype=np.int16),
        border=np.array([[border]], dtype=np.float32),
        answer=np.array([[no, 9]], dtype=np.float32),
        bias=0.0,
    )


def longer_than(size: int, no: float = -9.0) -> Model:
    """Rows with more characters are content; the first feature is the size."""
    forest = one_split(0, float(np.log1p(size + 0.5)), no)
    return Model(Lexicon({}), forest, forest)
