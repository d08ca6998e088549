"""Weights by which the groups of a page are ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.errors import TruthError
from honbun.feeds.model import RANK
from honbun.training import choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.training.choice import Choice

_RIDGE = 0.002
"""How much large weights are held back. Twice as much and half as much choose as well on sites and
pages that taught nothing."""
_LEAST = 0.05
"""Added to the worth of a choice, so that a page whose list is not found does not have the say."""
_TOLD = 0.005
"""A smaller weight is none."""


def learn(taught: Sequence[Choice]) -> dict[str, float]:
    """The weights under which the groups that are chosen are worth most."""
    if not taught:
        raise TruthError("no page has its list among what comes again on it: nothing can be learnt")
    bounds = [RANK.bounds(name) for name in RANK.names]
    weights = choice.learn(taught, bounds, ridge=_RIDGE, least=_LEAST)
    return {name: round(w, 3) for name, w in zip(RANK.names, weights) if abs(w) > _TOLD}
