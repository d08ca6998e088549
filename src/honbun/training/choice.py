"""Weights by which the best of several things is chosen.

Of all ways to read a page one is chosen, so the weights are fitted to choose well: they make the
worth that is to be expected of the choice as great as they can, each on the side that its measure
allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Number = NDArray[np.float64]
    Bounds = tuple[float | None, float | None]

_CONSTANT = 1e-6
"""A measure that differs no more among all that can be chosen says nothing of any."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be chosen on one page: a row of measures of each, and what each is worth."""

    measures: Number
    worth: Number
    weight: float


def learn(
    taught: Sequence[Choice], bounds: Sequence[Bounds], *, ridge: float, least: float
) -> list[float]:
    """The weights, one for each measure, under which what is chosen is worth most.

    `ridge` holds large weights back. `least` is added to the worth of a choice: a page that cannot
    come out well must not have the say.
    """
    try:
        from scipy.optimize import minimize
    except ImportError as error:
        raise MissingExtra("learning weights", "train") from error
    stacked = np.vstack([choice.measures for choice in taught])
    spread = stacked.std(axis=0)
    varies = spread > _CONSTANT
    spread[~varies] = 1
    found: Any = minimize(
        Loss(taught, stacked / spread, ridge, least),
        np.zeros(len(bounds)),
        jac=True,
        method="L-BFGS-B",
        bounds=[bound if speaks else (0, 0) for bound, speaks in zip(bounds, varies)],
    )
    weights: list[float] = (found.x / spread).tolist()
    return weights


class Loss:
    """How little the choices are worth, and which way they become more. All pages at once."""

    def __init__(
        self, taught: Sequence[Choice], measures: Number, ridge: float, least: float
    ) -> None:
        self.measures = measures
        self.ridge = ridge
        self.least = least
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
        loss = -float(self.share @ np.log(expected + self.least))
        pull = (self.share / (expected + self.least))[self.page]
        slope = -(chance * (self.worth - expected[self.page]) * pull) @ self.measures
        return loss + self.ridge * float(weights @ weights), slope + 2 * self.ridge * weights
