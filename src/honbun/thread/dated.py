"""Which nodes of a strand show or declare a date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from honbun.language import dates
from honbun.thread.strand import TEXT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.thread.strand import Strand

_LONG = 300
"""A text of this length is a message: a date counts in its beginning only."""
_BEGINNING = 120
TRIPLE = re.compile(
    r"(?<![\d.])(?:\d\d([./])0?[1-9]\d?\1\d{1,2}|\d{1,2}([./])0?[1-9]\d?\2\d\d)(?![\d.])"
)
"""Three short numbers, one of them a year: as often a version, but not where all posts have it."""
_DECLARED = 60
"""An attribute that holds a date is no longer."""


def dated(strand: Strand) -> NDArray[np.bool_]:
    """Whether each node is a text with a date, or an element that declares one."""
    found = np.zeros(len(strand), dtype=bool)
    for at, (tag, text) in enumerate(zip(strand.tag, strand.text)):
        if tag is TEXT:
            shown = text if len(text) < _LONG else text[:_BEGINNING]
            found[at] = has_digit(shown) and bool(TRIPLE.search(shown) or dates.find(shown))
    place = {int(node): at for at, node in enumerate(strand.node) if strand.run[at] < 0}
    for node, _, value in strand.tree.having("datetime", "title"):
        if node in place and len(value) < _DECLARED and has_digit(value) and dates.find(value):
            found[place[node]] = True
    return found


def has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))
