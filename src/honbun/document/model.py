"""Document: what is kept of a page, in reading order, with its structure."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from honbun.document.inlines import Mark, Picture, plain, read_inlines, shows, without
from honbun.field_docs import explain_fields
from honbun.html.blocks import HEADINGS
from honbun.html.links import safe_url
from honbun.options import OUTPUT, option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from honbun.document.chunks import Chunk
    from honbun.document.inlines import Inline

Form = tuple[str, int, int, str]
"""Tag and node of an element around a text, what it says as a number, and as a text.

The number is the column of a cell, the ordinal of an item in <ol>, the term (a node) that a <dd> is
about, 1 for a row of headings and for a table that is only layout; otherwise 0. The text is the
language of code, or the columns and rows of a cell that spans several."""
Frame = tuple[Form, ...]
"""The elements that give a text its form, outermost first."""


class Part(NamedTuple):
    """A stretch of text as the page has it, with marks for its inline elements."""

    frame: Frame
    """Lists, tables, quotations and headings around it, outermost first."""
    marked: str
    block: int
    """The block that it belongs to, by its place in `Content.blocks`; -1 for a rule."""


class Piece(NamedTuple):
    """A stretch of text with its inline markup."""

    frame: Frame
    inlines: list[Inline]
    block: int

    @property
    def tag(self) -> str:
        """The innermost element around it."""
        return self.frame[-1][0]


@dataclass(frozen=True, slots=True)
class Node:
    """An element of a document, and what it holds."""

    tag: str
    children: tuple[Node | str | Mark | Picture, ...]
    number: int | None = None
    """The number of an item of an ordered list."""
    language: str | None = None
    """The language of code."""
    block: int | None = None
    """The block that its text belongs to, by its place in `Content.blocks`."""


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """What is written of a document."""

    links: bool = option(
        True, "Keep links; their text stays without.", panel=OUTPUT, flag="--links/--no-links"
    )
    images: bool = option(True, "Keep images.", panel=OUTPUT, flag="--images/--no-images")
    tables: bool = option(True, "Keep tables.", panel=OUTPUT, flag="--tables/--no-tables")


ALL = DocumentOptions()


@explain_fields
@dataclass(frozen=True, repr=False)
class Document:
    """What is kept of a page, in reading order.

    The same words in the same order as `text`, `markdown` and `html`; `tree()` has the elements.
    """

    parts: tuple[Part, ...] = ()
    """Its texts in reading order, each with the elements around it."""
    base: str = ""
    """The URL that links are resolved against."""
    links: Mapping[int, str] = field(default_factory=dict)
    """Targets of links as the page writes them, by the number of their element."""
    images: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """URL and alternative text of images, likewise."""
    options: DocumentOptions = ALL
    """What is written of links, images and tables."""

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __repr__(self) -> str:
        return f"Document({len(self.parts)} parts, {len(self.text)} characters)"

    def __getstate__(self) -> tuple[object, ...]:
        return (self.parts, self.base, self.links, self.images, self.options)

    def __setstate__(self, state: tuple[object, ...]) -> None:
        names = ("parts", "base", "links", "images", "options")
        self.__dict__.update(zip(names, state))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The texts with their inline markup."""
        from honbun.document.controls import without_controls

        chosen, href, picture = self.options, self._href, self._picture
        found = []
        plainly = chosen.links and chosen.images
        for frame, marked, block in self.parts:
            if not chosen.tables and any(form[0] == "table" and not form[2] for form in frame):
                continue
            inlines = read_inlines(marked, href, picture)
            if len(inlines) == 1 and isinstance(text := inlines[0], str) and not text.isspace():
                found.append(Piece(frame, inlines, block))
                continue
            if not plainly:
                inlines = without(inlines, links=not chosen.links, images=not chosen.images)
            if frame[-1][0] in HEADINGS:
                inlines = self._without_own_link(inlines)
            if block < 0 or shows(inlines):
                found.append(Piece(_shown_frame(frame, inlines), inlines, block))
        return tuple(without_controls(found, "".join([part.marked for part in self.parts])))

    def _href(self, node: int) -> str | None:
        return safe_url(self.base, self.links.get(node))

    def _picture(self, node: int) -> Picture | None:
        found = self.images.get(node)
        return Picture(*found) if found else None

    def _without_own_link(self, inlines: list[Inline]) -> list[Inline]:
        """A heading that is all a link to its own page or place, without the link.

        A picture that is such a link beside its text is a control.
        """
        shown = [inline for inline in inlines if not isinstance(inline, str) or inline.strip()]
        if len(shown) == 1 and isinstance(shown[0], Mark) and self._is_own(shown[0]):
            return shown[0].children
        if any(isinstance(one, Mark) and self._is_own(one) for one in shown):
            return [
                one
                for one in inlines
                if not (isinstance(one, Mark) and self._is_own(one) and not plain([one]).strip())
            ]
        return inlines

    def _is_own(self, mark: Mark) -> bool:
        """Whether it is a link to this page."""
        if not mark.href:
            return False
        return mark.href.partition("#")[0] == self.base.partition("#")[0]

    @cached_property
    def text(self) -> str:
        """Plain text: paragraphs separated by blank lines, code as written, rows of tables as
        `cell | cell`, marks of list items and quotations."""
        from honbun.document.text import to_text

        return to_text(self.pieces)

    @cached_property
    def markdown(self) -> str:
        """CommonMark with tables."""
        from honbun.document.markdown import to_markdown

        return to_markdown(self.pieces)

    @cached_property
    def html(self) -> str:
        """Clean HTML, without script, style and attributes other than targets."""
        from honbun.document.html import to_html

        return to_html(self.pieces)

    def chunks(
        self, max_tokens: int = 500, count: Callable[[str], int] | None = None
    ) -> Iterator[Chunk]:
        """The Markdown in chunks of at most so many tokens, cut at headings and paragraphs.

        `count` counts the tokens of a text; by default a token is about four letters, or one
        ideograph.
        """
        from honbun.document.chunks import chunks, count_tokens

        return chunks(self.pieces, max_tokens, count or count_tokens)

    def tree(self) -> Node:
        """The document as nested elements."""
        return Node("article", tuple(_nodes(self.pieces, 0)))


EMPTY = Document()


def _shown_frame(frame: Frame, inlines: list[Inline]) -> Frame:
    """The frame of some inlines: a picture by itself is no heading."""
    if frame[-1][0] in HEADINGS and not plain(inlines).strip():
        return (*frame[:-1], ("p", *frame[-1][1:]))
    return frame


def _nodes(pieces: tuple[Piece, ...] | list[Piece], depth: int) -> Iterator[Node]:
    """The elements at a depth of the frames of some pieces."""
    start = 0
    while start < len(pieces):
        form = pieces[start].frame[depth]
        stop = start + 1
        while stop < len(pieces) and pieces[stop].frame[depth : depth + 1] == (form,):
            stop += 1
        yield _node(form, pieces[start:stop], depth)
        start = stop


def _node(form: Form, pieces: tuple[Piece, ...] | list[Piece], depth: int) -> Node:
    children: list[Node | str | Mark | Picture] = []
    for piece in pieces:
        if len(piece.frame) == depth + 1:
            children += [
                "\n" if not isinstance(one, str | Mark | Picture) else one for one in piece.inlines
            ]
        else:
            children += _nodes([piece], depth + 1)
    if not any(len(piece.frame) == depth + 1 for piece in pieces):
        children = list(_nodes(pieces, depth + 1))
    tag, _, number, info = form
    return Node(
        tag,
        tuple(children),
        number=number if tag == "li" and number else None,
        language=info or None if tag == "pre" else None,
        block=pieces[0].block if len(pieces[0].frame) == depth + 1 else None,
    )
