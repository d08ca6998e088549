"""Explanations: why a segment is kept or dropped, and why the content of a page is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.model import BlockDecision, Role
from honbun.content.reasons import reason
from honbun.content.scoring import COMPARED, NAMES, OWN

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from honbun.content.collection import ScoredPage
    from honbun.content.record import PageFacts, PageRows
    from honbun.content.scoring import Model

NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text is on the framed pages"
ALL_REPEATED = "every block is on other pages too"
ONLY_PAGE = "there is no other page to compare it with"
REQUIRED = "matches a selector of --keep"
_BY_ROLE: Mapping[Role | None, tuple[str, ...]] = {
    Role.TITLE: ("shows the title of the page",),
    Role.DATE: ("shows the date of the page, or is mostly a date",),
    Role.AUTHOR: ("names an author",),
}
"""Reasons for segments that are kept for what they are, whatever their score."""
_NAMING = ("nearest name", "worst name", "best name", "names in all")
_STATED = 3
"""Reasons that an explanation gives for one segment."""
_LEAST = 0.05
"""Log-odds that a feature must move a score by to be a reason."""
_EXAMPLES = 3
"""Other pages that an explanation names for one segment."""


def nothing_to_read(facts: PageFacts, rows: PageRows) -> str | None:
    """The reason why a page without text has no content; None for other pages."""
    if rows.text:
        return None
    return FRAMESET if facts.framed else NO_TEXT


def explain(
    rows: PageRows,
    page: ScoredPage,
    roles: Mapping[int, Role],
    model: Model,
    required: Container[int] = (),
) -> tuple[BlockDecision, ...]:
    """The decision about every segment of a page; some were `required`."""
    reasons = _Reasons(page, model)
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
                why=(REQUIRED,)
                if row in required
                else _BY_ROLE.get(roles.get(row)) or reasons.of(row, row in roles, len(pages)),
            )
        )
    return tuple(found)


class _Reasons:
    """What decided about the segments of a page."""

    def __init__(self, page: ScoredPage, model: Model) -> None:
        self._pages = page.comparison.pages if page.comparison else 0
        self._effects = model.effects(page.codes, page.layout, page.comparison)
        self._high = model.first_codes(page.codes, page.comparison) > model.medians[:COMPARED, None]
        # What no other page says is no reason.
        if page.comparison is None:
            self._effects[OWN:] = 0
        else:
            self._effects[OWN:][np.isnan(page.comparison.first)] = 0

    def of(self, row: int, kept: bool, others: int) -> tuple[str, ...]:
        """The features that decided about a segment, those with the largest effect first."""
        own = self._effects[:, row] * (1 if kept else -1)
        found: dict[str, None] = {}  # several features may say the same
        for line in np.argsort(-own).tolist():
            if own[line] < _LEAST or len(found) == _STATED:
                break
            # Of names the effect says what they name, whatever is usual.
            high = kept if NAMES[line] in _NAMING else bool(self._high[line, row])
            found[reason(NAMES[line], high=high, others=others, pages=self._pages)] = None
        return tuple(found)
