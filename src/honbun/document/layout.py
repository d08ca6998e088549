"""The layout of documents in plain text and Markdown: lists, quotations, code and tables.

Items of lists and quotations are boxes that pieces are inside of. A term of a definition list and
what is said about it are one box, as Markdown has no such lists. A dialect writes the rest.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from honbun.document.tables import data_tables, table_of, table_rows
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.document.frames import Frame
    from honbun.document.model import Piece

_T = TypeVar("_T")


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
    for (table, whole), group in groupby(written, lambda one: _whole(one[0].frame, tables)):
        if table is whole is None:
            for piece, text in group:
                yield piece.frame, dialect.rule() if piece.block < 0 else text, (piece,)
            continue
        parts = list(group)
        frame, texts = parts[0][0].frame, [text for _, text in parts]
        held = [piece for piece, _ in parts]
        if table is not None:
            place = next(i for i, form in enumerate(frame) if form[1] == table)
            rows, headed = table_rows(parts, dialect)
            yield frame[: place + 1], dialect.table(rows, headed=headed), held
        else:
            tag, _, _, info = frame[-1]
            is_code = tag == "pre"
            text = dialect.code(texts, info) if is_code else dialect.heading(tag, texts)
            yield frame, text, held


def _whole(frame: Frame, tables: set[int]) -> tuple[int | None, int | None]:
    """The table, or the code or the heading, that is written as a whole however it is cut."""
    table, (tag, node, _, _) = table_of(frame, tables) if tables else None, frame[-1]
    return table, node if table is None and (tag == "pre" or tag in HEADINGS) else None


class _Box(NamedTuple):
    """A quotation, or an item of a list."""

    kind: str
    """`quotation`, `bullet` or `number`."""
    node: int
    list: int = -1
    """The list that the item is of."""
    number: int = 0


def _boxes(frame: Frame) -> list[_Box]:
    if len(frame) == 1 and frame[0][0] == "p":
        return []
    found: list[_Box] = []
    for (above, around, _, _), (tag, node, number, _) in pairwise([("", -1, 0, ""), *frame]):
        if tag == "blockquote":
            found.append(_Box("quotation", node))
        elif tag == "li":
            found.append(_Box("number" if above == "ol" else "bullet", node, around, number))
        elif tag == "dt":
            found.append(_Box("bullet", node, around))
        elif tag == "dd" and number:
            found.append(_Box("bullet", number, around))
    return found


class Writer:
    """Writes parts with the marks of the boxes that they are inside of."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._widths: dict[int, int] = {}
        """The widths of the marks of items that already have theirs."""
        self._signs: dict[int, str] = {}
        """What each list has before its items, or after their numbers; of two lists in a row each
        has its own, or they would be read as one."""
        self._before: list[_Box] = []
        """The boxes of the part before."""
        self._length = 0

    def text(self) -> str:
        return "\n".join(self._lines) + "\n" if self._lines else ""

    def write(self, frame: Frame, text: str) -> tuple[int, int]:
        """Write one part; returns where it begins and ends in the whole text."""
        boxes = _boxes(frame)
        if not boxes and not self._before:
            return self._write_lines(text)
        shared = common(self._before, boxes)
        met = self._before[shared : shared + 1]
        if self._lines and not self._is_close(boxes[shared:], met):
            self._add("".join(map(self._rest, boxes[:shared])).rstrip())
        first = "".join([self._first(box, met) for box in boxes])
        rest = "".join(map(self._rest, boxes))
        start = self._length
        for number, line in enumerate(text.split("\n")):
            prefix = rest if number else first
            self._add(prefix + line if line else prefix.rstrip())
        self._before = boxes
        return start, self._length - 1

    def _write_lines(self, text: str) -> tuple[int, int]:
        """Write a part outside of all boxes."""
        lines, start = self._lines, self._length
        if lines:
            lines.append("")
            start += 1
        lines.append(text)
        self._length = start + len(text) + 1
        return start, self._length - 1

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._length += len(line) + 1

    def _is_close(self, entered: Sequence[_Box], met: Sequence[_Box]) -> bool:
        """Whether a part follows the one before it without a blank line, as items of a list do."""
        items = [box for box in entered if box.kind != "quotation" and box.node not in self._widths]
        if not items or all(box.kind == "quotation" for box in self._before):
            return False
        if met:
            return met[0].list == items[0].list
        # Any other number than 1 would be taken for a part of the text before it.
        return items[0].kind == "bullet" or items[0].number == 1

    def _first(self, box: _Box, met: Sequence[_Box]) -> str:
        """The mark of a box on the first line of a part; `met` is the box that ends before it."""
        if box.kind == "quotation" or box.node in self._widths:
            return self._rest(box)
        sign = self._sign(box, met)
        mark = f"{box.number}{sign} " if box.kind == "number" else f"{sign} "
        self._widths[box.node] = len(mark)
        return mark

    def _sign(self, box: _Box, met: Sequence[_Box]) -> str:
        if box.list not in self._signs:
            usual, other = (".", ")") if box.kind == "number" else ("-", "*")
            meets = any(self._signs.get(before.list) == usual for before in met)
            self._signs[box.list] = other if meets else usual
        return self._signs[box.list]

    def _rest(self, box: _Box) -> str:
        """The mark of a box on every further line."""
        return "> " if box.kind == "quotation" else " " * self._widths.get(box.node, 2)


def common(ours: Sequence[_T], theirs: Sequence[_T]) -> int:
    """How many elements two frames share, from the outside in."""
    shared = 0
    for one, other in zip(ours, theirs):
        if one != other:
            break
        shared += 1
    return shared
