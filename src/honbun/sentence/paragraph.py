"""A page's text to its paragraphs.

A paragraph is text that no block-level element, rule or empty line interrupts. A single `<br>` in
it ends it, unless the line plainly goes on in the next one (paper 003, figure 7); so does the end
of a line in `<pre>`. What no reader reads as text is left out: drawings, choices, fallbacks, and
the small kana that tell how a character is read.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from honbun.language.lines import goes_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.tree.block import Blocks
    from honbun.tree.tree import Tree

_RUBY = ("rt", "rp", "rtc")
_KEPT_LINES = ("pre", "listing", "xmp", "plaintext")
_PARTED = 2
"""Line ends that part paragraphs: two, or one of a block."""


class Paragraph(NamedTuple):
    """Text that is read in one go."""

    text: str
    pieces: list[tuple[int, int]]
    """Where each piece of it begins: in `text`, and in the text of the page."""
    block: int

    def place(self, at: int) -> int:
        """Where a character of it stands in the text of the page."""
        here, there = self.pieces[bisect_right(self.pieces, at, key=itemgetter(0)) - 1]
        return there + at - here

    def at(self, place: int) -> int:
        """Where in it the text begins that stands from a place of the page on."""
        number = bisect_right(self.pieces, place, key=itemgetter(1))
        here, there = self.pieces[number - 1]
        # What is left out ends before the next piece.
        limit = self.pieces[number][0] if number < len(self.pieces) else len(self.text)
        return min(here + place - there, limit)


_Ranges = list[tuple[int, int]]
_Line = tuple[_Ranges, int, int]
"""Ranges of the page's text that make up a line, its block, and the line ends before it."""


def paragraphs(blocks: Blocks) -> Iterator[Paragraph]:
    """The paragraphs of a page in document order."""
    text = blocks.tree.text
    lines: list[_Ranges] = []
    last = -1
    for ranges, block, gap in _lines(blocks):
        if gap < _PARTED and lines and goes_on(_read(text, lines[-1]), _read(text, ranges)):
            lines.append(ranges)
            continue
        if lines:
            yield _paragraph(text, lines, last)
        lines = [ranges]
        last = block
    if lines:
        yield _paragraph(text, lines, last)


def _lines(blocks: Blocks) -> Iterator[_Line]:
    """The lines of a page. This loop runs for each run of text of every page."""
    tree, of = blocks.tree, blocks.of
    unread = _unread(blocks)
    ends = _line_ends(blocks, unread)
    runs: Iterable[tuple[str, int, int]] = zip(tree.run, tree.run_start, tree.run_owner)
    if tree.find(*_KEPT_LINES):
        runs = _with_kept_lines(tree, runs, ends)
    ranges: _Ranges = []
    last = -1
    gap = before = 0
    left_out = False
    for run, begin, owner in runs:
        if begin in ends:
            gap += ends[begin]
        if run.isspace():
            continue
        block = of[owner]
        if block < 0 or owner in unread:
            left_out = True
            continue
        stop = begin + len(run)
        if gap:
            if ranges:
                yield ranges, last, before
            ranges, before = [(begin, stop)], gap
            last = block
            gap = 0
        elif left_out or not ranges:
            ranges.append((begin, stop))
            last = block
        else:
            ranges[-1] = ranges[-1][0], stop
        left_out = False
    if ranges:
        yield ranges, last, before


def _line_ends(blocks: Blocks, unread: set[int]) -> dict[int, int]:
    """How many line ends stand at an offset of the page's text."""
    tree, nodes = blocks.tree, blocks.node
    if unread:  # the options of a choice are blocks too
        nodes = [node for node in nodes if node not in unread]
    ends = dict.fromkeys(map(tree.start.__getitem__, nodes), _PARTED)
    ends.update(dict.fromkeys(map(tree.stop.__getitem__, nodes), _PARTED))
    for node in tree.find("br"):
        at = tree.start[node]
        ends[at] = ends.get(at, 0) + 1
    return ends


def _unread(blocks: Blocks) -> set[int]:
    tree, nodes = blocks.tree, blocks.unread()
    for node in tree.find(*_RUBY):
        if node not in nodes:
            nodes.update(range(node, tree.end[node]))
    return nodes


def _with_kept_lines(
    tree: Tree, runs: Iterable[tuple[str, int, int]], ends: dict[int, int]
) -> Iterator[tuple[str, int, int]]:
    """The runs of text, in `<pre>` line by line; its line ends are added to the others."""
    kept: set[int] = set()
    for node in tree.find(*_KEPT_LINES):
        if node not in kept:
            kept.update(range(node, tree.end[node]))
    for run, begin, owner in runs:
        if owner not in kept or "\n" not in run:
            yield run, begin, owner
            continue
        at, gap = begin, 0
        for line in run.split("\n"):
            if line and gap:
                ends[at] = ends.get(at, 0) + gap
                gap = 0
            if line:
                yield line, at, owner
            at += len(line) + 1
            gap += 1
        ends[at - 1] = ends.get(at - 1, 0) + gap - 1  # where the next run begins


def _read(text: str, ranges: _Ranges) -> str:
    return "".join([text[start:stop] for start, stop in ranges])


def _paragraph(text: str, lines: list[_Ranges], block: int) -> Paragraph:
    if len(lines) == 1 and len(lines[0]) == 1:
        start, stop = lines[0][0]
        return Paragraph(text[start:stop], [(0, start)], block)
    parts: list[str] = []
    pieces: list[tuple[int, int]] = []
    size = 0
    for line in lines:
        if parts:
            parts.append("\n")
            size += 1
        for start, stop in line:
            pieces.append((size, start))
            parts.append(text[start:stop])
            size += stop - start
    return Paragraph("".join(parts), pieces, block)
