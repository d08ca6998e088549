"""Features: all that the model knows of each row, as matrices with a line for each feature."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from honbun.content.alone import about, again, order, own
from honbun.content.alone.nesting import Nesting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from honbun.content.alone.names import Lexicon
    from honbun.content.alone.sheet import Family, Floats, Named, Sheet


class Features(NamedTuple):
    """Features of the rows of a sheet."""

    names: tuple[str, ...]
    values: Floats
    """A line for each feature, a column for each row."""


class Seen:
    """A page as the model sees it."""

    def __init__(self, sheet: Sheet, things: Sequence[str], url: str) -> None:
        self.sheet = sheet
        self._nesting = Nesting(sheet)
        self._things, self._url = things, url

    def first(self, lexicon: Lexicon) -> Features:
        """What is known before anything is judged."""
        return self._features(
            chain(
                own.features(self.sheet),
                self._nesting.features(),
                order.features(self.sheet),
                lexicon.features(self.sheet),
                own.whole(self.sheet),
                about.features(self._things, self._url),
            )
        )

    def second(self, scores: Floats) -> Features:
        """What the first scores add to it."""
        return self._features(again.features(self.sheet, self._nesting, scores))

    def _features(self, found: Iterable[Named | Family]) -> Features:
        names: list[str] = []
        places: list[int | slice] = []
        values: list[NDArray[Any] | float] = []
        for name, value in found:
            begin = len(names)
            if isinstance(name, str):
                names.append(name)
                places.append(begin)
            else:
                names.extend(name)
                places.append(slice(begin, len(names)))
            values.append(value)
        matrix = np.empty((len(names), len(self.sheet)), dtype=np.float32)
        for place, value in zip(places, values):
            matrix[place] = value  # a number that tells of the page stands for all rows
        return Features(tuple(names), matrix)
