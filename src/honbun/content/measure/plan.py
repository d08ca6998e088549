"""Plan: how a page's blocks nest, and how much each says. A page alone is judged on this."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, compress
from operator import sub
from typing import TYPE_CHECKING

from honbun.content.measure.names import names, ways_on
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.html.blocks import Blocks

_FORM = 1000
"""Characters of plain text from which a form is more than a form: some systems put one around the
whole page, and some authors around half of an article."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The blocks of a page in document order, as columns."""

    tag: list[str]
    parent: list[int]
    """The block around each block, -1 for the outermost."""
    end: list[int]
    """One past the last block inside."""
    names: list[tuple[str, ...]]
    """What the page calls the element: its classes as `.name`, its id as `#name`."""
    text: list[str]
    """The block's own text, white space collapsed."""
    size: list[int]
    """Characters of the text without white space."""
    linked: list[int]
    """How many of them are link, ..."""
    pressed: list[int]
    """... or stand on a button or label of a form."""
    veiled: list[int]
    """Whether it may not be shown: `HIDDEN`, `NOSCRIPT` and `SILENT` or-ed together."""
    shown: list[bool]
    """Whether a reader finds something in it: text or a picture."""
    aside: list[bool]
    """Whether it is inside an element for navigation or input."""
    titles: tuple[str, ...]
    """The titles that the page declares, squeezed."""

    def __len__(self) -> int:
        return len(self.tag)

    def children(self, block: int) -> Iterator[int]:
        """The blocks directly inside a block."""
        child, end = block + 1, self.end
        last = end[block]
        while child < last:
            yield child
            child = end[child]

    def says_title(self, block: int) -> bool:
        """Whether a block is a part of a declared title: sites add their name to it."""
        text = fold_text(self.text[block])
        return any(text in title for title in self.titles)


def plan(blocks: Blocks, titles: Sequence[str] = ()) -> Plan:
    """The plan of a page, given the titles that it declares."""
    texts = blocks.texts()
    shown = list(map(bool, texts))
    for block in blocks.media():
        shown[block] = True
    end, size, linked = blocks.column("end"), blocks.sizes(), blocks.linked()
    return Plan(
        tag=blocks.tags(),
        parent=blocks.column("parent"),
        end=end,
        names=names(blocks, texts),
        text=texts,
        size=size,
        linked=linked,
        pressed=blocks.pressed(),
        veiled=blocks.concealed(),
        shown=shown,
        aside=_aside(ways_on(blocks), end, size, linked),
        titles=tuple(filter(None, map(fold_text, titles))),
    )


def _aside(
    flags: Sequence[bool], end: Sequence[int], size: Sequence[int], linked: Sequence[int]
) -> list[bool]:
    """Whether each block stands inside a flagged one that holds no text of some length."""
    plain = [0, *accumulate(map(sub, size, linked))]
    inside = [False] * len(flags)
    for block in compress(range(len(flags)), flags):
        last = end[block]
        if not inside[block] and plain[last] - plain[block] <= _FORM:
            inside[block:last] = [True] * (last - block)
    return inside
