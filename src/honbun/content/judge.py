"""The judge: from the scores of a page's segments to what is kept, and in which role.

The threshold is chosen for each page: the one with the highest F1 to be expected if the scores are
true. Dates and bylines of the page are kept where the metadata finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun._core.segments import FIGURE
from honbun.content.explain import explain, nothing_to_read
from honbun.content.kind import page_kind
from honbun.content.model import Role
from honbun.metadata.choose import choose_metadata
from honbun.text.phrases import announces_credit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.content.collection import ScoredPage
    from honbun.content.model import BlockDecision, ContentOptions, Favor, Kind
    from honbun.content.record import PageFacts, PageRows
    from honbun.content.scoring import Floats, Model
    from honbun.metadata.choose import Metadata

_BETA = {None: 1.0, "precision": 0.5, "recall": 2.0}
"""How many times as much recall counts as precision."""
_BOUNDS = {None: (0.15, 0.6), "precision": (0.3, 0.9), "recall": (0.05, 0.4)}
"""Scores below which a segment is never kept, and from which it always is."""
_SHORT = 160
"""Characters of the longest line of date, author or credit."""


class Choice(NamedTuple):
    """The segments to keep, and the F1 to be expected."""

    kept: NDArray[np.bool_]
    expected: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """The decision about one page."""

    roles: dict[int, Role]
    """The role of each segment that is kept, in order."""
    pictures: tuple[int, ...]
    """The blocks with pictures that are kept."""
    metadata: Metadata
    kind: Kind
    confidence: float
    """The F1 that pages with such scores reach."""
    compared: int
    """Number of pages it was compared with."""
    note: str | None
    """Why nothing is kept."""
    explanation: tuple[BlockDecision, ...]
    """The decision about every segment, if it was asked for."""


def choose(scores: Floats, sizes: Floats, favor: Favor | None = None) -> Choice:
    """The segments to keep, given the score and size of each."""
    if not len(scores):
        return Choice(np.zeros(0, dtype=np.bool_), 0.0)
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum((scores * sizes)[order], dtype=np.float64)
    found = np.cumsum(sizes[order], dtype=np.float64)
    square = _BETA[favor] ** 2
    expected = (1 + square) * right / np.maximum(found + square * right[-1], 1e-9)
    best = int(np.argmax(expected))
    low, high = _BOUNDS[favor]
    # The best segment is kept whatever its score: a page that has text has some content.
    threshold = min(max(scores[order[best]], low), high, scores.max())
    return Choice(scores >= threshold, float(expected[best]))


def judge(
    facts: PageFacts, rows: PageRows, page: ScoredPage, *, model: Model, options: ContentOptions
) -> Judgement:
    """Decide about a page."""
    scores, sizes = page.scores, page.layout.chars_of()
    body = choose(scores.body, sizes, options.favor)
    printed = choose(scores.printed, sizes, options.favor)
    texts = np.flatnonzero(body.kept).tolist()
    title = facts.title
    metadata = choose_metadata(
        facts.declared,
        facts.candidates,
        facts.url,
        title=None if title is None else rows.text[title],
        title_block=None if title is None else rows.block[title],
        content=sorted({rows.block[row] for row in texts if row != title}),
        order=page.order,
    )
    roles = {row: _body_role(facts, rows, row) for row in texts}
    for row in np.flatnonzero(printed.kept & ~body.kept).tolist():
        if (role := _short_role(facts, rows, row)) is not None:
            roles[row] = role
    roles |= _shown_metadata(metadata, rows)
    if title is not None:
        roles[title] = Role.TITLE
    roles = dict(sorted(roles.items()))
    return Judgement(
        roles=roles,
        pictures=_pictures(rows, roles),
        metadata=metadata,
        kind=page_kind(facts, rows, texts),
        confidence=_calibrated(model, body.expected),
        compared=page.comparison.pages if page.comparison else 0,
        note=nothing_to_read(facts, rows),
        explanation=explain(rows, page, roles, model) if options.explain else (),
    )


def _calibrated(model: Model, expected: float) -> float:
    steps = model.calibration
    return round(float(np.interp(expected, np.linspace(0, 1, len(steps)), steps)), 3)


def _body_role(facts: PageFacts, rows: PageRows, row: int) -> Role:
    return _short_role(facts, rows, row) or Role.BODY


def _short_role(facts: PageFacts, rows: PageRows, row: int) -> Role | None:
    """The role of a segment that is not running text; None for others."""
    text = rows.text[row]
    if rows.tag[row] == "figcaption":
        return Role.CREDIT if announces_credit(text) else Role.CAPTION
    if len(text) > _SHORT:
        return None
    block, size = rows.block[row], len(text.replace(" ", ""))
    if 2 * facts.candidates.dated.get(block, 0) > size:
        return Role.DATE
    if 2 * facts.candidates.signed.get(block, 0) > size:
        return Role.AUTHOR
    if announces_credit(text):
        return Role.CREDIT
    return Role.CAPTION if rows.marks[row] & FIGURE else None


def _shown_metadata(metadata: Metadata, rows: PageRows) -> dict[int, Role]:
    """The segments that show the date and the authors of the page."""
    wanted = dict.fromkeys(metadata.author_blocks, Role.AUTHOR)
    if metadata.date_block is not None:
        wanted[metadata.date_block] = Role.DATE
    return {
        row: wanted[block]
        for row, block in enumerate(rows.block)
        if block in wanted and len(rows.text[row]) <= _SHORT
    }


def _pictures(rows: PageRows, roles: dict[int, Role]) -> tuple[int, ...]:
    """The pictures between two segments that are kept."""
    kept: Sequence[int] = [*roles]
    if not kept:
        return ()
    return tuple(
        block
        for block, following in rows.pictures
        if following in roles
        and (following - 1 in roles or following == kept[0])
        and following > kept[0]
    )
