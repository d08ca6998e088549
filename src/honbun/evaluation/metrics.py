"""Precision, recall and F, over blocks and over text."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

TOKEN = re.compile(
    # Scripts without spaces count by the character, all others by the word.
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]"
    r"|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]+"
)


@dataclass(frozen=True, slots=True)
class Score:
    """What was found, what was true, and what was both."""

    found: int = 0
    true: int = 0
    right: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.found + other.found, self.true + other.true, self.right + other.right)

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else float(not self.true)

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else float(not self.found)

    @property
    def f(self) -> float:
        """Twice what is right over what was found and what is true: 1 where both are nothing."""
        total = self.found + self.true
        return 2 * self.right / total if total else 1.0


def text_score(found: str, true: str) -> Score:
    """The score of one text against another, as bags of words and ideographs.

    >>> text_score("The cat sat", "the cat sat down").recall
    0.75
    >>> text_score("本文だ", "本文").precision
    0.6666666666666666
    """
    ours, theirs = Counter(TOKEN.findall(found.lower())), Counter(TOKEN.findall(true.lower()))
    return Score(ours.total(), theirs.total(), (ours & theirs).total())


def word_score(found: str, true: str) -> Score:
    r"""The score of two bags of words, where a word is `\w+`: the measure of the WCXB benchmark.

    >>> word_score("The cat sat", "the cat sat down on it").f
    0.6666666666666666
    """
    ours, theirs = (Counter(re.findall(r"\w+", text.lower())) for text in (found, true))
    return Score(ours.total(), theirs.total(), (ours & theirs).total())


def mean(values: Iterable[float]) -> float:
    """The arithmetic mean, 0 of nothing.

    >>> mean([1.0, 0.5]), mean([])
    (0.75, 0.0)
    """
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0
