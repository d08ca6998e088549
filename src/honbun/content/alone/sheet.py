"""Sheet: a page's blocks as arrays, and what the elements around them hold in all."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun._core.surroundings import Surroundings
from honbun.content.alone import letters
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.content.measure.plan import Plan

    Numbers = NDArray[np.int64]
    Floats = NDArray[np.floating[Any]]
    Named = tuple[str, NDArray[Any] | float]
    """A feature: its name, and its value for each row or for all of them."""
    Family = tuple[tuple[str, ...], NDArray[Any]]
    """Features that are computed at once: their names, and a line of values for each."""

TAGS = (
    *("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "div", "pre", "blockquote"),
    *("dt", "dd", "figcaption", "section", "article", "summary", "option", "tr", "body"),
    *("header", "footer", "main", "nav", "aside", "form", "table", "ul", "ol", "figure"),
    *("dialog", "details", "dl", "legend", "address"),
)
"""Elements that are told apart; all others are alike."""
_CODES = {tag: code for code, tag in enumerate(TAGS)}
OTHER = len(TAGS)
_LONG = 100
"""Characters of plain text from which a block is a paragraph, whatever its tag."""
_PLAIN = 0.3
"""Share of it that may be link."""
_SHORTEST = 4
"""Characters of a title that is not said by chance."""

SUMMED = ("size", "linked", "texts", "paragraph", "long", "words", "headings", "items", "pressed")
"""What is summed up for elements and windows, in the order of the columns."""


class Sheet:
    """The blocks of a plan as arrays; a row is a block that has text."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        sizes = _numbers(plan.size)
        self.row: Numbers = np.flatnonzero(sizes)
        """The number of each row's block."""
        self.texts = [plan.text[block] for block in self.row.tolist()]
        self.parent: Numbers = np.maximum(_numbers(plan.parent), 0)
        """The block around each block, the outermost's its own."""
        self.end = _numbers(plan.end)
        self.tag = _numbers([_CODES.get(tag, OTHER) for tag in plan.tag])
        self.size: Floats = sizes.astype(np.float32)
        self.linked: Floats = _numbers(plan.linked).astype(np.float32)
        self.pressed: Floats = _numbers(plan.pressed).astype(np.float32)

    def __len__(self) -> int:
        return len(self.row)

    @cached_property
    def letters(self) -> Floats:
        """What the characters of each row are; see `letters.COUNTED`."""
        return letters.counts(self.texts)

    @cached_property
    def veiled(self) -> Numbers:
        """Why each row may not be shown; see the plan."""
        return _numbers(self.plan.veiled)[self.row]

    @cached_property
    def surroundings(self) -> Surroundings:
        """What is around each row, computed in the core."""
        return Surroundings(
            self.row, self.parent, self.end, self.tag, self.amounts.T, len(TAGS) + 1
        )

    @cached_property
    def before(self) -> Numbers:
        """How many rows are before each block, and before the end of the page."""
        return self.surroundings.rows_before()

    @cached_property
    def named(self) -> tuple[list[tuple[str, ...]], Numbers]:
        """The different names of blocks, and for each block which of them it has."""
        known: dict[tuple[str, ...], int] = {}
        numbers = [known.setdefault(names, len(known)) for names in self.plan.names]
        return list(known), _numbers(numbers)

    @cached_property
    def depth(self) -> Numbers:
        """How many blocks are around each block."""
        return self.surroundings.depths()

    @cached_property
    def long(self) -> NDArray[np.bool_]:
        """Whether a block is a paragraph by what it says."""
        return (self.size > _LONG) & (self.linked < _PLAIN * self.size)

    @cached_property
    def heading(self) -> NDArray[np.bool_]:
        return (self.tag >= _CODES["h1"]) & (self.tag <= _CODES["h6"])

    @cached_property
    def title(self) -> int | None:
        """The first heading, else the first row, that says a title which the page declares."""
        titles = self.plan.titles
        if not titles:
            return None
        size, heading = self.size[self.row], self.heading[self.row]
        fit = (size >= _SHORTEST) & (size <= max(map(len, titles)))
        all_titles = "\n".join(titles)
        # Squeezing is the dear part, and most titles are said by one of the few headings.
        rows = chain(np.flatnonzero(fit & heading).tolist(), np.flatnonzero(fit).tolist())
        return next((row for row in rows if fold_text(self.texts[row]) in all_titles), None)

    @cached_property
    def amounts(self) -> Floats:
        """What each block has of its own; see `SUMMED`."""
        has = self.size > 0
        columns = np.zeros((len(SUMMED), len(self.tag)), dtype=np.float32)
        columns[0] = self.size
        columns[1] = self.linked
        columns[2] = has
        columns[3] = self.size * (self.tag == 0)
        columns[4] = self.size * self.long
        columns[5, self.row] = self.letters[:, 0]
        columns[6] = has & self.heading
        columns[7] = has & (self.tag == _CODES["li"])
        columns[8] = self.pressed
        return columns.T  # a column lies in one piece: it is what is worked with

    @cached_property
    def held(self) -> Floats:
        """What each element holds in all, blocks inside it included."""
        return self.surroundings.held_amounts()

    @cached_property
    def total(self) -> Floats:
        """What the page has in all; at least a character."""
        least = np.eye(len(SUMMED), dtype=np.float32)[0]
        whole: Floats = np.maximum(self.held[0], least)
        return whole


def _numbers(values: Sequence[int]) -> Numbers:
    return np.fromiter(values, np.int64, len(values))
