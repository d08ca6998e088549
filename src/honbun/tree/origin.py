"""Where in the source each character of a tree's text came from.

The parser tells where elements stood, not where text did, so the source is read a second time as a
row of tokens, whose texts are laid beside those of the tree. Both are in the same order but for the
text that a browser moves out of tables, and the tree lacks some white space and the scripts.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turbohtml import TokenType, tokenize

from honbun.tree.parse import RAW_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.tree.tree import Tree

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
