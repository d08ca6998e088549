"""Linear weights that choose the best of several candidates.

One candidate of a page is chosen, so the weights maximise the expected value of the choice. The
sign of each weight is restricted by its feature.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.errors import MissingExtra, TruthError
from honbun.feeds.model import BIAS, GATE, RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Number = NDArray[np.float64]
    Bounds = tuple[float | None, float | None]

_CONSTANT = 1e-6
"""A feature with a smaller spread among the candidates is ignored."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of one page: their features and values."""

    measures: Number
    worth: Number
    weight: float


def learn_choice(
    taught: Sequence[Choice], bounds: Sequence[Bounds], *, ridge: float, least: float
) -> list[float]:
    """The weights, one per feature, that maximise the value of the choices.

    `ridge` is the penalty on large weights. `least` is added to the value of a choice, so that
    pages without a good candidate do not dominate.
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
    """The loss of the choices on all pages, and its gradient."""

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


# Weights of the gate, which separates the best group of a list page from that of other pages: a
# logistic regression with restricted signs.

_RIDGE_GATES = 0.01
"""Penalty on large weights."""
_LEAN = 1.75
"""Bias of the gate towards acceptance, which makes up for the lower weight of list pages: a gate
without evidence is undecided. Users who request a feed expect a list. On held-out sites 2 or 3 of
67 list pages are refused and 12 of 300 articles accepted; with 2.0 it is 1 and 18, with 1.4 it is 3
and 6."""
_PASSING = 1 / 6
"""Share of list pages in the total weight. The gate cannot learn how many of its pages will have a
list: without this share it would become stricter whenever list pages are held out."""
_SMALLEST_WEIGHT = 0.005
"""Smaller weights become zero."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The best group of one page, as an example for the gate."""

    measures: Number
    """The features of the gate, in order."""
    passes: bool
    weight: float


def learn_gates(taught: Sequence[Entry]) -> dict[str, float]:
    """The weights that separate list pages from others best."""
    try:
        from scipy.optimize import minimize
    except ImportError as error:
        raise MissingExtra("learning weights", "train") from error
    if len({entry.passes for entry in taught}) < 2:
        raise TruthError(
            "the gate learns from pages with a list and from pages without: one is missing"
        )
    rows = np.stack([entry.measures for entry in taught])
    middle, spread = rows.mean(axis=0), rows.std(axis=0)
    varies = spread > _CONSTANT
    spread[~varies] = 1
    bounds = [GATE.bounds(name) if v else (0, 0) for name, v in zip(GATE.names, varies)]
    found: Any = minimize(
        _Loss(taught, (rows - middle) / spread),
        np.zeros(1 + len(GATE.names)),
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, None), *bounds],
    )
    weights = found.x[1:] / spread
    kept_weights = {
        name: round(float(w), 3)
        for name, w in zip(GATE.names, weights)
        if abs(w) > _SMALLEST_WEIGHT
    }
    return {BIAS: round(float(found.x[0] - middle @ weights + _LEAN), 3), **kept_weights}


class _Loss:
    """The loss of the gate and its gradient."""

    def __init__(self, taught: Sequence[Entry], measures: Number) -> None:
        self.measures = measures
        self.passes = np.array([entry.passes for entry in taught], dtype=float)
        weight = np.array([entry.weight for entry in taught])
        listed = self.passes > 0
        self.share = np.where(
            listed,
            weight * _PASSING / weight[listed].sum(),
            weight * (1 - _PASSING) / weight[~listed].sum(),
        )

    def __call__(self, weights: Number) -> tuple[float, Number]:
        bias, slopes = weights[0], weights[1:]
        sure = self.measures @ slopes + bias
        loss = self.share @ (np.logaddexp(0, sure) - self.passes * sure)
        # 1 / (1 + e**-sure) without overflow.
        wrong = self.share * (np.exp(-np.logaddexp(0, -sure)) - self.passes)
        slope = np.append(wrong.sum(), wrong @ self.measures + 2 * _RIDGE_GATES * slopes)
        return float(loss) + _RIDGE_GATES * float(slopes @ slopes), slope


# Weights by which the groups of a page are ranked.

_RIDGE_RANKS = 0.002
"""Penalty on large weights. Twice and half of it score the same on held-out sites and pages."""
_LEAST = 0.05
"""Added to the value of a choice, so that pages whose list is not found do not dominate."""
"""Smaller weights become zero."""


def learn_ranks(taught: Sequence[Choice]) -> dict[str, float]:
    """The weights that maximise the value of the chosen groups."""
    if not taught:
        raise TruthError("no page has its list among what comes again on it: nothing can be learnt")
    bounds = [RANK.bounds(name) for name in RANK.names]
    weights = learn_choice(taught, bounds, ridge=_RIDGE_RANKS, least=_LEAST)
    return {name: round(w, 3) for name, w in zip(RANK.names, weights) if abs(w) > _SMALLEST_WEIGHT}
