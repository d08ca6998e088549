"""Scores: precision, recall and F of counts, their sums over pages and their means over groups."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Measures = dict[str, float | None]
    """Figures by name; None where there was nothing to measure."""

TOKEN = re.compile(
    # Scripts without spaces are counted by character, all others by word.
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]"
    r"|[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]+"
)
_WORD = re.compile(r"\w+")
_RUN = re.compile(
    r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+)"
    r"|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+"
)


@dataclass(frozen=True, slots=True)
class Score:
    """How many things were found, how many are true, and how many of them are the same."""

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
        """The harmonic mean of precision and recall; 1 if nothing is true and nothing was found."""
        total = self.found + self.true
        return 2 * self.right / total if total else 1.0

    @property
    def of_found(self) -> float | None:
        """The share of right things among those found; None if nothing was found."""
        return self.right / self.found if self.found else None

    @property
    def of_true(self) -> float | None:
        """The share of right things among the true ones; None if there are none."""
        return self.right / self.true if self.true else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One page, or one pair of pages, compared with its truth."""

    name: str
    group: str
    """What it is counted with: its site, format, kind or class."""
    scores: Mapping[str, Score]
    """Named counts, such as `blocks` or `date`; `pages` counts this page and whether it is perfect.
    """
    errors: tuple[Mapping[str, object], ...] = ()
    """What is wrong, one JSON object per error; each has `error`, the kind of error."""
    details: Mapping[str, object] = field(default_factory=dict)
    """What else is known of the page or pair, for JSON."""

    @property
    def is_perfect(self) -> bool:
        return bool(self.scores["pages"].right)

    def error_rows(self) -> list[dict[str, object]]:
        """The errors as rows that name the page and its group."""
        named = {"page": self.name, "group": self.group, **self.details}
        return [{**named, **error} for error in self.errors]


def page_score(*, perfect: bool) -> Score:
    """The count of one page."""
    return Score(1, 1, int(perfect))


def total(compared: Iterable[Comparison]) -> dict[str, Score]:
    """The counts of some pages, added up by name."""
    sums: dict[str, Score] = {}
    for one in compared:
        for name, score in one.scores.items():
            sums[name] = sums.get(name, Score()) + score
    return sums


def grouped(
    compared: Iterable[Comparison], key: Callable[[Comparison], str] = lambda one: one.group
) -> dict[str, list[Comparison]]:
    """The comparisons of each group, in the order in which the groups first appear."""
    groups: dict[str, list[Comparison]] = {}
    for one in compared:
        groups.setdefault(key(one), []).append(one)
    return groups


def means(measured: Iterable[Measures]) -> Measures:
    """The mean of each measure over those that have it; None where none has.

    >>> means([{"F": 1.0}, {"F": 0.5}, {"F": None}])
    {'F': 0.75}
    """
    columns: dict[str, list[float]] = {}
    for one in measured:
        for name, value in one.items():
            columns.setdefault(name, []).extend([] if value is None else [value])
    return {name: mean(values) if values else None for name, values in columns.items()}


def text_score(found: str, true: str) -> Score:
    """The score of one text against another, as bags of words and ideographs.

    >>> text_score("The cat sat", "the cat sat down").recall
    0.75
    >>> text_score("本文だ", "本文").precision
    0.6666666666666666
    """
    ours, theirs = (Counter(TOKEN.findall(text.lower())) for text in (found, true))
    return bag_score(ours, theirs)


def bag_score(found: Counter[str], true: Counter[str]) -> Score:
    """The score of one bag of words against another.

    >>> bag_score(words("The cat sat"), words("the cat sat down on it")).f
    0.6666666666666666
    """
    return Score(found.total(), true.total(), (found & true).total())


def words(text: str) -> Counter[str]:
    r"""The words of a text, where a word is `\w+`: the measure of the WCXB benchmark."""
    return Counter(_WORD.findall(text.lower()))


def pairs_and_words(text: str) -> Counter[str]:
    """The words of a text; in Chinese, Japanese and Korean each pair of neighbours is a word.

    >>> sorted(pairs_and_words("Das 本文だ, das"))
    ['das', '文だ', '本文']
    """
    bag: Counter[str] = Counter()
    for found in _RUN.finditer(unicodedata.normalize("NFC", text).lower()):
        run = found[0]
        if found[1] and len(run) > 1:
            bag.update(run[i : i + 2] for i in range(len(run) - 1))
        else:
            bag[run] += 1
    return bag


def mean(values: Iterable[float]) -> float:
    """The arithmetic mean, 0 of nothing.

    >>> mean([1.0, 0.5]), mean([])
    (0.75, 0.0)
    """
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0
