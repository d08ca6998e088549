"""Byte offsets of sentences in their page.

The parser does not report where text was. The source is tokenised a second time, and its texts are
aligned with those of the tree: both are in the same order, except for text that a browser moves out
of tables, and the tree lacks some white space and the scripts. Characters are then mapped to bytes.
The decoders report no positions, so the length of each character follows from its encoding. If the
sum is wrong, because some bytes were not characters, the text is divided at ASCII characters that
are never part of another one, and only the parts between them that do not match are estimated.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from turbohtml import TokenType, tokenize

from honbun._core.names import RAW_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from honbun.html.decode import Decoded
    from honbun.html.tree import Tree

_PYTHON = {
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
}
"""Python codecs that give the length of a character in these encodings."""
_UNKNOWN = 2
"""Bytes of a character that the Python codec lacks: mostly vendor extensions."""
_BOMS = {"utf-8": b"\xef\xbb\xbf", "utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}
_SAFE = np.zeros(256, dtype=bool)
"""ASCII that is never the later byte of a character: below those of Shift_JIS, GBK and Big5 (0x40),
and not the digits of GB 18030."""
_SAFE[[*range(0x09, 0x0E), *range(0x20, 0x30), *range(0x3A, 0x40)]] = True
_ESCAPE = re.compile(rb"\x1b(?:\([BJI]|\$[@B])")


class Encoded:
    """Maps characters of a decoded page to its bytes."""

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
        """Where each character ends; None if each is one byte."""
        self._safe: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
        """Characters between which the ends are right up to a shift, and their bytes."""
        if len(body) != len(text):
            self._measure(text, body, name)

    def offset(self, at: int) -> int:
        """The byte offset of a character, or the end of the bytes."""
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
    """The byte offset of a character, from the safe character before it."""
    number = min(int(np.searchsorted(characters, at, side="right")), len(characters) - 1) - 1
    first, last = characters[number], characters[number + 1]
    before = int(ends[first - 1]) if first else 0
    computed = int(ends[last - 1]) - before if last else 0
    actual = int(places[number + 1] - places[number])
    inside = int(ends[at - 1]) - before
    scaled = inside if computed == actual else inside * actual // max(1, computed)
    return int(places[number]) + scaled


def _lengths(codes: NDArray[np.uint32], name: str) -> NDArray[np.int64]:
    """The number of bytes of each character."""
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
    """Where each character of an ISO-2022-JP text ends, without the escape sequences."""
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


_WINDOW = 4096
"""Maximum distance in characters at which a run that is not next is searched."""
_LEAPS = 16
"""Maximum number of parts of one run that are searched separately."""
_NOSCRIPT = re.compile("(</?noscrip)t", re.IGNORECASE)
_BREAK_OUT = (
    "b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|embed|h[1-6]|head|hr|i|img|li|menu|meta|"
    "nobr|ol|p|pre|ruby|s|small|span|strong|strike|sub|sup|table|tt|u|ul|var"
)
_FOREIGN = re.compile(
    rf"<(?:svg|math)\b.*?(?:</(?:svg|math)\b|<(?:{_BREAK_OUT})\b|\Z)", re.IGNORECASE | re.DOTALL
)
"""A drawing or formula, up to its end or a tag that ends it (HTML Standard, 13.2.6.5)."""
_RAW = re.compile(rf"<(?:{'|'.join(sorted(RAW_TEXT))})(?=[\s/>][^<]*<[a-z])", re.IGNORECASE)
"""A start tag of raw text before another start tag."""
_REFERENCE = TokenType.CHARACTER_REFERENCE


@dataclass(frozen=True, slots=True)
class _SourceText:
    """The text of the source as columns: its pieces and their positions."""

    text: str
    start: list[int]
    """Where each piece begins in `text`."""
    source: list[int]
    """Where it begins in the source."""
    length: list[int]
    """Its length in the source if it is a character reference, else 0."""

    def before(self, at: int) -> int:
        """Where a character begins in the source."""
        piece = bisect_right(self.start, at) - 1
        if piece < 0:
            return 0
        return self.source[piece] + (0 if self.length[piece] else at - self.start[piece])

    def after(self, at: int) -> int:
        """Where a character ends in the source."""
        piece = bisect_right(self.start, at) - 1
        if piece < 0:
            return 0
        return self.source[piece] + (self.length[piece] or at - self.start[piece] + 1)


@dataclass(frozen=True, slots=True)
class Origin:
    """Maps the text of a tree to the source of its page."""

    written: _SourceText
    start: list[int]
    """Where ranges of the tree's text begin that are contiguous in the source, ..."""
    at: list[int]
    """... and where they begin in the text of the source."""
    returns: list[int]
    """Line ends that are two characters in the source, as offsets in the normalised source."""

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """The range of the source of a range of the tree's text."""
        if not self.start or start >= stop:
            return 0, 0
        first = self._source(self.written.before(self._at(start)))
        last = self._source(self.written.after(self._at(stop - 1)))
        return first, max(first, last)

    def _at(self, offset: int) -> int:
        stretch = bisect_right(self.start, offset) - 1
        return self.at[stretch] + offset - self.start[stretch]

    def _source(self, offset: int) -> int:
        return offset + bisect_left(self.returns, offset)


def origin(tree: Tree, html: str) -> Origin:
    """The origin of the text of `parse(html)`."""
    returns = [found.start() - number for number, found in enumerate(re.finditer("\r\n", html))]
    written = _source_text(html.replace("\r\n", "\n").replace("\r", "\n"))
    start: list[int] = []
    at: list[int] = []
    for offset, place in _aligned(tree, written):
        if not start or offset - start[-1] != place - at[-1]:
            start.append(offset)
            at.append(place)
    return Origin(written, start, at, returns)


def _aligned(tree: Tree, written: _SourceText) -> Iterator[tuple[int, int]]:
    """The position of each text run of the tree, or its parts, in the text of the source."""
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
    """Where a run begins and how much of it matches: next, or a little further on."""
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
    """Length of the common prefix of a run and the text at a position."""
    size = 0
    for one, other in zip(run, text[begin : begin + len(run)]):
        if one != other:
            break
        size += 1
    return size


def _source_text(html: str) -> _SourceText:
    # The tokeniser treats noscript as raw text, the tree does not; another tag of the same length
    # is not raw text.
    html = _NOSCRIPT.sub(r"\1x", html)
    # In drawings no element is raw text.
    html = _FOREIGN.sub(lambda drawing: _RAW.sub(_renamed, drawing[0]), html)
    lines = [0, *[found.end() for found in re.finditer("\n", html)]]
    parts: list[str] = []
    written = _SourceText("", [], [], [])
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
            # NULs are not shown: each part between two of them is a separate piece.
            for number, part in enumerate((token.data or "").split("\0")):
                source += number > 0
                if part:
                    written.start.append(size)
                    written.source.append(source)
                    written.length.append(len(token.source or "") if kind is _REFERENCE else 0)
                    parts.append(part)
                size += len(part)
                source += len(part)
    return _SourceText("".join(parts), written.start, written.source, written.length)


def _renamed(tag: re.Match[str]) -> str:
    return f"{tag[0][:-1]}x"


class Place(NamedTuple):
    """A range of a page's bytes."""

    offset: int
    length: int


def places(
    html: bytes | str, decoded: Decoded, tree: Tree, ranges: Iterable[tuple[int, int]]
) -> list[Place]:
    """The byte ranges of ranges of a tree's text, including tags and character references.

    Decoded like the page, the bytes are the source from the first to the last character; in
    ISO-2022-JP after the escape sequence in force. For a page given as text they refer to its UTF-8
    form. Near undecodable characters they are estimates.
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
        if tree.tag[tree.parent[node]] != "svg" and (stripped := text.strip()):
            start = tree.start[node] + len(text) - len(text.lstrip())
            return start, start + len(stripped)
    return None
