"""What the characters of each text are, counted for all texts of a page at once.

The texts are laid end to end as numbers and looked up in one table of character classes, so that
a page costs a dozen array operations and not a loop over its characters.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

COUNTED = (
    *("words", "sentences", "letters", "commas", "questions"),
    *("digits", "capitals", "money", "signs"),
)
"""What is counted, in the order of the columns."""

_TABLE = 0x10000
"""Characters beyond the first plane are looked up as its last: pictures, and rare ideographs."""
_LETTER, _DIGIT, _CAPITAL, _SPACE, _END, _STOP, _COMMA, _QUESTION, _MONEY, _SIGN, _WHOLE = (
    1 << bit for bit in range(11)
)
"""`_END` closes a sentence where space or nothing follows; `_STOP` closes one wherever it stands;
`_WHOLE` is a word by itself."""
_MARKS = {
    _END: ".!?…",
    _STOP: "。！？",
    _COMMA: ",、，;；",
    _QUESTION: "?？",
    _SIGN: "|©®»›«‹•·→↑↓",
}
_ENDS = {":": -1, "：": -1} | dict.fromkeys('.!?…。！？"”」』', 1)


def counts(texts: Sequence[str]) -> NDArray[np.float32]:
    """A row for each text, with the columns of `COUNTED`. No text may be empty.

    >>> counts(["Is it 9? Yes."])[0].astype(int).tolist()
    [4, 2, 8, 0, 1, 1, 2, 0, 0]
    """
    laid = "\n".join(texts) + "\n"
    codes = np.frombuffer(laid.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    kinds = _classes().take(codes, mode="clip")
    starts = np.zeros(len(texts), dtype=np.intp)
    np.cumsum([len(text) + 1 for text in texts[:-1]], out=starts[1:])
    word = (kinds & (_LETTER | _DIGIT)) != 0
    begins = word.copy()
    begins[1:] &= ~word[:-1]
    begins |= (kinds & _WHOLE) != 0
    closes = (kinds & _END) != 0
    closes[:-1] &= (kinds[1:] & _SPACE) != 0
    closes |= (kinds & _STOP) != 0
    single = [(kinds & bit) != 0 for bit in (_COMMA, _QUESTION, _DIGIT, _CAPITAL, _MONEY, _SIGN)]
    marks = np.stack([begins, closes, word, *single])
    totals: NDArray[np.float32] = np.add.reduceat(marks, starts, axis=1, dtype=np.float32).T
    return totals


def closed(texts: Sequence[str]) -> NDArray[np.int8]:
    """How each text ends: 1 as a sentence does, -1 with a colon, else 0."""
    return np.array([_ENDS.get(text[-1], 0) for text in texts], dtype=np.int8)


@cache
def _classes() -> NDArray[np.uint16]:
    table = np.zeros(_TABLE, dtype=np.uint16)
    for code in range(_TABLE - 1):
        table[code] = _class(chr(code))
    table[_TABLE - 1] = _LETTER | _WHOLE
    for bit, marks in _MARKS.items():
        for mark in marks:
            table[ord(mark)] |= bit
    return table


def _class(char: str) -> int:
    category = unicodedata.category(char)
    if category[0] == "N":
        return _DIGIT
    if category == "Lo" and char >= "\u2e80" and not "\uac00" <= char <= "\ud7a3":
        return _LETTER | _WHOLE  # ideographs and kana are written without spaces
    if category[0] in "LM" or char == "_":
        return _LETTER | (_CAPITAL if category == "Lu" else 0)
    if category == "Sc":
        return _MONEY
    return _SPACE if char.isspace() else 0
