"""The dictionary of LZW, beside the compression that it comes from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.posts_004.lzw import phrases

ROWS = st.lists(st.integers(0, 3), max_size=60)


def encode(row: list[int]) -> tuple[list[tuple[int, ...]], list[int]]:
    """LZW as Welch has it: the dictionary, and the codes that stand for the row."""
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
def test_the_dictionary_is_that_of_the_compression(row: list[int]) -> None:
    table, codes = encode(row)
    assert phrases(row) == table
    assert [symbol for code in codes for symbol in phrases(row)[code]] == row


@given(ROWS)
def test_every_phrase_occurs_in_the_row_and_stands_in_the_dictionary_once(row: list[int]) -> None:
    found = phrases(row)
    assert [phrase for phrase in found if not occurs(phrase, row)] == []
    assert len(set(found)) == len(found)


@given(ROWS)
def test_a_phrase_is_a_symbol_more_than_an_earlier_one(row: list[int]) -> None:
    found = phrases(row)
    longer = [at for at, phrase in enumerate(found) if len(phrase) > 1]
    assert [at for at in longer if found[at][:-1] not in found[:at]] == []


@given(ROWS)
def test_all_phrases_together_are_at_most_twice_as_long_as_the_row(row: list[int]) -> None:
    assert sum(map(len, phrases(row))) <= 2 * len(row) + len(set(row))


def test_a_row_of_one_symbol_gives_longer_and_longer_runs_of_it() -> None:
    assert phrases([7] * 10) == [(7,), (7, 7), (7, 7, 7), (7, 7, 7, 7)]


def test_a_row_of_nothing_gives_nothing() -> None:
    assert phrases([]) == []
