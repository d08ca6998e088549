"""How much of each block states a date or names an author."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.text import dates
from honbun.text.phrases import announces_author
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.marks import Signs
    from honbun.html.blocks import Blocks

LONGEST = 160
"""Longer texts are not looked through: a line of facts is short."""
_PART = 0.16
"""Share of a line about a date that the date is: "Published in issue 141 of a paper, May 2008"."""
_MOSTLY = 0.5
"""A date in pieces, or a month without a day, counts where it is the greater part of the text."""
_SOME_DAY = datetime(2000, 1, 1)
"""Lets "3 hours ago" have a value: that it has one is all that is asked here."""
_DIGIT = re.compile(r"\d")
_LIKE_DATE = re.compile(
    # A year, a number with a sign of the calendar, numbers in a row, a number beside a word.
    r"[12]\d{3}|[年月日년월일]|\d[./-]\s?\d{1,2}[./-]"
    r"|[^\W\d_]{3}[.,]?\s?\d{1,2}(?!\d)|\d\S{0,2}\s(?:d[ei]l?\s|of\s)?[^\W\d_]{3}|\d\s?[^\W\d_a-z]"
)
"""Dates of a line of facts. Others count as text, as they did when the weights were trained: a day
and a time without a year (04/10 07:43), "yesterday at 9:10"."""
_REMEMBERED = 4096
"""Short texts whose reading is kept: menus and counts come again on every page of a site."""


def states_day(text: str) -> bool:
    """Whether a text holds a date to the day.

    >>> states_day("Posted on 3 May 2008"), states_day("May 2008")
    (True, False)
    """
    values = [found.value or "" for found in dates.find(text, now=_SOME_DAY)]
    return any(len(value) >= len("2008-05-03") or value[:2] == "--" for value in values)


def facts(
    blocks: Blocks, texts: Sequence[str], signs: Signs, authors: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Characters of each block that state a date, and that name one of the authors.

    Counted by text run: what stands in one short run with a date ("Posted on 3 May") belongs to it,
    what stands in an element of its own beside it (a category, a counter) does not.
    """
    dated, signed = [0] * len(blocks), [0] * len(blocks)
    names = [fold_text(name) for name in authors]
    short = [0 < len(text) <= LONGEST for text in texts]
    numbered: set[int] = set()  # blocks that hold a digit: no other can hold a date in pieces
    announced = -1
    for block, owner, run in blocks.runs_in([b for b, is_short in enumerate(short) if is_short]):
        has_digit = _DIGIT.search(run) is not None
        if has_digit:
            numbered.add(block)
        if owner in signs.times or (has_digit and _is_date_line(run)):
            dated[block] += len(fold_text(run))
            announced = -1
            continue
        label = _announces_author(run.strip())
        if (
            owner in signs.signed
            or announced == block
            or (label and not dated[block] and not signed[block])
            or (names and _names_one(fold_text(run), names))
        ):
            signed[block] += len(fold_text(run))
        announced = block if label else -1
    for block in numbered:
        text = texts[block]
        if not dated[block] and _dates(text) and _LIKE_DATE.search(text):
            share = dates.share(text)
            if share >= _MOSTLY:
                dated[block] = round(share * (len(text) - text.count(" ")))
    return dated, signed


_announces_author = lru_cache(maxsize=_REMEMBERED)(announces_author)


@lru_cache(maxsize=_REMEMBERED)
def _dates(text: str) -> tuple[dates.Found, ...]:
    return tuple(dates.find(text, now=_SOME_DAY))


def _is_date_line(run: str) -> bool:
    """Whether a text is about a date: it holds one, a month at least, and little else.

    A sentence that mentions a day is not; a time of day is no date.
    """
    found = [run[each.start : each.stop] for each in _dates(run) if each.value]
    if not found or not _LIKE_DATE.search(run):
        return False
    return sum(len(fold_text(each)) for each in found) > _PART * len(fold_text(run))


def _names_one(bare: str, names: Sequence[str]) -> bool:
    """Whether a squeezed text is the name of an author for a good part of it."""
    return any(name in bare and 3 * len(name) > len(bare) for name in names)
