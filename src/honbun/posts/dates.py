"""Which nodes of a strand show or declare a date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from honbun.text import dates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.html.nodes import NodeSequence

_LONG = 300
"""A text of this length is a message: a date counts in its beginning only."""
_BEGINNING = 120
TRIPLE = re.compile(
    r"(?<![\d.])(?:\d\d([./])0?[1-9]\d?\1\d{1,2}|\d{1,2}([./])0?[1-9]\d?\2\d\d)(?![\d.])"
)
"""Three short numbers, one of them a year: as often a version, but not where all posts have it."""
_DIGIT = re.compile(
    "[\\d\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089"
    "\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788"
    "\u278a-\u2792\U00010a40-\U00010a43\U00010e60-\U00010e68\U00011052-\U0001105a"
    "\U0001f100-\U0001f10a]"
)
"""What `str.isdigit` takes for a digit: ² and ① as well."""
_WORD = 16
"""A text of so few characters can be a date in words, such as "yesterday"."""
_DECLARED = 60
"""An attribute that holds a date is no longer."""


def dated(strand: NodeSequence) -> NDArray[np.bool_]:
    """Whether each node is a text with a date, or an element that declares one."""
    found = np.zeros(len(strand), dtype=bool)
    texts = np.flatnonzero(strand.run >= 0)
    shown = [strand.text[at] for at in texts.tolist()]
    told = {text: _shows_date(text) for text in set(shown)}
    found[texts] = [told[text] for text in shown]
    declared = [
        node
        for node, _, value in strand.tree.having("datetime", "title")
        if len(value) < _DECLARED and has_digit(value) and dates.contains(value)
    ]
    found[(strand.run < 0) & np.isin(strand.node, declared)] = True
    return found


def _shows_date(text: str) -> bool:
    shown = text if len(text) < _LONG else text[:_BEGINNING]
    if not has_digit(shown):
        return len(shown) <= _WORD and dates.contains(shown)
    return bool(TRIPLE.search(shown) or dates.contains(shown))


def has_digit(text: str) -> bool:
    """Whether a text has a digit of whatever script."""
    return _DIGIT.search(text) is not None
