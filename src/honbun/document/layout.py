"""The layout of documents in plain text and Markdown: lists, quotations, code and tables.

The compiled core writes the marks of lists and quotations (`_core/writer.pyx`), a dialect what is
inside of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from honbun._core.writer import Writer
from honbun.document.tables import data_tables, table_of, table_rows
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.document.model import Frame, Piece

_T = TypeVar("_T")
_WHOLE = HEADINGS | {"pre"}


class Dialect(Protocol):
    """How the parts of a document are written."""

    cell_break: str
    """What separates the pieces of a cell."""

    def inline(self, piece: Piece) -> str:
        """The text of a piece."""

    def heading(self, tag: str, texts: Sequence[str]) -> str:
        """A heading, of one or more pieces."""

    def code(self, texts: Sequence[str], language: str) -> str:
        """Code, of one or more pieces."""

    def cell(self, piece: Piece, text: str) -> str:
        """The text of a piece in a cell of a table."""

    def table(self, rows: Sequence[Sequence[str]], *, headed: bool) -> str:
        """A table."""

    def rule(self) -> str:
        """A horizontal rule."""


def layout(pieces: Sequence[Piece], dialect: Dialect) -> str:
    """The pieces, in reading order, as lines of text."""
    writer = Writer()
    for frame, text, _ in written_parts(pieces, dialect):
        if text:  # a picture is nothing in plain text
            writer.write(frame, text)
    return writer.text()


def written_parts(
    pieces: Sequence[Piece], dialect: Dialect
) -> Iterator[tuple[Frame, str, Sequence[Piece]]]:
    """The parts that are written as a whole: a paragraph, a heading, code, a table."""
    written = [(piece, dialect.inline(piece)) for piece in pieces]
    tables = data_tables(written)
    at = 0
    while at < len(written):
        piece, text = written[at]
        frame = piece.frame
        at += 1
        if frame[-1][0] not in _WHOLE and (not tables or table_of(frame, tables) is None):
            yield frame, dialect.rule() if piece.block < 0 else text, (piece,)
            continue
        key, first = _whole(frame, tables), at - 1
        while at < len(written) and _whole(written[at][0].frame, tables) == key:
            at += 1
        yield _written_whole(written[first:at], key[0], dialect)


def _written_whole(
    parts: Sequence[tuple[Piece, str]], table: int | None, dialect: Dialect
) -> tuple[Frame, str, Sequence[Piece]]:
    frame, texts = parts[0][0].frame, [text for _, text in parts]
    held = [piece for piece, _ in parts]
    if table is not None:
        place = next(i for i, form in enumerate(frame) if form[1] == table)
        rows, headed = table_rows(parts, dialect)
        return frame[: place + 1], dialect.table(rows, headed=headed), held
    tag, _, _, info = frame[-1]
    return frame, dialect.code(texts, info) if tag == "pre" else dialect.heading(tag, texts), held


def _whole(frame: Frame, tables: set[int]) -> tuple[int | None, int | None]:
    """The table, or the code or the heading, that is written as a whole however it is cut."""
    table = table_of(frame, tables) if tables else None
    return table, frame[-1][1] if table is None and frame[-1][0] in _WHOLE else None


def common(ours: Sequence[_T], theirs: Sequence[_T]) -> int:
    """How many elements two frames share, from the outside in."""
    shared = 0
    for one, other in zip(ours, theirs):
        if one != other:
            break
        shared += 1
    return shared
