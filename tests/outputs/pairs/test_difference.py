"""What differs between two sentences is found, and nothing is lost."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.outputs.pairs_html import Run, differences

SENTENCES = st.text("ab c、港の灯が消え", max_size=40)


def other(a: str, b: str) -> tuple[list[str], list[str]]:
    """What only the one, and only the other sentence has."""
    left, right = differences(a, b)
    return [run.text for run in left if not run.same], [run.text for run in right if not run.same]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("The lamps go out.", "The lamps went out.", (["go"], ["went"])),
        ("It rains.", "It rains all day.", ([], [" all day"])),
        ("港の灯が消えた。", "港の灯は消えた。", (["が"], ["は"])),
        ("Boats float here.", "Ships sink here.", (["Boats float"], ["Ships sink"])),
        ("same", "same", ([], [])),
    ],
)
def test_words_and_characters_that_differ_are_found(
    a: str, b: str, expected: tuple[list[str], list[str]]
) -> None:
    assert other(a, b) == expected


@given(SENTENCES, SENTENCES)
def test_the_pieces_are_the_sentences(a: str, b: str) -> None:
    left, right = differences(a, b)
    assert ("".join(run.text for run in left), "".join(run.text for run in right)) == (a, b)
    assert _common(left) == _common(right)
    for runs in (left, right):
        assert all(run.text for run in runs)
        assert all(one.same != next_.same for one, next_ in pairwise(runs))


def _common(runs: list[Run]) -> str:
    return "".join(run.text for run in runs if run.same)


def test_very_long_sentences_are_not_compared_word_by_word() -> None:
    started = time.process_time()
    a, b = "始め" + "あい" * 50_000 + "終り", "始め" + "いう" * 50_000 + "終り"
    assert other(a, b) == (["あい" * 50_000], ["いう" * 50_000])
    assert other("x " * 300, "y " * 300)[0]
    assert time.process_time() - started < 5
