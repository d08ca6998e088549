"""Pieces of blocks to Markdown: lists, quotations, code and tables around them.

Items of lists and quotations are boxes that blocks stand in. A term of a definition list and what
is said about it are one box, as Markdown has no such lists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, TypeVar

from honbun.content.write.tables import data_tables, markdown_table, table_of
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.write.frame import Frame
    from honbun.content.write.tables import Piece

_T = TypeVar("_T")


def to_markdown(pieces: Sequence[Piece]) -> str:
    """The pieces, in the order of the page, as CommonMark with tables."""
    writer = _Writer()
    tables = data_tables(pieces)
    said = _without_labels(pieces)
    for (table, whole), group in groupby(said, lambda piece: _whole(piece[0], tables)):
        parts = list(group)
        frame, texts = parts[0][0], [text for _, text in parts]
        if table is not None:
            place = next(i for i, form in enumerate(frame) if form[1] == table)
            writer.write(frame[: place + 1], markdown_table(parts))
        elif whole is not None:
            tag, _, _, language = frame[-1]
            text = _fenced(texts, language) if tag == "pre" else _heading(tag, texts)
            writer.write(frame, text)
        else:
            for own, text in parts:
                writer.write(own, text)
    return writer.text()


def _without_labels(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces but those that only name the language of the code after them: its fence does."""
    labels = {
        number
        for number, ((frame, text), (following, _)) in enumerate(pairwise(pieces))
        if following[-1][3] and frame[-1][0] == "p" and text.lower() == following[-1][3]
    }
    return [piece for number, piece in enumerate(pieces) if number not in labels]


def _whole(frame: Frame, tables: set[int]) -> tuple[int | None, int | None]:
    """The table, or the code or the heading, that is written as a whole however it is cut."""
    table, (tag, node, *_) = table_of(frame, tables), frame[-1]
    return table, node if table is None and (tag == "pre" or tag in HEADINGS) else None


def _fenced(parts: Sequence[str], language: str) -> str:
    code = "\n".join(parts).strip("\n")
    longest = max((len(run) for run in re.findall("`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return "\n".join([fence + language, code, fence])


def _heading(tag: str, parts: Sequence[str]) -> str:
    line = "#" * int(tag[1]) + " " + " ".join(" ".join(parts).replace("\\\n", " ").split())
    return re.sub(r"(?<=[ #])#$", r"\\#", line)  # would be taken for the heading's end


@dataclass(frozen=True, slots=True)
class _Box:
    """A quotation, or an item of a list."""

    kind: str
    """`quotation`, `bullet` or `number`."""
    node: int
    list: int = -1
    """The list that the item is of."""
    number: int = 0


def _boxes(frame: Frame) -> list[_Box]:
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


class _Writer:
    """Writes blocks with the marks of the boxes that they stand in."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._widths: dict[int, int] = {}
        """How wide the marks are of the items that have theirs already."""
        self._ends: dict[int, str] = {}
        """What each list has after its numbers; of two lists in a row each has its own."""
        self._before: list[_Box] = []
        """The boxes of the block before."""

    def text(self) -> str:
        return "\n".join(self._lines) + "\n" if self._lines else ""

    def write(self, frame: Frame, text: str) -> None:
        """Write one block."""
        boxes = _boxes(frame)
        shared = common(self._before, boxes)
        met = self._before[shared : shared + 1]
        if self._lines and not self._is_close(boxes[shared:], met):
            self._lines.append("".join(map(self._rest, boxes[:shared])).rstrip())
        first = "".join([self._first(box, met) for box in boxes])
        rest = "".join(map(self._rest, boxes))
        for number, line in enumerate(text.split("\n")):
            self._lines.append(((rest if number else first) + line).rstrip())
        self._before = boxes

    def _is_close(self, entered: Sequence[_Box], met: Sequence[_Box]) -> bool:
        """Whether a block stands close to the one before it, as items of a list do."""
        items = [box for box in entered if box.kind != "quotation" and box.node not in self._widths]
        if not items or all(box.kind == "quotation" for box in self._before):
            return False
        if met:
            return met[0].list == items[0].list
        # Any other number than 1 would be taken for a part of the text before it.
        return items[0].kind == "bullet" or items[0].number == 1

    def _first(self, box: _Box, met: Sequence[_Box]) -> str:
        """What the first line of a block has for a box; `met` is what ends before it."""
        if box.kind == "quotation" or box.node in self._widths:
            return self._rest(box)
        mark = f"{box.number}{self._end(box, met)} " if box.kind == "number" else "- "
        self._widths[box.node] = len(mark)
        return mark

    def _end(self, box: _Box, met: Sequence[_Box]) -> str:
        if box.list not in self._ends:
            meets = any(self._ends.get(before.list) == "." for before in met)
            self._ends[box.list] = ")" if meets else "."
        return self._ends[box.list]

    def _rest(self, box: _Box) -> str:
        """What every further line has."""
        return "> " if box.kind == "quotation" else " " * self._widths.get(box.node, 2)


def common(ours: Sequence[_T], theirs: Sequence[_T]) -> int:
    """How many elements two ways from the outside in share."""
    shared = 0
    for one, other in zip(ours, theirs):
        if one != other:
            break
        shared += 1
    return shared
