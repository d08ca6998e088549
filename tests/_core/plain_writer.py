"""A plain definition of the marks of lists and quotations before lines."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.model import Frame

_T = TypeVar("_T")


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
