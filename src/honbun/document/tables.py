"""Tables: which ones rows of cells can show, and the rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.document.inlines import Mark, plain
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.inlines import Inline
    from honbun.document.layout import Dialect
    from honbun.document.model import Form, Frame, Piece

    Written = tuple[Piece, str]
    """A piece and its text."""

_WIDEST = 100
"""Columns up to which a table is written as one: wider ones are layout, or hostile."""
_LONGEST = 2000
_PIECES = 12
"""Characters and blocks of a cell: one that holds more is a part of the page."""


@dataclass(slots=True)
class _Shape:
    """What is known of a table."""

    fits: bool = True
    headed: bool = False
    rows: dict[int, set[int]] = field(default_factory=dict)
    """The cells of each row that have text."""
    columns: set[int] = field(default_factory=set)
    pieces: Counter[int] = field(default_factory=Counter)
    length: Counter[int] = field(default_factory=Counter)
    """Blocks and characters of each cell."""

    def add(self, frame: Frame, text: str, cell: Form, *, has_text: bool) -> None:
        self.fits = self.fits and not _breaks_a_table(frame, text)
        self.headed = self.headed or cell[0] == "th"
        row = self.rows.setdefault(_row(frame)[1], set())
        if has_text:
            row.add(cell[1])
        self.columns.add(cell[2])
        self.pieces[cell[1]] += 1
        self.length[cell[1]] += len(text)

    def is_data(self) -> bool:
        return (
            self.fits
            # What stands side by side in a single row is laid out, unless it has a heading.
            and (len(self.rows) > 1 or self.headed)
            and len(self.columns) > 1
            # Cells that stand alone in their rows have nothing to be compared with.
            and any(len(cells) > 1 for cells in self.rows.values())
            and max(self.columns) < _WIDEST
            and max(self.pieces.values()) <= _PIECES
            and max(self.length.values()) <= _LONGEST
        )


def data_tables(pieces: Sequence[Written]) -> set[int]:
    """Tables that rows can show: rows and columns, and nothing in them but text."""
    shapes: dict[int, _Shape] = {}
    for (frame, inlines, _), text in pieces:
        found = [form for form in frame if form[0] == "table"] if len(frame) > 2 else ()
        if not found:
            continue
        *outer, (_, node, is_layout, _) = found
        for _, around, _, _ in outer:
            shapes.setdefault(around, _Shape()).fits = False
        if cell := _cell(frame):
            shapes.setdefault(node, _Shape(fits=not is_layout)).add(
                frame, text, cell, has_text=bool(plain(inlines).strip())
            )
    return {node for node, shape in shapes.items() if shape.columns and shape.is_data()}


def table_of(frame: Frame, tables: set[int]) -> int | None:
    """The data table that the block is a cell of; None for anything else."""
    table = next((form[1] for form in reversed(frame) if form[0] == "table"), None)
    return table if table in tables and _cell(frame) else None


def table_rows(pieces: Sequence[Written], dialect: Dialect) -> tuple[list[list[str]], bool]:
    """The cells of one table, row by row, and whether its first row is of headings."""
    rows: dict[int, dict[int, str]] = {}
    headed: dict[int, bool] = {}
    bold: dict[int, bool] = {}
    for piece, text in pieces:
        row, cell = _row(piece.frame), _cell(piece.frame)
        if cell is None:
            continue
        tag, _, column, _ = cell
        written = dialect.cell(piece, text)
        cells = rows.setdefault(row[1], {})
        cells[column] = (
            f"{cells[column]}{dialect.cell_break}{written}" if column in cells else written
        )
        headed[row[1]] = headed.get(row[1], True) and (tag == "th" or bool(row[2]))
        bold[row[1]] = bold.get(row[1], True) and _is_bold(piece.inlines)
    width = 1 + max(max(cells) for cells in rows.values())
    filled = [[cells.get(i, "") for i in range(width)] for cells in rows.values()]
    first, *others = bold.values()
    # Pages without <th> set the first row in bold, and no other.
    return filled, next(iter(headed.values())) or (first and bool(others) and not any(others))


def _is_bold(inlines: Sequence[Inline]) -> bool:
    """Whether a cell has text, and all of it is bold."""
    shown = [inline for inline in inlines if plain([inline]).strip()]
    return bool(shown) and all(
        isinstance(inline, Mark) and (inline.tag in ("b", "strong") or _is_bold(inline.children))
        for inline in shown
    )


def _breaks_a_table(frame: Frame, text: str) -> bool:
    tag = frame[-1][0]
    return tag in HEADINGS or (tag == "pre" and "\n" in text) or _is_quoted(frame)


def _is_quoted(frame: Frame) -> bool:
    tags = [form[0] for form in frame]
    return "blockquote" in tags[max(i for i, tag in enumerate(tags) if tag == "table") :]


def _cell(frame: Frame) -> Form | None:
    """The innermost cell that a block stands in, if it stands in one of its innermost table."""
    form = next((form for form in reversed(frame) if form[0] in ("td", "th", "table")), None)
    return form if form and form[0] != "table" else None


def _row(frame: Frame) -> Form:
    return next(form for form in reversed(frame) if form[0] == "tr")
