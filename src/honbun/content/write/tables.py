"""Tables in Markdown: which ones a table can show, and how.

Markdown's tables have cells of one line, so what breaks inside a cell is written as <br>.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.content.write.dialect import code_span
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.write.frame import Form, Frame

_WIDEST = 100
"""Columns up to which a table is written as one: wider ones are layout, or hostile."""
_LONGEST = 2000
_PIECES = 12
"""Characters and blocks of a cell: one that holds more is a part of the page."""

_GUARD = re.compile(r"(?m)(?:^|(?<=^[0-9])|(?<=^[0-9]{2}))\\(?=[-+#>=~.)])")
"""Backslashes that keep a line from being read as a heading, a list or the like: no cell is."""

Piece = tuple["Frame", str]


@dataclass(slots=True)
class _Shape:
    """What is known of a table."""

    fits: bool = True
    headed: bool = False
    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    pieces: Counter[int] = field(default_factory=Counter)
    length: Counter[int] = field(default_factory=Counter)
    """Blocks and characters of each cell."""

    def add(self, frame: Frame, text: str, cell: Form) -> None:
        self.fits = self.fits and not _breaks_a_table(frame, text)
        self.headed = self.headed or cell[0] == "th"
        self.rows.add(_row(frame)[1])
        self.columns.add(cell[2])
        self.pieces[cell[1]] += 1
        self.length[cell[1]] += len(text)

    def is_data(self) -> bool:
        return (
            self.fits
            # What stands side by side in a single row is laid out, unless it has a heading.
            and (len(self.rows) > 1 or self.headed)
            and len(self.columns) > 1
            and max(self.columns) < _WIDEST
            and max(self.pieces.values()) <= _PIECES
            and max(self.length.values()) <= _LONGEST
        )


def data_tables(pieces: Sequence[Piece]) -> set[int]:
    """Tables that a table can show: rows and columns, and nothing in them but text."""
    shapes: dict[int, _Shape] = {}
    for frame, text in pieces:
        *outer, table = [form[1:3] for form in frame if form[0] == "table"] or [(-1, 0)]
        for node, _ in outer:
            shapes.setdefault(node, _Shape()).fits = False
        if cell := _cell(frame):
            node, is_layout = table
            shapes.setdefault(node, _Shape(fits=not is_layout)).add(frame, text, cell)
    return {node for node, shape in shapes.items() if shape.columns and shape.is_data()}


def table_of(frame: Frame, tables: set[int]) -> int | None:
    """The data table that the block is a cell of; None for anything else."""
    table = next((form[1] for form in reversed(frame) if form[0] == "table"), None)
    return table if table in tables and _cell(frame) else None


def markdown_table(pieces: Sequence[Piece]) -> str:
    """The cells of one table."""
    rows: dict[int, dict[int, str]] = {}
    headed: dict[int, bool] = {}
    for frame, text in pieces:
        row, cell = _row(frame), _cell(frame)
        if cell is None:
            continue
        tag, _, column, _ = cell
        written = _one_line(frame, text)
        cells = rows.setdefault(row[1], {})
        cells[column] = f"{cells[column]}<br>{written}" if column in cells else written
        headed[row[1]] = headed.get(row[1], True) and (tag == "th" or bool(row[2]))
    width = 1 + max(max(cells) for cells in rows.values())
    filled = [[cells.get(i, "") for i in range(width)] for cells in rows.values()]
    lines = [f"| {' | '.join(cells)} |" for cells in filled]
    if not next(iter(headed.values())):
        lines.insert(0, "|" + "   |" * width)  # the first row is no heading
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


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


def _one_line(frame: Frame, text: str) -> str:
    if frame[-1][0] == "pre":
        text = code_span(text.strip())
    unguarded = _GUARD.sub("", text)
    broken = re.sub(r"(?:\\\n|\n)+", "<br>", unguarded)
    return " ".join(broken.split()).replace("|", r"\|")
