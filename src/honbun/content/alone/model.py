"""Model: how likely each row of a page is content.

Two looks: a forest scores each row by what it is and what stands around it, and another one judges
again with those scores in view. The weights come with the package; docs/model-card.md tells how
they were made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import IO, TYPE_CHECKING

import numpy as np

from honbun._core.forest import Forest
from honbun.content.alone import names

if TYPE_CHECKING:
    from honbun.content.alone.features import Seen
    from honbun.content.alone.names import Lexicon
    from honbun.content.alone.sheet import Floats

_WEIGHTS = "weights.npz"


@dataclass(frozen=True, slots=True)
class Model:
    """A lexicon of names, and a forest for each look."""

    lexicon: Lexicon
    first: Forest
    second: Forest

    def scores(self, page: Seen) -> Floats:
        """For each row a number between 0 and 1."""
        if not len(page.sheet):
            return np.zeros(0, dtype=np.float32)
        known = page.first(self.lexicon).values
        first = self.first.logits(known)
        more = page.second(sigmoid(first)).values
        second = self.second.logits(np.concatenate([known, more]))
        # Both looks err, in part on different rows: their mean errs less than the second.
        return sigmoid((first + second) / 2)

    def save(self, file: IO[bytes]) -> None:
        parts = self.first.pack("first") | self.second.pack("second") | names.pack(self.lexicon)
        np.savez_compressed(file, allow_pickle=False, **parts)

    @classmethod
    def load(cls, file: IO[bytes]) -> Model:
        with np.load(file, allow_pickle=False) as arrays:
            lexicon = names.unpack(arrays)
            return cls(lexicon, Forest.unpack("first", arrays), Forest.unpack("second", arrays))


def sigmoid(logits: Floats) -> Floats:
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-logits))


@cache
def shipped() -> Model:
    """The model that comes with the package."""
    with resources.files(__package__).joinpath(_WEIGHTS).open("rb") as file:
        return Model.load(file)
