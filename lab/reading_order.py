"""Whether paragraphs come out whole and in their order, beside other extractors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SHORTEST = 20
"""Letters of a paragraph: the same short line may be in several places."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Counts of the paragraphs of the truth that a text contains."""

    found: int = 0
    whole: int = 0
    """Those that are a paragraph or line of their own."""
    pairs: int = 0
    """Neighbours that were both found."""
    ordered: int = 0

    def __add__(self, other: Reading) -> Reading:
        return Reading(
            self.found + other.found,
            self.whole + other.whole,
            self.pairs + other.pairs,
            self.ordered + other.ordered,
        )

    def row(self, name: str) -> list[object]:
        return [
            name,
            self.found,
            round(self.whole / max(self.found, 1), 4),
            round(self.ordered / max(self.pairs, 1), 4),
        ]


HEADER = ("extractor", "paragraphs found", "whole", "in order")


def compare(paragraphs: Sequence[str], text: str) -> Reading:
    """Look for the paragraphs of a page in a text.

    >>> compare(["The first paragraph, long enough.", "And another one, also long."],
    ...         "The first paragraph, long enough.\\n\\nAnd another one, also long.")
    Reading(found=2, whole=2, pairs=1, ordered=1)
    """
    letters, lines = _letters(text), {_letters(line) for line in text.split("\n")}
    lines |= {_letters(part) for part in re.split(r"\n\s*\n", text)}
    wanted = [one for one in map(_letters, paragraphs) if len(one) >= _SHORTEST]
    places, end = [], 0
    for one in wanted:
        # What is said twice is looked for after the paragraph before it first.
        place = letters.find(one, end)
        places.append(place if place >= 0 else letters.find(one))
        end = places[-1] + len(one) if places[-1] >= 0 else end
    met = [place for place in places if place >= 0]
    pairs = list(pairwise(met))
    return Reading(
        found=len(met),
        whole=sum(one in lines for one, place in zip(wanted, places) if place >= 0),
        pairs=len(pairs),
        ordered=sum(first < second for first, second in pairs),
    )


def total(readings: Iterable[Reading]) -> Reading:
    return sum(readings, Reading())


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
