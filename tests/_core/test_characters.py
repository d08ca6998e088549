"""Counts, hashes and words of texts are those of the plain definition."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core.characters import COUNTS, measure
from tests._core import plain_characters as plain

TEXTS = st.text(
    st.sampled_from(
        "aBÀßé_ \n\u3000.!?,;。？、0129२$€|©→-'「本カ한Ж\U0001f600\U00020000\ud800\0\u0301"
    )
    | st.characters(),
    max_size=30,
)


def hashes(text: str) -> tuple[int, int, list[int]]:
    [found] = measure([text])[1]
    return found


@given(TEXTS)
@example("One. Two? 3.5 …")
@example("A1 22b 12")
def test_counts_equal_the_plain_definition(text: str) -> None:
    table, [(_, _, words)] = measure([text])
    assert dict(zip(COUNTS, table[:, 0].tolist(), strict=True)) == plain.counts(text)
    assert len(words) == len(plain.words(text))


@given(TEXTS, TEXTS)
@example("Year 1999", "YEAR 2024")
@example("a 1 2", "a 12")
@example("a1", "a")
@example("b 12 本1", "B 7 本")
@example("ab", "a b")
def test_hashes_are_equal_where_texts_are(one: str, other: str) -> None:
    first, second = hashes(one), hashes(other)
    assert (first[0] == second[0]) == (plain.folded(one) == plain.folded(other))
    assert (first[1] == second[1]) == (plain.pattern(one) == plain.pattern(other))
    for word, code in zip(plain.words(one), first[2], strict=True):
        assert code & 1 == all(map(plain._is_digit, word))
        for again, same in zip(plain.words(other), second[2], strict=True):
            assert (code == same) == (word == again)


@given(st.text(st.characters(max_codepoint=255), max_size=30))
def test_the_three_widths_of_text_agree(text: str) -> None:
    """A letter at the end of a text makes it wider."""
    longer = [f"{text} {letter}" for letter in "éж\U0001f600"]
    table, found = measure(longer)
    assert (table == table[:, :1]).all()
    assert [words[:-1] for _, _, words in found] == [found[0][2][:-1]] * 3


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError):
        measure([None])  # type: ignore[list-item]
