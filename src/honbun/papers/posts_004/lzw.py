"""The dictionary that LZW compression builds: what comes again in a row of symbols (algorithm 3).

T. Welch, "A Technique for High-Performance Data Compression" (1984). The codes are of no use here,
so only the dictionary is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def phrases(symbols: Sequence[int]) -> list[tuple[int, ...]]:
    """The phrases of the dictionary, in the order in which they come in; first every symbol.

    All of them together are at most twice as long as the row, and the symbols.

    >>> phrases([1, 2, 1, 2, 1, 2])
    [(1,), (2,), (1, 2), (2, 1), (1, 2, 1)]
    """
    found: list[tuple[int, ...]] = [(symbol,) for symbol in dict.fromkeys(symbols)]
    # A phrase is known by its number, and told by that of the phrase before its last symbol.
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
