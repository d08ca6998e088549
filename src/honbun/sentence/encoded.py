"""From the characters of a page to its bytes.

The decoders tell no positions, so the length of each character is worked out from its encoding. The
sum is checked; where it is wrong, because some bytes were no characters, the text is divided at the
ASCII characters that can be no part of another one, which stand in the same order in both, and only
what lies between two of them and does not come out even is estimated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.tree.encoding import Decoded

_PYTHON = {
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
}
"""Python's codecs that know how long a character is in these encodings."""
_UNKNOWN = 2
"""Bytes of a character that Python's codec lacks: most are the extensions of vendors."""
_BOMS = {"utf-8": b"\xef\xbb\xbf", "utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}
_SAFE = np.zeros(256, dtype=bool)
"""ASCII that is never the later byte of a character: below those of Shift_JIS, GBK and Big5 (0x40),
and not the digits of GB 18030."""
_SAFE[[*range(0x09, 0x0E), *range(0x20, 0x30), *range(0x3A, 0x40)]] = True
_ESCAPE = re.compile(rb"\x1b(?:\([BJI]|\$[@B])")


class Encoded:
    """The bytes of a decoded page, by the characters that they were decoded to."""

    def __init__(self, html: bytes | str, decoded: Decoded) -> None:
        text, name = decoded.text, decoded.encoding
        if isinstance(html, str):
            self._base = 3 if html.startswith("\ufeff") else 0
            body, name = text.encode(), "utf-8"
        else:
            mark = _BOMS.get(name, b"") if decoded.told_by == "bom" else b""
            self._base = len(mark)
            body = html[len(mark) :]
        self._size = len(body)
        self._ends: NDArray[np.int64] | None = None
        """Where each character ends; None where each is one byte."""
        self._safe: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
        """The characters between which the ends are right up to a shift, and their bytes."""
        if len(body) != len(text):
            self._measure(text, body, name)

    def offset(self, at: int) -> int:
        """Where in the bytes a character begins; at the end of the text, where they end."""
        if self._ends is None or at <= 0:
            return self._base + min(max(at, 0), self._size)
        at = min(at, len(self._ends))
        end = int(self._ends[at - 1])
        return self._base + (end if self._safe is None else _shifted(self._ends, *self._safe, at))

    def _measure(self, text: str, body: bytes, name: str) -> None:
        if name == "iso-2022-jp":
            ends = _escaped(body)
            self._ends = ends if len(ends) == len(text) else _even(text, body)
            return
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        self._ends = ends = np.cumsum(_lengths(codes, name), dtype=np.int64)
        if ends[-1:].tolist() == [len(body)]:
            return
        characters = np.flatnonzero(_SAFE[np.minimum(codes, 255)])
        places = np.flatnonzero(_SAFE[np.frombuffer(body, dtype=np.uint8)])
        if len(characters) != len(places) or name.startswith("utf-16"):
            self._ends = _even(text, body)
            return
        self._safe = (
            np.concatenate([[0], characters, [len(text)]]),
            np.concatenate([[0], places, [len(body)]]),
        )


def _shifted(
    ends: NDArray[np.int64], characters: NDArray[np.int64], places: NDArray[np.int64], at: int
) -> int:
    """Where a character begins, told from the safe one before it."""
    number = min(int(np.searchsorted(characters, at, side="right")), len(characters) - 1) - 1
    first, last = characters[number], characters[number + 1]
    before = int(ends[first - 1]) if first else 0
    told = int(ends[last - 1]) - before if last else 0
    room = int(places[number + 1] - places[number])
    inside = int(ends[at - 1]) - before
    return int(places[number]) + (inside if told == room else inside * room // max(1, told))


def _lengths(codes: NDArray[np.uint32], name: str) -> NDArray[np.int64]:
    """How many bytes each character takes."""
    if name == "utf-8":
        return 1 + (codes > 0x7F).astype(np.int64) + (codes > 0x7FF) + (codes > 0xFFFF)
    if name.startswith("utf-16"):
        return 2 + 2 * (codes > 0xFFFF).astype(np.int64)
    if name not in _PYTHON:
        return np.ones(len(codes), dtype=np.int64)
    used, where = np.unique(codes, return_inverse=True)
    return np.array([_length(code, _PYTHON[name]) for code in used.tolist()], dtype=np.int64)[where]


def _length(code: int, codec: str) -> int:
    try:
        return len(chr(code).encode(codec))
    except UnicodeEncodeError:
        return _UNKNOWN


def _escaped(body: bytes) -> NDArray[np.int64]:
    """Where each character of an ISO-2022-JP text ends; the escape sequences belong to none."""
    ends: list[NDArray[np.int64]] = []
    begin, width = 0, 1
    for escape in _ESCAPE.finditer(body):
        ends.append(np.arange(begin + width, escape.start() + 1, width))
        begin, width = escape.end(), 2 if escape[0][1:2] == b"$" else 1
    ends.append(np.arange(begin + width, len(body) + 1, width))
    return np.concatenate(ends)


def _even(text: str, body: bytes) -> NDArray[np.int64]:
    """The bytes divided evenly among the characters."""
    return np.arange(1, len(text) + 1) * len(body) // max(1, len(text))
