"""Boosted trees: rows of features become a forest (CatBoost)."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from honbun._core.forest import Forest
from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.content.scoring import Floats


@dataclass(frozen=True, slots=True)
class BoostOptions:
    """How boosted trees are trained."""

    trees: int = 500
    depth: int = 6
    rate: float = 0.08
    seed: int = 0
    threads: int = -1
    """-1: one per core."""


class Rows(NamedTuple):
    """Segments to train on, one per line."""

    features: Floats
    labels: Floats
    weights: Floats


class Boosted(NamedTuple):
    """A forest, and how much each feature contributes to it."""

    forest: Forest
    importance: Floats
    rows: Rows


def boost(rows: Rows, options: BoostOptions) -> Boosted:
    """Trees fitted to rows whose labels are between 0 and 1 (CatBoost)."""
    try:
        from catboost import CatBoost
        from catboost import Pool as Table
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
            # Pages are few and segments alike: every tree sees a part of the features and rows.
            "rsm": 0.15,
            "bootstrap_type": "Bernoulli",
            "subsample": 0.6,
            "l2_leaf_reg": 10,
            "border_count": 64,
            "allow_writing_files": False,
            "verbose": False,
        }
    )
    model.fit(Table(rows.features, rows.labels, weight=rows.weights / rows.weights.mean()))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.json")
        model.save_model(str(path), format="json")
        trees = forest(json.loads(path.read_bytes()), options.depth)
    return Boosted(trees, np.array(model.get_feature_importance()), rows)


def forest(model: Mapping[str, Any], depth: int) -> Forest:
    """A forest from CatBoost's JSON; shallower trees are padded with splits that never apply."""
    trees = model["oblivious_trees"]
    feature = np.zeros((depth, len(trees)), dtype=np.int16)
    border = np.full((depth, len(trees)), np.inf, dtype=np.float32)
    answer = np.zeros((len(trees), 1 << depth), dtype=np.float32)
    for number, tree in enumerate(trees):
        # CatBoost's first split is the lowest bit of a leaf's index.
        for level, split in enumerate(reversed(tree["splits"] or [])):
            line = depth - len(tree["splits"]) + level
            feature[line, number] = split["float_feature_index"]
            border[line, number] = split["border"]
        answer[number, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, (bias,) = model["scale_and_bias"]
    return Forest(feature, border, answer * np.float32(scale), bias)
