"""What the characters of each text are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun._core import characters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

COUNTED = (
    *("words", "sentences", "letters", "commas", "questions"),
    *("digits", "capitals", "money", "signs"),
)
"""What is counted, in the order of the columns."""

_ENDS = {":": -1, "：": -1} | dict.fromkeys('.!?…。！？"”」』', 1)


def counts(texts: Sequence[str]) -> NDArray[np.float32]:
    """A row for each text, with the columns of `COUNTED`.

    >>> counts(["Is it 9? Yes."])[0].astype(int).tolist()
    [4, 2, 8, 0, 1, 1, 2, 0, 0]
    """
    totals = np.empty((len(COUNTED), len(texts)), dtype=np.float32)
    characters.count(texts, totals)
    return totals.T


def closed(texts: Sequence[str]) -> NDArray[np.int8]:
    """How each text ends: 1 as a sentence does, -1 with a colon, else 0."""
    return np.array([_ENDS.get(text[-1], 0) for text in texts], dtype=np.int8)
