"""How good a group is: one weight for each thing that was measured of it.

A linear score, because little is there to learn it from. `honbun train-feed` learns the weights,
each bound to the side that its meaning allows (`sides.py`).
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import InputError
from honbun.feeds.model import Weights

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray


@cache
def shipped() -> Weights:
    """The weights that come with honbun."""
    file = resources.files("honbun.feeds") / "weights.json"
    return Weights(**json.loads(file.read_text("utf-8")))


def read_weights(path: Path) -> Weights:
    """Weights as `honbun train-feed` writes them."""
    try:
        return Weights(**json.loads(path.read_text("utf-8")))
    except (ValueError, TypeError, AttributeError) as error:
        raise InputError(f"{path} holds no weights of lists: {error}") from error


def score(
    measures: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float]
) -> NDArray[np.float64]:
    """The score of every group that was measured."""
    scores: NDArray[np.float64] = np.sum(
        [weight * measures[name] for name, weight in weights.items()], axis=0
    )
    return scores
