"""Explanations: why a segment is kept or dropped, and why the content of a page is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.model import BlockDecision
from honbun.content.scoring import COMPARED, NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.content.collection import ScoredPage
    from honbun.content.model import Role
    from honbun.content.record import PageFacts, PageRows
    from honbun.content.scoring import Floats, Model

NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text is on the framed pages"
ALL_REPEATED = "every block is on other pages too"
ONLY_PAGE = "there is no other page to compare it with"
_STATED = 3
"""Features that an explanation names."""
_LEAST = 0.05
"""Log-odds that a feature must move a score by to be named."""
_EXAMPLES = 3
"""Other pages that an explanation names for one segment."""


def nothing_to_read(facts: PageFacts, rows: PageRows) -> str | None:
    """The reason why a page without text has no content; None for other pages."""
    if rows.text:
        return None
    return FRAMESET if facts.framed else NO_TEXT


def explain(
    rows: PageRows, page: ScoredPage, roles: Mapping[int, Role], model: Model
) -> tuple[BlockDecision, ...]:
    """The decision about every segment of a page."""
    effects = model.effects(page.codes, page.layout, page.comparison)
    found = []
    for row, text in enumerate(rows.text):
        pages = page.pool.pages_with(page.comparison, row) if page.pool and page.comparison else []
        found.append(
            BlockDecision(
                xpath=rows.xpath(rows.block[row]),
                text=text,
                content=row in roles,
                role=roles.get(row),
                score=round(float(page.scores.body[row]), 3),
                others=len(pages),
                pages=tuple(pages[:_EXAMPLES]),
                why=_reasons(effects, row, kept=row in roles),
            )
        )
    return tuple(found)


def _reasons(effects: Floats, row: int, *, kept: bool) -> tuple[str, ...]:
    """The features that decided about a segment, those with the largest effect first."""
    own = effects[:COMPARED, row] * (1 if kept else -1)
    order = np.argsort(-own)[:_STATED]
    return tuple(NAMES[line] for line in order.tolist() if own[line] >= _LEAST)
