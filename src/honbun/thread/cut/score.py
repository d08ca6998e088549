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
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.thread.cut.cut import Cut
    from honbun.thread.cut.keys import Keys


_NODES = 1_000_000
"""Nodes of posts that are measured at once."""


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
    parts = [_measured(keys, batch) for batch in _batches(len(keys.strand), cuts)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def promising(
    keys: Keys, cuts: Sequence[Cut], weights: Mapping[str, float], most: int
) -> list[Cut]:
    """So many cuts in their order, the best by what running sums tell of them."""
    scores = []
    for batch in _batches(len(keys.strand), cuts):
        measures = measure.outward(keys, batch, measure.posts(batch))
        scores.append(score(measures, {name: weights[name] for name in weights.keys() & measures}))
    best = np.argsort(-np.concatenate(scores), kind="stable")[:most]
    return [cuts[place] for place in np.sort(best).tolist()]


def _measured(keys: Keys, cuts: Sequence[Cut]) -> dict[str, NDArray[np.float64]]:
    rows = measure.posts(cuts)
    return {**measure.outward(keys, cuts, rows), **measure.inward(keys, cuts, rows)}


def _batches(length: int, cuts: Sequence[Cut]) -> Iterator[Sequence[Cut]]:
    """Cuts by as many as can be measured at once: the tables of a long page fill the memory."""
    nodes = [min(measure.MANY * len(cut.start), length) for cut in cuts]
    batch = np.cumsum(nodes) // _NODES
    for number in np.unique(batch).tolist():
        first, last = np.searchsorted(batch, [number, number + 1]).tolist()
        yield cuts[first:last]
