"""Boosting: a forest fitted to rows, by CatBoost."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.content.alone.forest import Forest
from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from honbun.content.alone.sheet import Floats


@dataclass(frozen=True, slots=True)
class BoostOptions:
    """How a forest is grown."""

    trees: int = 500
    depth: int = 6
    rate: float = 0.08
    seed: int = 0
    threads: int = -1
    """-1: one for each core."""


def boost(features: Floats, labels: Floats, weights: Floats, options: BoostOptions) -> Forest:
    """A forest fitted to rows, one a line, whose labels are shares between 0 and 1."""
    try:
        from catboost import CatBoost, Pool
    except ImportError as error:
        raise MissingExtra("training", "train") from error
    model = CatBoost(
        {
            "loss_function": "CrossEntropy",
            "iterations": options.trees,
            "depth": options.depth,
            "learning_rate": options.rate,
            "random_seed": options.seed,
            "thread_count": options.threads,
            # Few pages and many alike: every tree sees some of the features and of the rows.
            "rsm": 0.15,
            "bootstrap_type": "Bernoulli",
            "subsample": 0.6,
            "l2_leaf_reg": 10,
            "border_count": 64,
            "boosting_type": "Plain",
            "score_function": "L2",
            "leaf_estimation_iterations": 1,
            "allow_writing_files": False,
            "verbose": False,
        }
    )
    model.fit(Pool(features, labels, weight=weights))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.json")
        model.save_model(str(path), format="json")
        return forest(json.loads(path.read_bytes()), options.depth)


def forest(told: dict[str, Any], depth: int) -> Forest:
    """A forest from what CatBoost writes as JSON. A tree that asks less often asks in vain."""
    trees = told["oblivious_trees"]
    feature = np.zeros((depth, len(trees)), dtype=np.int16)
    border = np.full((depth, len(trees)), np.inf, dtype=np.float32)
    answer = np.zeros((len(trees), 1 << depth), dtype=np.float32)
    for number, tree in enumerate(trees):
        # There the first question is the lowest bit.
        for level, split in enumerate(reversed(tree["splits"] or [])):
            line = depth - len(tree["splits"]) + level
            feature[line, number] = split["float_feature_index"]
            border[line, number] = split["border"]
        answer[number, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, (bias,) = told["scale_and_bias"]
    return Forest(feature, border, answer * np.float32(scale), bias)
