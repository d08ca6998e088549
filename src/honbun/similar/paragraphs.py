"""A page's text as paragraphs.

A paragraph is text that no block-level element, rule or empty line interrupts. A single `<br>` ends
it, unless the line continues in the next one (paper 003, figure 7); so does a line end in `<pre>`.
Text that is not read is left out: drawings, options of a form, fallbacks, and ruby readings.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

_ENDED = re.compile(
    r"[。｡．.！!？?♪…‥」』）)】〉》:：;；♫☆★。।؟۔]\s*+\Z"
    r"|[ぁ-ん](?:[wｗ]++|笑)\Z"
    r"|(?:です|ます|でした|ました|ません|でしょう|ましょう|ください|下さい)[よねか]?\Z"
)
_PAUSED = re.compile(r"[、，､,]\Z")
_PARTICLE = re.compile(
    "(?:[をにはがのでともへや]|から|ので|けど|けれど|って|ながら|たり|して|くて|んで)\\Z"
)
_ITEM = re.compile(r"[・■□●○◆◇▼▽▲△★☆※＊*•▶►→⇒◎【〔［\[<＜☎〒＃#-]|\d++\s*+[.．)）:：、]|[①-⑳]")
"""The beginning of a list item."""
_HIRAGANA = re.compile("[ぁ-ん]")
_BROKEN_WIDE, _BROKEN = 20, 60
"""Length from which a line was broken to fit the screen: half of a common line, in Japanese and in
letters."""
_TAIL = 24


def continues(before: str, after: str) -> bool:
    """Whether the sentence of one line continues in the next.

    >>> continues("電池の持ちが悪くなってきたのと、", "たまたま無料でした。")
    True
    >>> continues("ホーム", "会社概要"), continues("Name", "Address"), continues("of the", "rules")
    (False, False, True)
    """
    before, after = before.strip(), after.strip()
    tail = before[-_TAIL:]
    if not before or not after or _ENDED.search(tail) or _ITEM.match(after) or _ITEM.match(before):
        return False
    if _HIRAGANA.search(tail):
        if _PAUSED.search(tail) or _PARTICLE.search(tail):
            return True
        return len(before) >= _BROKEN_WIDE and _HIRAGANA.search(after) is not None
    if after[0].islower():
        return before[-1].isalnum() or before[-1] in ",-–—"
    return len(before) >= (_BROKEN if before.isascii() else _BROKEN_WIDE) and before[-1].isalpha()


_RUBY = ("rt", "rp", "rtc")
_PREFORMATTED = ("pre", "listing", "xmp", "plaintext")
_SEPARATE = 2
"""Line ends that separate paragraphs: two, or the edge of a block."""


class Paragraph(NamedTuple):
    """Text without a break."""

    text: str
    pieces: list[tuple[int, int]]
    """The offset of each piece in `text` and in the text of the page."""
    block: int

    def place(self, at: int) -> int:
        """The offset in the page's text of a character of the paragraph."""
        here, there = self.pieces[bisect_right(self.pieces, at, key=itemgetter(0)) - 1]
        return there + at - here

    def at(self, place: int) -> int:
        """The offset in the paragraph of the text at an offset of the page."""
        number = bisect_right(self.pieces, place, key=itemgetter(1))
        here, there = self.pieces[number - 1]
        # Text that is left out ends before the next piece.
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
        if gap < _SEPARATE and lines and continues(_read(text, lines[-1]), _read(text, ranges)):
            lines.append(ranges)
            continue
        if lines:
            yield _paragraph(text, lines, last)
        lines = [ranges]
        last = block
    if lines:
        yield _paragraph(text, lines, last)


def _lines(blocks: Blocks) -> Iterator[_Line]:
    """The lines of a page. A hot loop: it runs for every text run of every page."""
    tree, of = blocks.tree, blocks.of
    unread = _unread(blocks)
    ends = _line_ends(blocks, unread)
    runs: Iterable[tuple[str, int, int]] = zip(tree.run, tree.run_start, tree.run_owner)
    if tree.find(*_PREFORMATTED):
        runs = _with_preformatted_lines(tree, runs, ends)
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
    """The number of line ends at each offset of the page's text."""
    tree, nodes = blocks.tree, blocks.node
    if unread:  # options of a select element are blocks too
        nodes = [node for node in nodes if node not in unread]
    ends = dict.fromkeys(map(tree.start.__getitem__, nodes), _SEPARATE)
    ends.update(dict.fromkeys(map(tree.stop.__getitem__, nodes), _SEPARATE))
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


def _with_preformatted_lines(
    tree: Tree, runs: Iterable[tuple[str, int, int]], ends: dict[int, int]
) -> Iterator[tuple[str, int, int]]:
    """The text runs, with `<pre>` split into lines; adds its line ends to `ends`."""
    inside: set[int] = set()
    for node in tree.find(*_PREFORMATTED):
        if node not in inside:
            inside.update(range(node, tree.end[node]))
    for run, begin, owner in runs:
        if owner not in inside or "\n" not in run:
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
