"""How good a group is: one weight for each thing that was measured of it."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


@cache
def shipped(name: str = "rank") -> Mapping[str, float]:
    """The weights that come with honbun: to rank groups by, or for the gate."""
    file = resources.files("honbun.listing") / "weights.json"
    weights: dict[str, float] = json.loads(file.read_text("utf-8"))[name]
    return weights


def score(
    measures: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float]
) -> NDArray[np.float64]:
    """The score of every group that was measured."""
    scores: NDArray[np.float64] = np.sum(
        [weight * measures[name] for name, weight in weights.items()], axis=0
    )
    return scores
