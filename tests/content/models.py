"""A model written by hand, so that tests do not depend on trained weights."""

from __future__ import annotations

import numpy as np

from honbun._core.forest import Forest
from honbun._core.lexicon import Lexicon
from honbun.content.kind import KINDS
from honbun.content.scoring import NAMES, Model


def _forest(*questions: tuple[str, float, float, float]) -> Forest:
    """A tree for each question: a feature, a border, and the answers below and above it."""
    return Forest(
        np.array([[NAMES.index(feature) for feature, *_ in questions]], dtype=np.int16),
        np.array([[border for _, border, *_ in questions]], dtype=np.float32),
        np.array([answers for _, _, *answers in questions], dtype=np.float32),
        0.0,
    )


def plain_model() -> Model:
    """Content is a text of more than 50 characters that few other pages have."""
    questions = ("size", 50, -3, 3), ("other pages: share with text", 0.3, 0, -8)
    return Model(
        lexicon=Lexicon(np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.float32)),
        first=_forest(*questions),
        second=_forest(*questions),
        kinds=tuple(_forest(("size", 0, 0, 0)) for _ in KINDS),
        medians=np.zeros(len(NAMES), dtype=np.uint8),
        calibration=np.linspace(0, 1, 21, dtype=np.float32),
    )


PLAIN = plain_model()
