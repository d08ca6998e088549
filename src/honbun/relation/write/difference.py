"""Difference: what two nearly equal sentences have in common, and what not."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Words, where writing sets them apart; else characters: Thai, Lao, Burmese, Khmer, kana, kanji.
_UNPARTED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[^\W{_UNPARTED}]+|.", re.DOTALL)
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
    start = _agreeing(left, right)
    end = _agreeing(reversed(left[start:]), reversed(right[start:]))
    steps = list(_steps(left[start : len(left) - end], right[start : len(right) - end]))
    around = (left[:start], True), (left[len(left) - end :], True)
    return (
        _runs([around[0], *((own, same) for own, _, same in steps), around[1]]),
        _runs([around[0], *((own, same) for _, own, same in steps), around[1]]),
    )


def _agreeing(left: Iterable[str], right: Iterable[str]) -> int:
    """How many tokens are the same from the beginning on."""
    return sum(1 for _ in takewhile(bool, map(eq, left, right)))


def _steps(left: list[str], right: list[str]) -> Iterator[tuple[list[str], list[str], bool]]:
    if max(len(left), len(right)) > _MOST:
        yield left, right, False
        return
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        # A space between two changed words is no common text.
        same = tag == "equal" and any(not token.isspace() for token in left[i:j])
        yield left[i:j], right[k:m], same


def _runs(pieces: Iterable[tuple[list[str], bool]]) -> list[Run]:
    """The pieces that are not empty, neighbours of one kind put together."""
    runs: list[Run] = []
    for tokens, same in pieces:
        if runs and runs[-1].same == same:
            runs[-1] = Run(runs[-1].text + "".join(tokens), same)
        elif tokens:
            runs.append(Run("".join(tokens), same))
    return runs
