"""The date of each post: every decision about it.

First the nodes that show or declare a date, then the position at which posts have their date: once
each, and in order.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun.posts.fields.cells import Shown
from honbun.text import dates as text_dates
from honbun.text.phrases import announces_membership

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from numpy.typing import NDArray

    from honbun.html.nodes import NodeSequence
    from honbun.posts.fields.cells import Cell, Position


_LONG = 300
"""Length from which a text is a message: only a date at its start counts."""
_BEGINNING = 120
TRIPLE = re.compile(
    r"(?<![\d.])(?:\d\d([./])0?[1-9]\d?\1\d{1,2}|\d{1,2}([./])0?[1-9]\d?\2\d\d)(?![\d.])"
)
"""Three short numbers, one of them a year: often a version, but not if all posts have one."""
_DIGIT = re.compile(
    "[\\d\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089"
    "\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788"
    "\u278a-\u2792\U00010a40-\U00010a43\U00010e60-\U00010e68\U00011052-\U0001105a"
    "\U0001f100-\U0001f10a]"
)
"""Digits as `str.isdigit` defines them, including ² and ①."""
_WORD = 16
"""Maximum length of a date in words, such as "yesterday"."""
_DECLARED = 60
"""Maximum length of an attribute with a date."""


def dated_nodes(sequence: NodeSequence) -> NDArray[np.bool_]:
    """Whether each node is a text with a date, or an element that declares one."""
    found = np.zeros(len(sequence), dtype=bool)
    texts = np.flatnonzero(sequence.run >= 0)
    shown = [sequence.text[at] for at in texts.tolist()]
    dated = {text: _shows_date(text) for text in set(shown)}
    found[texts] = [dated[text] for text in shown]
    declared = [
        node
        for node, _, value in sequence.tree.find_attributes("datetime", "title")
        if len(value) < _DECLARED and has_digit(value) and text_dates.contains(value)
    ]
    found[(sequence.run < 0) & np.isin(sequence.node, declared)] = True
    return found


def _shows_date(text: str) -> bool:
    shown = text if len(text) < _LONG else text[:_BEGINNING]
    if not has_digit(shown):
        return len(shown) <= _WORD and text_dates.contains(shown)
    return bool(TRIPLE.search(shown) or text_dates.contains(shown))


def has_digit(text: str) -> bool:
    """Whether a text has a digit of any script."""
    return _DIGIT.search(text) is not None


_TIMED = re.compile(r"\d:\d\d|\d\s?\w+ ago|前")


class _Entry(NamedTuple):
    post: int
    cell: Cell
    date: Shown


def find_dates(
    posts: Sequence[Sequence[Cell]], language: str | None, now: datetime | None
) -> list[Shown | None]:
    """The date of each post, None where it has none."""
    order = text_dates.order_of(
        [cell.text for post in posts for cell in post if cell.dated], language
    )
    positions: dict[Position, list[_Entry]] = defaultdict(list)
    for number, post in enumerate(posts):
        seen: set[Position] = set()
        for cell in post:
            if not cell.dated or (date := _read(cell, order, language, now)) is None:
                continue
            for position in cell.positions:
                if position not in seen:
                    seen.add(position)
                    positions[position].append(_Entry(number, cell, date))
    result: list[Shown | None] = [None] * len(posts)
    declared: list[Shown | None] = [None] * len(posts)
    for position in sorted(
        positions, key=lambda position: -_score(positions[position], len(posts))
    ):
        for entry in positions[position]:
            goal = declared if entry.cell.declared else result
            if goal[entry.post] is None:
                goal[entry.post] = entry.date
    return [_merge(*pair) for pair in zip(result, declared)]


def _merge(shown: Shown | None, declared: Shown | None) -> Shown | None:
    """The shown date, with the declared value where that is more precise."""
    if shown is None or declared is None:
        return shown or declared
    more_precise = len(declared.value or "") > len(shown.value or "")
    return shown._replace(value=declared.value) if more_precise else shown


def _read(
    cell: Cell, order: text_dates.Order | None, language: str | None, now: datetime | None
) -> Shown | None:
    for text in (cell.text, cell.line):
        found = text_dates.find(text, order=order, language=language, now=now)
        complete = [each for each in found if each.value is not None]
        if complete or (found and text == (cell.line or cell.text)):
            best = (complete or found)[0]
            return Shown(text[best.start : best.stop], cell.at, best.value)
    loose = TRIPLE.search(cell.text)
    return Shown(loose.group(), cell.at) if loose else None


def _score(entries: list[_Entry], count: int) -> float:
    """The score of a position as that of the posts' dates."""
    share = len(entries) / count
    timed = sum(bool(_TIMED.search(entry.cell.text)) for entry in entries) / len(entries)
    before = sum(min(entry.cell.before, 300) for entry in entries) / len(entries)
    length = sum(min(len(entry.cell.text), 80) for entry in entries) / len(entries)
    declared = entries[0].cell.declared
    account = sum(_is_join_date(entry.cell) for entry in entries) / len(entries)
    return (
        3 * share
        + 0.7 * timed
        + 2 * _ordered(entries)
        - 0.002 * before
        - 0.01 * max(length - 30, 0)
        - 0.3 * declared
        - 5 * account
    )


def _is_join_date(cell: Cell) -> bool:
    """Whether a date says when the author joined."""
    return announces_membership(cell.text) or announces_membership(cell.preceding)


def _ordered(entries: list[_Entry]) -> float:
    """How monotonic the dates are; dates of accounts and in bodies are not."""
    values = [entry.date.value for entry in entries if entry.date.value]
    if len(values) < 3:
        return 0.0
    steps = list(itertools.pairwise(values))
    forward = sum(a <= b for a, b in steps) / len(steps)
    back = sum(a >= b for a, b in steps) / len(steps)
    return max(forward, back) - 0.6
