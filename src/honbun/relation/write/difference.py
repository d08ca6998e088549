"""Difference: what two nearly equal sentences have in common, and what not."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise
from os.path import commonprefix
from typing import NamedTuple

_TOKEN = re.compile(
    # Words, where writing sets them apart; else characters: kana, kanji, Thai, Lao, Burmese, Khmer.
    "[^\\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]+|.",
    re.DOTALL,
)
_MOST = 300
"""Words or characters that are compared: it takes the square of them, or more. What is longer,
beginning and end that are the same left aside, differs as a whole."""


class Run(NamedTuple):
    """A piece of a sentence that the other has too, or has not."""

    text: str
    same: bool


def differences(a: str, b: str) -> tuple[list[Run], list[Run]]:
    """Either sentence in pieces.

    >>> a, b = differences("The old boat sank.", "The new boat sank.")
    >>> [run.text for run in a if not run.same], [run.text for run in b if not run.same]
    (['old'], ['new'])
    """
    left, right = _TOKEN.findall(a), _TOKEN.findall(b)
    start = len(commonprefix([left, right]))
    end = len(commonprefix([left[start:][::-1], right[start:][::-1]]))
    inner_left, inner_right = left[start : len(left) - end], right[start : len(right) - end]
    runs = [(left[:start], right[:start], True)]
    if max(len(inner_left), len(inner_right)) > _MOST:
        runs.append((inner_left, inner_right, False))
    else:
        runs += _compared(inner_left, inner_right)
    runs.append((left[len(left) - end :], right[len(right) - end :], True))
    return (
        _joined([("".join(own), same) for own, _, same in runs]),
        _joined([("".join(own), same) for _, own, same in runs]),
    )


def _compared(left: list[str], right: list[str]) -> list[tuple[list[str], list[str], bool]]:
    steps = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    return [(left[i:j], right[k:m], tag == "equal") for tag, i, j, k, m in steps]


def _joined(pieces: list[tuple[str, bool]]) -> list[Run]:
    """Runs that are as long as can be: a space between two changed words is no common text."""
    told = [Run(text, same) for text, same in pieces if text]
    for at, (before, after) in enumerate(pairwise(told[:-1] and told), 1):
        inner = at < len(told) - 1 and after.text.isspace()
        if inner and not before.same and not told[at + 1].same:
            told[at] = Run(after.text, same=False)
    runs: list[Run] = []
    for run in told:
        if runs and runs[-1].same == run.same:
            runs[-1] = Run(runs[-1].text + run.text, run.same)
        else:
            runs.append(run)
    return runs
