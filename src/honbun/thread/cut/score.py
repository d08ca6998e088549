"""How good a cut is: one weight for each thing that was measured of it.

A linear score, because it holds on formats that it has not seen, where trees of decisions do not.
`honbun train-posts` learns the weights, and each is bound to the side that its meaning allows: more
of the text covered can never count against a cut.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from honbun.thread.cut import measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.thread.cut.cut import Cut
    from honbun.thread.cut.keys import Keys


SPEAK_FOR = frozenset(
    "count cover cover_unlinked cover_holder dated date_edge date_place long whole regular alike "
    "once once_share labels".split()
)
SPEAK_AGAINST = frozenset(
    "two links many_dates spread small largest rules inner torn range again missed "
    "missed_named".split()
)


@cache
def shipped() -> Mapping[str, float]:
    """The weights that come with honbun."""
    file = resources.files("honbun.thread.cut") / "weights.json"
    weights: dict[str, float] = json.loads(file.read_text("utf-8"))
    return weights


def score(
    measures: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float]
) -> NDArray[np.float64]:
    """The score of every cut that was measured."""
    scores: NDArray[np.float64] = np.sum(
        [weight * measures[name] for name, weight in weights.items()], axis=0
    )
    return scores


def measured(keys: Keys, cuts: Sequence[Cut]) -> dict[str, NDArray[np.float64]]:
    """All measures of some cuts of a page."""
    rows = measure.posts(cuts)
    return {**measure.outward(keys, cuts, rows), **measure.inward(keys, cuts, rows)}
