"""How much of each block states a date or names an author."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from honbun.language import dates
from honbun.language.labels import announces_author

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.content.measure.marks import Marks
    from honbun.tree.block import Blocks

LONGEST = 160
"""Longer texts are not looked through: a line of facts is short."""
_MOSTLY = 0.5
"""A date in pieces, or a month without a day, counts where it is the greater part of the text."""
_SOME_DAY = datetime(2000, 1, 1)
"""Lets "3 hours ago" have a value: that it has one is all that is asked here."""
_DIGIT = re.compile(r"\d")


def squeeze(text: str) -> str:
    """A text as it is compared: without white space, in one case.

    >>> squeeze(" Main  Content ")
    'maincontent'
    """
    return "".join(text.split()).casefold()


def states_day(text: str) -> bool:
    """Whether a text holds a date to the day.

    >>> states_day("Posted on 3 May 2008"), states_day("May 2008")
    (True, False)
    """
    values = [found.value or "" for found in dates.find(text, now=_SOME_DAY)]
    return any(len(value) >= len("2008-05-03") or value[:2] == "--" for value in values)


def facts(
    blocks: Blocks, texts: Sequence[str], marks: Marks, authors: Sequence[str]
) -> tuple[list[int], list[int]]:
    """Characters of each block that state a date, and that name one of the authors.

    Counted by text run: what stands in one run with a date ("Posted on 3 May") belongs to it, what
    stands in an element of its own beside it (a category, a counter) does not.
    """
    tree, of = blocks.tree, blocks.of
    dated, signed = [0] * len(blocks), [0] * len(blocks)
    names = [squeeze(name) for name in authors]
    announced = -1
    for run, owner in zip(tree.run, tree.run_owner):
        block = of[owner]
        if block < 0 or run.isspace() or not 0 < len(texts[block]) <= LONGEST:
            continue
        bare = squeeze(run)
        if owner in marks.times or (_DIGIT.search(bare) and _states_date(run)):
            dated[block] += len(bare)
            announced = -1
            continue
        label = announces_author(run.strip())
        if (
            owner in marks.signed
            or announced == block
            or (label and not dated[block] and not signed[block])
            or any(name in bare and 3 * len(name) > len(bare) for name in names)
        ):
            signed[block] += len(bare)
        announced = block if label else -1
    for block, text in enumerate(texts):
        if not dated[block] and 0 < len(text) <= LONGEST and _DIGIT.search(text):
            share = dates.covered(text)
            if share >= _MOSTLY:
                dated[block] = round(share * (len(text) - text.count(" ")))
    return dated, signed


def _states_date(run: str) -> bool:
    """Whether a text holds a date, a month at least; a time of day is none."""
    return any(found.value for found in dates.find(run, now=_SOME_DAY))
