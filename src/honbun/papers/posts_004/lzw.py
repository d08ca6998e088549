"""The dictionary of LZW compression: what repeats in a sequence of symbols (algorithm 3).

T. Welch, "A Technique for High-Performance Data Compression" (1984). Only the dictionary is built;
the codes are not needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def phrases(symbols: Sequence[int]) -> list[tuple[int, ...]]:
    """The phrases of the dictionary in order of insertion, single symbols first.

    Their total length is at most twice the length of the sequence, plus the symbols.

    >>> phrases([1, 2, 1, 2, 1, 2])
    [(1,), (2,), (1, 2), (2, 1), (1, 2, 1)]
    """
    found: list[tuple[int, ...]] = [(symbol,) for symbol in dict.fromkeys(symbols)]
    # A phrase is identified by the number of its prefix and its last symbol.
    longer = {(-1, symbol): number for number, (symbol, *_) in enumerate(found)}
    phrase, start = -1, 0
    for at, symbol in enumerate(symbols):
        known = longer.get((phrase, symbol))
        if known is None:
            longer[phrase, symbol] = len(found)
            found.append(tuple(symbols[start : at + 1]))
            known, start = longer[-1, symbol], at
        phrase = known
    return found
