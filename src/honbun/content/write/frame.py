"""The frame of a block: the elements around it that give its text its form.

What a reader gets from the whole of a list or a table (the number of an item, the column of a cell)
stands in the frame too, as the rest of the list or the table may not be content.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from honbun.content.write.language import language
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.html.tree import Tree

PREFORMATTED = frozenset({"pre", "listing", "xmp", "plaintext"})
"""Blocks whose white space is kept; all are written as <pre>."""

_FORMS = HEADINGS | frozenset(
    "p ul ol li dl dt dd table caption tr td th blockquote figure figcaption".split()
)
"""Elements that give a text its form: the frame of a block is made of these."""
_PHRASING = HEADINGS | {"p", "pre"}
"""Forms that may hold inline markup only."""
_PART_OF = {"caption": ("table",), "tr": ("table",), "td": ("tr",), "th": ("tr",)}
_ENDS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
"""Elements that end what they would stand in."""
_MAX_FRAME = 24
"""Elements of a frame: lists and quotations deeper than a reader can follow lose the outermost."""
_MAX_COLUMN = 200
"""Columns that cells can reach down in; no table that wide is written as one."""
_MAX_NUMBER = 999_999_999
"""The highest that CommonMark takes for the number of an item."""

Form = tuple[str, int, int, str]
"""Tag and number of an element, what it tells as a number, and the language of code.

The number is the column of a cell, the ordinal of an item in <ol>, the term (an element) that a
<dd> is about, 1 for a row of headings and for a table that is only layout; otherwise 0."""
Frame = tuple[Form, ...]
"""Outermost first. Plain values, as frames wait on disk."""


class Frames:
    """The frames of one page's blocks; each list and each table is counted once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._forms: dict[int, Form] = {}
        self._numbers: dict[int, int] = {}

    def of(self, node: int) -> Frame:
        """The elements that give the text of a block its form, outermost first."""
        tree = self._tree
        chain: list[Form] = []
        above = node
        while above >= 0 and len(chain) < _MAX_FRAME:
            tag = "pre" if tree.tag[above] in PREFORMATTED else tree.tag[above]
            # What may hold inline markup only cannot stand around another form.
            if (tag in _FORMS or tag == "pre") and not (chain and tag in _PHRASING):
                chain.append(self._form(tag, above))
            above = tree.parent[above]
        chain = _sound(reversed(chain))
        own = bool(chain) and chain[-1][1] == node
        if not own and not (chain and chain[-1][0] in _PHRASING):
            chain.append(("p", node, 0, ""))
        return tuple(chain)

    def _form(self, tag: str, node: int) -> Form:
        if node not in self._forms:
            said = language(self._tree, node) if tag == "pre" else ""
            self._forms[node] = (tag, node, self._number(tag, node), said)
        return self._forms[node]

    def _number(self, tag: str, node: int) -> int:
        tree, above = self._tree, self._tree.parent[node]
        if tag == "table":
            return int(tree.attribute(node, "role") in ("presentation", "none"))
        if tag == "tr":
            return int(tree.tag[above] == "thead")
        if node not in self._numbers:
            if tag == "li" and tree.tag[above] == "ol":
                self._numbers.update(_ordinals(tree, above))
            elif tag == "dd":
                self._numbers.update(_terms(tree, above))
            elif tag in ("td", "th") and tree.tag[above] == "tr":
                # Cells that reach down end with the <tbody> or the like that they stand in.
                self._numbers.update(_columns(tree, tree.parent[above]))
        return self._numbers.get(node, 0)


def _ordinals(tree: Tree, node: int) -> Iterator[tuple[int, int]]:
    """The items of an <ol> with their numbers, as the HTML Standard counts them."""
    items = [child for child in tree.children(node) if tree.tag[child] == "li"]
    is_reversed = tree.attribute(node, "reversed") is not None
    start = _whole(tree.attribute(node, "start"))
    number = start if start is not None else len(items) if is_reversed else 1
    for item, plain in zip(items, count(1)):
        value = _whole(tree.attribute(item, "value"))
        number = value if value is not None else number
        yield item, number if 0 <= number <= _MAX_NUMBER else plain
        number += -1 if is_reversed else 1


def _terms(tree: Tree, node: int) -> Iterator[tuple[int, int]]:
    """The <dd> of a list (or of a <div> in it), each with the <dt> before it."""
    term = 0
    for child in tree.children(node):
        if tree.tag[child] == "dt":
            term = child
        elif tree.tag[child] == "dd":
            yield child, term


def _columns(tree: Tree, group: int) -> Iterator[tuple[int, int]]:
    """The cells of a group of rows with their columns: cells from rows above may reach down."""
    reaching: dict[int, int] = {}
    for row in tree.children(group):
        if tree.tag[row] != "tr":
            continue
        column, begun = 0, dict[int, int]()
        for cell in tree.children(row):
            while reaching.get(column):
                column += 1
            yield cell, column
            rows = _whole(tree.attribute(cell, "rowspan"))
            # The standard allows no more columns than a thousand.
            end = column + min(_whole(tree.attribute(cell, "colspan")) or 1, 1000)
            if rows is not None and rows != 1:  # 0: down to the last row
                begun |= dict.fromkeys(range(column, min(end, _MAX_COLUMN)), (rows or 65535) - 1)
            column = end
        reaching = {place: rows - 1 for place, rows in reaching.items() if rows > 1} | begun


def _whole(value: str | None) -> int | None:
    """A whole number as pages write it, None for anything else."""
    return int(value) if value and re.fullmatch(r"\s*[0-9]{1,9}\s*", value, re.ASCII) else None


def _sound(chain: Iterable[Form]) -> list[Form]:
    """A frame without parts of tables that stand in none, and items directly inside items.

    Foreign markup and careless pages have both, and no parser would read them back.
    """
    sound: list[Form] = []
    for element in chain:
        tag, around = element[0], sound[-1][0] if sound else ""
        if around in _PART_OF.get(tag, (around,)) and around not in _ENDS.get(tag, ()):
            sound.append(element)
    return sound
