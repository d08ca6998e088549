"""Where in the bytes of its page a sentence stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from turbohtml import TokenType, tokenize

from honbun.html.parse import RAW_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from honbun.html.decode import Decoded
    from honbun.html.tree import Tree

# From the characters of a page to its bytes.
#
# The decoders tell no positions, so the length of each character is worked out from its encoding.
# The sum is checked; where it is wrong, because some bytes were no characters, the text is divided
# at the ASCII characters that can be no part of another one, which stand in the same order in
# both, and only what lies between two of them and does not come out even is estimated.

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
            mark = _BOMS.get(name, b"") if decoded.decided_by == "bom" else b""
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


# Where in the source each character of a tree's text came from.
#
# The parser tells where elements stood, not where text did, so the source is read a second time as
# a row of tokens, whose texts are laid beside those of the tree. Both are in the same order but
# for the text that a browser moves out of tables, and the tree lacks some white space and the
# scripts.

_WINDOW = 4096
"""How far ahead (in characters of text) a run is looked for that does not come next."""
_LEAPS = 16
"""Parts of one run that are looked for one by one, each of which may take reading the rest."""
_NOSCRIPT = re.compile("(</?noscrip)t", re.IGNORECASE)
_REFERENCE = TokenType.CHARACTER_REFERENCE


@dataclass(frozen=True, slots=True)
class _Written:
    """The text of the source as columns: its pieces, and where they stood."""

    text: str
    start: list[int]
    """Where each piece begins in `text`."""
    source: list[int]
    """Where it begins in the source."""
    length: list[int]
    """How long it is there where it is a character reference, else 0."""

    def before(self, at: int) -> int:
        """Where a character begins in the source."""
        piece = bisect_right(self.start, at) - 1
        if piece < 0:
            return 0
        return self.source[piece] + (0 if self.length[piece] else at - self.start[piece])

    def behind(self, at: int) -> int:
        """Where a character ends in the source."""
        piece = bisect_right(self.start, at) - 1
        if piece < 0:
            return 0
        return self.source[piece] + (self.length[piece] or at - self.start[piece] + 1)


@dataclass(frozen=True, slots=True)
class Origin:
    """From the text of a tree to the source of its page."""

    written: _Written
    start: list[int]
    """Where stretches of the tree's text begin that stand in one piece in the source, and ..."""
    at: list[int]
    """... where they do so among all text of the source."""
    returns: list[int]
    """The line ends that take two characters of the source, as offsets where they take one."""

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Where the source begins and ends that a range of the tree's text came from."""
        if not self.start or start >= stop:
            return 0, 0
        first = self._source(self.written.before(self._at(start)))
        last = self._source(self.written.behind(self._at(stop - 1)))
        return first, max(first, last)

    def _at(self, offset: int) -> int:
        stretch = bisect_right(self.start, offset) - 1
        return self.at[stretch] + offset - self.start[stretch]

    def _source(self, offset: int) -> int:
        return offset + bisect_left(self.returns, offset)


def origin(tree: Tree, html: str) -> Origin:
    """The origin of the text of `parse(html)`."""
    returns = [found.start() - number for number, found in enumerate(re.finditer("\r\n", html))]
    written = _written(html.replace("\r\n", "\n").replace("\r", "\n"))
    start: list[int] = []
    at: list[int] = []
    for offset, place in _aligned(tree, written):
        if not start or offset - start[-1] != place - at[-1]:
            start.append(offset)
            at.append(place)
    return Origin(written, start, at, returns)


def _aligned(tree: Tree, written: _Written) -> Iterator[tuple[int, int]]:
    """Where each run of the tree's text, or its parts, stand among the text of the source."""
    text = written.text
    here = 0  # where the last run ended
    left = until = 0  # what the last leap went over: the cells of a table come after its stray text
    for run, offset in zip(tree.run, tree.run_start):
        done = 0
        for _ in range(_LEAPS):
            rest = run[done:] if done else run
            if left < until and not rest.isspace() and text.startswith(rest, left, until):
                yield offset + done, left
                left += len(rest)
                break
            found, size = _sought(text, rest, here)
            if found > here:
                left, until = here, found
            yield offset + done, found
            here = found + size
            done += max(1, size)
            if done >= len(run):
                break


def _sought(text: str, run: str, here: int) -> tuple[int, int]:
    """Where a run begins, and how much of it stands there: next, or a little further on."""
    if text.startswith(run, here):
        return here, len(run)
    found = text.find(run, here, here + len(run) + _WINDOW)
    if found >= 0:
        return found, len(run)
    if size := _common(text, run, here):
        return here, size
    found = text.find(run[0], here, here + _WINDOW)
    return (found, _common(text, run, found)) if found >= 0 else (here, 0)


def _common(text: str, run: str, begin: int) -> int:
    """How many characters a run has in common with the text from a place."""
    size = 0
    for one, other in zip(run, text[begin : begin + len(run)]):
        if one != other:
            break
        size += 1
    return size


def _written(html: str) -> _Written:
    # Tokens are told apart as if scripts ran, the tree as if not; another tag of the same length
    # has nothing hidden in it.
    html = _NOSCRIPT.sub(r"\1x", html)
    lines = [0, *[found.end() for found in re.finditer("\n", html)]]
    parts: list[str] = []
    written = _Written("", [], [], [])
    size = 0
    hidden = ""
    for token in tokenize(html, resolve_references=False, capture_attributes=False):
        kind = token.type
        if kind is TokenType.START_TAG:
            hidden = token.tag if token.tag in RAW_TEXT else ""
        elif kind is TokenType.END_TAG:
            hidden = ""
        elif (kind is TokenType.TEXT or kind is _REFERENCE) and not hidden:
            source = lines[token.line - 1] + token.col
            # No browser shows a NUL: each part between two of them is a piece of its own.
            for number, part in enumerate((token.data or "").split("\0")):
                source += number > 0
                if part:
                    written.start.append(size)
                    written.source.append(source)
                    written.length.append(len(token.source or "") if kind is _REFERENCE else 0)
                    parts.append(part)
                size += len(part)
                source += len(part)
    return _Written("".join(parts), written.start, written.source, written.length)


class Place(NamedTuple):
    """A stretch of a page's bytes."""

    offset: int
    length: int


def places(
    html: bytes | str, decoded: Decoded, tree: Tree, ranges: Iterable[tuple[int, int]]
) -> list[Place]:
    """Where ranges of a tree's text stand in its page, tags and character references included.

    Decoded as the page was, the bytes of a place are the source from the first to the last
    character of the range; in ISO-2022-JP they are so after the escape sequence that is in force
    there. Of a page that came as text the places are those in its UTF-8 form. Where characters
    could not be decoded a place is as near as can be told.
    """
    source = origin(tree, decoded.text)
    encoded = Encoded(html, decoded)
    found: list[Place] = []
    for start, stop in ranges:
        first, last = source.span(start, stop)
        begin = encoded.offset(first)
        found.append(Place(begin, encoded.offset(last) - begin))
    return found


def title(tree: Tree) -> tuple[int, int] | None:
    """The range of the page's title in its text, without white space around it."""
    for node in tree.find("title"):
        text = tree.subtree_text(node)
        if tree.tag[tree.parent[node]] != "svg" and (said := text.strip()):
            start = tree.start[node] + len(text) - len(text.lstrip())
            return start, start + len(said)
    return None
