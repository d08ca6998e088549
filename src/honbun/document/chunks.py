"""Chunks of a document: Markdown of a bounded size, cut at headings and paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun._core.writer import Writer
from honbun.document.inlines import plain
from honbun.document.layout import written_parts
from honbun.document.markdown import Markdown
from honbun.errors import HonbunError
from honbun.field_docs import explain_fields
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from honbun.document.model import Piece

    Count = Callable[[str], int]

_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W぀-ヿ㐀-鿿가-힯]{1,4}|[^\w\s]")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")


@explain_fields
@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document that is short enough to embed."""

    text: str
    """Markdown."""
    headings: tuple[str, ...]
    """The headings above it, outermost first."""
    blocks: tuple[int, ...]
    """The blocks it is made of, by their places in `Content.blocks`."""
    start: int
    """Where it begins in the document's Markdown, in characters."""
    stop: int
    """Where it ends there."""
    tokens: int
    """Its length in tokens, as they are counted."""


def count_tokens(text: str) -> int:
    """About how many tokens a text has: one for four letters, an ideograph, or a sign."""
    return len(_WORD.findall(text))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the Markdown that is not divided unless it must be."""

    start: int
    stop: int
    headings: tuple[str, ...]
    blocks: tuple[int, ...]
    is_heading: bool = False
    in_lines: bool = False
    """Lines are not divided further: rows of a table, lines of code."""


def chunks(pieces: Sequence[Piece], max_tokens: int, count: Count) -> Iterator[Chunk]:
    """Divide a document at headings and paragraphs; code and tables only if they are too long."""
    if max_tokens < 1:
        raise HonbunError(f"max_tokens must be at least 1, not {max_tokens}")
    markdown, parts = _parts(pieces)
    held: list[_Part] = []
    for part in parts:
        for one in _fitting(part, markdown, max_tokens, count):
            if held and not _joins(held, one, markdown, max_tokens, count):
                yield _chunk(markdown, held, count)
                held = []
            held.append(one)
    if held:
        yield _chunk(markdown, held, count)


def _joins(
    held: Sequence[_Part], part: _Part, markdown: str, max_tokens: int, count: Count
) -> bool:
    """Whether a part belongs to the chunk before it: a heading begins a new one."""
    if part.is_heading and not all(one.is_heading for one in held):
        return False
    return count(markdown[held[0].start : part.stop]) <= max_tokens


def _chunk(markdown: str, parts: Sequence[_Part], count: Count) -> Chunk:
    start = parts[0].start
    text = markdown[start : parts[-1].stop].rstrip()
    blocks = dict.fromkeys(block for part in parts for block in part.blocks if block >= 0)
    return Chunk(text, parts[-1].headings, tuple(blocks), start, start + len(text), count(text))


def _parts(pieces: Sequence[Piece]) -> tuple[str, list[_Part]]:
    """The Markdown of a document, and where each of its parts is."""
    writer, parts = Writer(), list[_Part]()
    path: list[tuple[int, str]] = []
    for frame, text, held in written_parts(pieces, Markdown()):
        tag = frame[-1][0]
        if tag in HEADINGS:
            level = int(tag[1])
            path = [above for above in path if above[0] < level]
            path.append((level, " ".join(plain(piece.inlines) for piece in held).strip()))
        start, stop = writer.write(frame, text)
        parts.append(
            _Part(
                start,
                stop,
                headings=tuple(heading for _, heading in path),
                blocks=tuple(piece.block for piece in held),
                is_heading=tag in HEADINGS,
                in_lines=tag in ("pre", "table"),
            )
        )
    return writer.text(), parts


def _fitting(part: _Part, markdown: str, max_tokens: int, count: Count) -> Iterator[_Part]:
    """A part, or if it is too long its lines, sentences, or words, as many as fit."""
    text = markdown[part.start : part.stop]
    if count(text) <= max_tokens:
        yield part
        return
    start = part.start
    for stop in _ends(part, markdown, max_tokens, count):
        if stop > start:
            yield replace(part, start=start, stop=stop, is_heading=False)
            start = stop


def _ends(part: _Part, markdown: str, max_tokens: int, count: Count) -> Iterator[int]:
    """Where the pieces of a part that is too long end."""
    start = end = part.start
    for place in _places(part, markdown):
        if count(markdown[start:place]) > max_tokens:
            yield end
            start = end
            # A sentence that is too long by itself is cut between words.
            while count(markdown[start:place]) > max_tokens:
                start = _longest(markdown, start, place, max_tokens, count)
                yield start
        end = place
    yield part.stop


def _places(part: _Part, markdown: str) -> Iterator[int]:
    """Where a part may be divided: after lines and, in prose, after sentences."""
    pattern = _LINE if part.in_lines else _SENTENCE
    for match in pattern.finditer(markdown, part.start, part.stop):
        yield match.end()
    yield part.stop


def _longest(markdown: str, start: int, stop: int, max_tokens: int, count: Count) -> int:
    """The end of the longest beginning of a text that fits, between words if there are any."""
    low, high = start + 1, stop
    while low < high:
        middle = (low + high + 1) // 2
        if count(markdown[start:middle]) <= max_tokens:
            low = middle
        else:
            high = middle - 1
    space = markdown.rfind(" ", start + 1, low)
    return space + 1 if space > start else low
