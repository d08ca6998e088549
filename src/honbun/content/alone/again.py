"""The second look: what the first one thought of a row's surroundings.

A row is judged again in the light of the scores around it: of its neighbours, of the elements it
is inside of, and of the rows that are made like it elsewhere on the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.alone.nesting import GROUPS, LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.alone.nesting import Nesting
    from honbun.content.alone.sheet import Family, Floats, Sheet

_NAMES = (
    "score",
    *(f"score at {step:+}" for step in (-2, -1, 1, 2)),
    *(f"score within {reach}" for reach in (1, 3, 8, 20)),
    *("score before", "score after"),
    *(f"score of {level}" for level in range(1, LEVELS)),
    *(f"score of {name}" for name in GROUPS),
    *("page score", "page sure", "page best", "rank"),
)


def features(sheet: Sheet, nesting: Nesting, scores: Floats) -> Iterator[Family]:
    """What can be said from the first scores, between 0 and 1."""
    yield _NAMES, sheet.surroundings.score_features(scores, nesting.levels, nesting.groups)
