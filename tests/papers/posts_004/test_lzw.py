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


@given(ROWS)
def test_dictionary_equals_that_of_the_compressor(row: list[int]) -> None:
    table, codes = encode(row)
    assert phrases(row) == table
    assert [symbol for code in codes for symbol in phrases(row)[code]] == row


def test_row_of_one_symbol_gives_runs_of_growing_length() -> None:
    assert phrases([7] * 10) == [(7,), (7, 7), (7, 7, 7), (7, 7, 7, 7)]
