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
    markdown, whole = _parts(pieces)
    size = _Size(markdown, max_tokens, count)
    parts = [one for part in whole for one in _fitting(part, size)]
    stops = [part.stop for part in parts]
    first = until = 0
    while first < len(parts):
        if first == until:
            until = _next_heading(parts, first)
        last = size.farthest(parts[first].start, stops, first, until - 1)
        yield _chunk(markdown, parts[first : last + 1], count)
        first = last + 1


def _next_heading(parts: Sequence[_Part], first: int) -> int:
    """Where the next chunk begins at the latest: at a heading with text before it."""
    at = first
    while at < len(parts) and parts[at].is_heading:
        at += 1
    while at < len(parts) and not parts[at].is_heading:
        at += 1
    return at


@dataclass(frozen=True, slots=True)
class _Size:
    """What fits into a chunk.

    Few texts are counted, and none that is much longer than a chunk, so the time grows with the
    document alone.
    """

    markdown: str
    most: int
    count: Count

    def fits(self, start: int, stop: int) -> bool:
        return self.count(self.markdown[start:stop]) <= self.most

    def farthest(self, start: int, ends: Sequence[int], low: int, high: int) -> int:
        """Which of some ends is the last up to which the text fits; the lowest if none does."""
        step = 1
        while low + step <= high and self.fits(start, ends[low + step]):
            low += step
            step *= 2
        high = min(high, low + step - 1)
        while low < high:
            middle = (low + high + 1) // 2
            if self.fits(start, ends[middle]):
                low = middle
            else:
                high = middle - 1
        return low


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


def _fitting(part: _Part, size: _Size) -> Iterator[_Part]:
    """A part, or if it is too long its lines, sentences, or words, as many as fit."""
    if size.fits(part.start, part.stop):
        yield part
        return
    start, ends = part.start, list(_places(part, size.markdown))
    at = 0
    while at < len(ends):
        letters = range(start, ends[at] + 1)
        stop = letters[size.farthest(start, letters, 1, len(letters) - 1)]
        if stop == ends[at]:
            at = size.farthest(start, ends, at, len(ends) - 1)
            stop = ends[at]
            at += 1
        else:  # a sentence that is too long by itself is cut between words
            space = size.markdown.rfind(" ", start + 1, stop)
            stop = space + 1 if space > start else stop
        yield replace(part, start=start, stop=stop, is_heading=False)
        start = stop


def _places(part: _Part, markdown: str) -> Iterator[int]:
    """Where a part may be divided: after lines and, in prose, after sentences."""
    pattern = _LINE if part.in_lines else _SENTENCE
    for match in pattern.finditer(markdown, part.start, part.stop):
        if match.end() < part.stop:
            yield match.end()
    yield part.stop
