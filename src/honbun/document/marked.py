"""Marked text: the text of a piece with marks for its inline elements (see `_core/flow.pyx`).

What cuts marked text keeps its marks balanced.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun._core.flow import BREAK, CLOSE, OPEN, SEP

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile("\x01[^\x02]*\x02|\x05[^\x02]*\x02|[\x03\x04]|[^\x01-\x05]+")
_MARKS = re.compile("\x01[^\x02]*\x02|\x05[^\x02]*\x02|[\x03]")
_PICTURES = re.compile("\x05[^\x02]*\x02")


def words(marked: str) -> str:
    """The text without marks; a break is a line feed."""
    return _MARKS.sub("", marked).replace(BREAK, "\n")


def lines(marked: str) -> list[str]:
    """The lines that breaks separate; a mark around several is around each.

    >>> lines("a\\x01b1\\x02b\\x04c\\x03d")
    ['a\\x01b1\\x02b\\x03', '\\x01b1\\x02c\\x03d']
    """
    return list(_lines(marked))


def _lines(marked: str) -> Iterator[str]:
    opened: list[str] = []
    line: list[str] = []
    for token in _TOKEN.findall(marked):
        if token == BREAK:
            yield "".join([*line, CLOSE * len(opened)])
            line = list(opened)
            continue
        if token[0] == OPEN:
            opened.append(token)
        elif token == CLOSE and opened:
            opened.pop()
        line.append(token)
    yield "".join(line)


def without_letters(marked: str, letters: int) -> str:
    """A text without its first letters; marks around them stay, and show nothing."""
    if not letters:
        return marked
    kept: list[str] = []
    for token in _TOKEN.findall(marked):
        at = 0
        if token[0] > "\x05":
            while at < len(token) and letters:
                letters -= not token[at].isspace()
                at += 1
        kept.append(token[at:].lstrip() if at else token)
    return "".join(kept).lstrip("\x04 ")


def split_mark(marked: str, tag: str) -> tuple[str, str] | None:
    """The element that a text begins with, and the rest; None if it begins with another."""
    depth, length = 0, 0
    if not re.match(f"\x01{tag}[0-9]", marked):
        return None
    for token in _TOKEN.findall(marked):
        length += len(token)
        depth += (token[0] == OPEN) - (token == CLOSE)
        if not depth:
            break
    return marked[:length], marked[length:].lstrip("\x04 ")


def as_citation(marked: str) -> str:
    """A text as one that names a source, without pictures."""
    bare = _PICTURES.sub("", marked)
    return bare if f"{OPEN}cite" in bare else f"{OPEN}cite0{SEP}{bare}{CLOSE}"
