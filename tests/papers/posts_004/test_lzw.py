"""The LZW dictionary equals that of a plain LZW compressor."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.posts_004.lzw import phrases

ROWS = st.lists(st.integers(0, 3), max_size=60)


def encode(row: list[int]) -> tuple[list[tuple[int, ...]], list[int]]:
    """LZW as Welch defines it: the dictionary, and the codes of the row."""
    table: list[tuple[int, ...]] = [(symbol,) for symbol in dict.fromkeys(row)]
    codes: list[int] = []
    word: tuple[int, ...] = ()
    for symbol in row:
        if (*word, symbol) in table:
            word = (*word, symbol)
        else:
            codes.append(table.index(word))
            table.append((*word, symbol))
            word = (symbol,)
    return table, [*codes, *([table.index(word)] if word else [])]


def occurs(phrase: tuple[int, ...], row: list[int]) -> bool:
    return any(tuple(row[at : at + len(phrase)]) == phrase for at in range(len(row)))


@given(ROWS)
def test_dictionary_equals_that_of_the_compressor(row: list[int]) -> None:
    table, codes = encode(row)
    assert phrases(row) == table
    assert [symbol for code in codes for symbol in phrases(row)[code]] == row


@given(ROWS)
def test_every_phrase_occurs_in_the_row_and_is_unique(row: list[int]) -> None:
    found = phrases(row)
    assert [phrase for phrase in found if not occurs(phrase, row)] == []
    assert len(set(found)) == len(found)


@given(ROWS)
def test_phrase_extends_an_earlier_one_by_a_symbol(row: list[int]) -> None:
    found = phrases(row)
    longer = [at for at, phrase in enumerate(found) if len(phrase) > 1]
    assert [at for at in longer if found[at][:-1] not in found[:at]] == []


@given(ROWS)
def test_phrases_are_at_most_twice_as_long_as_the_row_in_total(row: list[int]) -> None:
    assert sum(map(len, phrases(row))) <= 2 * len(row) + len(set(row))


def test_row_of_one_symbol_gives_runs_of_growing_length() -> None:
    assert phrases([7] * 10) == [(7,), (7, 7), (7, 7, 7), (7, 7, 7, 7)]


def test_empty_row_has_an_empty_dictionary() -> None:
    assert phrases([]) == []
