"""A block's own inline markup, cleaned: emphasis, code, links, pictures, line breaks.

What a block says is read into a small tree (`Inline`) that a dialect writes. Everything not named
here is dropped and its text kept, so no script, style, handler or unknown element can come through.
A block comes in pieces, because other blocks interrupt it and because it may have several segments.
Each has its place in the page, so that rendered text keeps the page's order.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from honbun.content.write.anchor import Anchors
from honbun.content.write.echo import is_echo
from honbun.content.write.frame import PREFORMATTED, Frame, Frames
from honbun.content.write.gap import has_gap
from honbun.html import links
from honbun.html.blocks import INERT, UNREAD
from honbun.text.unicode import strip_control

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.html.blocks import Blocks

__all__ = [
    "PREFORMATTED",
    "Frame",
    "Frames",
    "Inline",
    "LineBreak",
    "Mark",
    "Picture",
    "Piece",
    "pieces",
    "plain",
]

_INLINE = frozenset(
    "abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup "
    "time u var".split()
)
_JOINED = frozenset({"a", "b", "em", "i", "strong"})
"""Marks that are one where two of them meet: nobody sees where the second begins."""
_MAX_MARKS = 16
"""Marks around a text: of more, the inner ones are dropped."""
_SPACE = re.compile(r"[ \t\r\n\f]+")


@dataclass(slots=True)
class Mark:
    """An inline element and what it holds."""

    tag: str
    href: str | None = None
    children: list[Inline] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the text."""

    src: str
    alt: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A break that the page asks for."""


Inline = str | Mark | Picture | LineBreak


class Piece(NamedTuple):
    """A part of a block's markup."""

    segment: int
    """Which of the block's segments it belongs to, from 0."""
    place: int
    """Where it is on the page, in the order of elements and texts."""
    inlines: list[Inline]


def pieces(
    blocks: Blocks, block: int, base: str, *, begins: Sequence[int], keep_space: bool
) -> list[Piece]:
    """The block's inline markup, cut where another block interrupts it and where a segment begins.

    `begins` are the offsets of its segments.
    """
    reader = _Reader(blocks, block, base, begins, keep_space)
    for step in _steps(blocks, block):
        if isinstance(step, _Cut):
            reader.cut()
        elif isinstance(step, _Run):
            reader.run(step)
        else:
            reader.element(step)
    reader.cut()
    return [piece for piece in reader.found if _shows(piece.inlines)]


class _Reader:
    """Reads the elements and text runs of a block into pieces."""

    def __init__(
        self, blocks: Blocks, block: int, base: str, begins: Sequence[int], keep_space: bool
    ) -> None:
        self.found: list[Piece] = []
        self._begins, self._segment = begins, 0
        self._place: int | None = None
        self._tree, self._base, self._keep_space = blocks.tree, base, keep_space
        self._anchors = Anchors(blocks, block, base)
        self._opened: list[tuple[int, Mark]] = []
        self._root: list[Inline] = []
        self._run: int | None = None
        """The last text run, where nothing has come after it."""
        self._spaced = True
        """Whether white space here would show nothing."""
        self._dropped = 0
        """Elements below this number say nothing."""
        if (around := self._anchors.around()) is not None:
            self._open(around[0], Mark("a", around[1]))
        if keep_space and (lines := _empty_lines(blocks, block)):
            self._add("\n" * lines)

    def cut(self) -> None:
        """A piece ends here: what is open is closed, and opened again after it."""
        self.found.append(Piece(self._segment, self._place or 0, self._root))
        self._root, self._run, self._spaced, self._place = [], None, True, None
        again, self._opened = self._opened, []
        for node, mark in again:
            self._open(node, Mark(mark.tag, mark.href))

    def run(self, step: _Run) -> None:
        tree, number = self._tree, step.number
        if self._dropped and tree.run_start[number] < tree.stop[self._dropped]:
            return
        while self._opened and tree.stop[self._opened[-1][0]] <= tree.run_start[number]:
            self._opened.pop()
        self._cut_at_segment(tree.run_start[number])
        # The control character among the white space breaks no line in a browser.
        text = strip_control(tree.run[number]).replace("\x85", " ")
        if not self._keep_space:
            text = self._spaced_out(_SPACE.sub(" ", text), number)
        if text:
            self._note_place(2 * step.following)
            self._add(text)

    def _cut_at_segment(self, offset: int) -> None:
        begun = bisect_right(self._begins, offset) - 1
        if begun > self._segment:
            self.cut()
            self._segment = begun

    def _note_place(self, place: int) -> None:
        """The place of a piece is that of the first it shows."""
        if self._place is None:
            self._place = place

    def _spaced_out(self, text: str, number: int) -> str:
        """A text as it is seen after what came before it."""
        if self._spaced:
            text = text.removeprefix(" ")
        elif self._run is not None and self._parted(self._run, number):
            text = " " + text
        if text:
            self._spaced, self._run = text.endswith(" "), number
        return text

    def _parted(self, before: int, after: int) -> bool:
        in_code = any(mark.tag in ("code", "kbd", "samp") for _, mark in self._opened)
        return not in_code and has_gap(self._tree, before, after)

    def element(self, node: int) -> None:
        tree = self._tree
        if node < (tree.end[self._dropped] if self._dropped else 0):
            return
        while self._opened and tree.end[self._opened[-1][0]] <= node:
            self._opened.pop()
        tag = tree.tag[node]
        if tag == "br":
            self._add(LineBreak())
            self._run, self._spaced = None, True
        elif tag == "img":
            self._picture(node)
        elif (tag == "a" and self._anchors.says_nothing(node)) or is_echo(tree, node):
            self._dropped = node
        elif tag == "a" and (href := self._anchors.href(node)):
            self._open(node, Mark("a", href))
        elif tag in _INLINE:
            self._open(node, Mark(tag))

    def _picture(self, node: int) -> None:
        src = links.image_url(self._tree, node, self._base)
        siblings = self._siblings()
        if not src or (self._tree.tag[self._tree.parent[node]] == "noscript" and _ends(siblings)):
            return  # nothing to show, or the same once more for readers without scripts
        self._note_place(2 * node + 1)
        self._add(Picture(src, links.image_text(self._tree, node)))
        self._run, self._spaced = None, False

    def _open(self, node: int, mark: Mark) -> None:
        # Foreign markup can nest links; no output may.
        nested = mark.tag == "a" and any(outer.tag == "a" for _, outer in self._opened)
        if nested or len(self._opened) >= _MAX_MARKS:
            return
        last = next(reversed(self._siblings()), None)
        if isinstance(last, Mark) and mark.tag in _JOINED and _alike(last, mark):
            mark = last
        else:
            self._add(mark)
        self._opened.append((node, mark))

    def _add(self, inline: Inline) -> None:
        self._siblings().append(inline)

    def _siblings(self) -> list[Inline]:
        return self._opened[-1][1].children if self._opened else self._root


def _alike(one: Mark, other: Mark) -> bool:
    return (one.tag, one.href) == (other.tag, other.href)


def _ends(inlines: list[Inline]) -> bool:
    """Whether the last that a reader sees of it is a picture."""
    for inline in reversed(inlines):
        if isinstance(inline, Mark) and inline.children:
            return _ends(inline.children)
        if not isinstance(inline, str) or not inline.isspace():
            return isinstance(inline, Picture)
    return False


def _shows(inlines: list[Inline]) -> bool:
    """Whether a reader sees anything of it."""
    return any(
        _shows(inline.children)
        if isinstance(inline, Mark)
        else isinstance(inline, Picture) or (isinstance(inline, str) and not inline.isspace())
        for inline in inlines
    )


def plain(inlines: list[Inline]) -> str:
    """The text alone; a break is a line feed."""
    return "".join(
        inline
        if isinstance(inline, str)
        else plain(inline.children)
        if isinstance(inline, Mark)
        else "\n"
        if isinstance(inline, LineBreak)
        else ""
        for inline in inlines
    )


def _empty_lines(blocks: Blocks, block: int) -> int:
    """Lines of code before this one that are elements of their own, as it is, and show nothing."""
    tree, node = blocks.tree, blocks.node[block]
    if tree.tag[node] in PREFORMATTED:
        return 0
    before = block - 1
    while (
        tree.parent[blocks.node[before]] == tree.parent[node]
        and not tree.subtree_text(blocks.node[before]).strip()
    ):
        before -= 1
    return block - 1 - before


@dataclass(frozen=True, slots=True)
class _Run:
    number: int
    following: int
    """The first element after it."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """Another block interrupts this one."""


def _steps(blocks: Blocks, block: int) -> Iterator[int | _Run | _Cut]:
    """The block's own elements and text runs in document order, and where others cut it."""
    tree, of = blocks.tree, blocks.of
    node = blocks.node[block]
    run = bisect_left(tree.run_start, tree.start[node])
    child, last = node + 1, tree.end[node]
    while True:
        limit = tree.start[child] if child < last else tree.stop[node]
        while tree.run_start[run] < limit:
            yield _Run(run, child)
            run += 1
        if child >= last:
            return
        tag = tree.tag[child]
        if of[child] == block and tag not in UNREAD:
            yield child
            child += 1
        else:
            if tag not in INERT and tag not in UNREAD:
                yield _Cut()
            run = bisect_left(tree.run_start, tree.stop[child], lo=run)
            child = tree.end[child]
