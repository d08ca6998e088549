"""Weights by which the groups of a page are ranked.

Of all groups of a page one is chosen, so the weights are fitted to choose well: they make the worth
that is to be expected of the choice as great as they can, each on the side that its measure allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.errors import MissingExtra, TruthError
from honbun.listing.sides import RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Number = NDArray[np.float64]

_RIDGE = 0.002
"""How much large weights are held back. Twice as much and half as much choose as well on sites and
pages that taught nothing."""
_LEAST = 0.05
"""Added to the worth of a choice: a page that cannot come out well must not have the say."""
_CONSTANT = 1e-6
"""A measure that differs no more among all groups says nothing of any."""
_TOLD = 0.005
"""A smaller weight is none."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The groups of one page: a row of what was measured of each, and what each is worth."""

    measures: Number
    worth: Number
    weight: float


def learn(taught: Sequence[Choice]) -> dict[str, float]:
    """The weights under which the groups that are chosen are worth most."""
    try:
        from scipy.optimize import minimize
    except ImportError as error:
        raise MissingExtra("learning weights", "train") from error
    if not taught:
        raise TruthError("no page has its list among what comes again on it: nothing can be learnt")
    stacked = np.vstack([choice.measures for choice in taught])
    spread = stacked.std(axis=0)
    varies = spread > _CONSTANT
    spread[~varies] = 1
    found: Any = minimize(
        _Loss(taught, stacked / spread),
        np.zeros(len(RANK.names)),
        jac=True,
        method="L-BFGS-B",
        bounds=[RANK.bounds(name) if v else (0, 0) for name, v in zip(RANK.names, varies)],
    )
    weights = (found.x / spread).tolist()
    return {name: round(w, 3) for name, w in zip(RANK.names, weights) if abs(w) > _TOLD}


class _Loss:
    """How little the choices are worth, and which way they become more. All pages at once."""

    def __init__(self, taught: Sequence[Choice], measures: Number) -> None:
        self.measures = measures
        self.worth = np.concatenate([choice.worth for choice in taught])
        counts = [len(choice.worth) for choice in taught]
        self.first = np.cumsum([0, *counts[:-1]])
        self.page = np.repeat(np.arange(len(taught)), counts)
        weight = np.array([choice.weight for choice in taught])
        self.share = weight / weight.sum()

    def __call__(self, weights: Number) -> tuple[float, Number]:
        scores = self.measures @ weights
        scores -= np.maximum.reduceat(scores, self.first)[self.page]
        chance = np.exp(scores)
        chance /= np.add.reduceat(chance, self.first)[self.page]
        expected = np.add.reduceat(chance * self.worth, self.first)
        loss = -float(self.share @ np.log(expected + _LEAST))
        pull = (self.share / (expected + _LEAST))[self.page]
        slope = -(chance * (self.worth - expected[self.page]) * pull) @ self.measures
        return loss + _RIDGE * float(weights @ weights), slope + 2 * _RIDGE * weights
