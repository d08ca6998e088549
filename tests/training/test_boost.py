from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import catboost
import numpy as np
import pytest

from honbun.errors import MissingExtra
from honbun.training.boost import BoostOptions, boost, forest

if TYPE_CHECKING:
    from honbun.content.alone.sheet import Floats


def split(feature: int, border: float) -> dict[str, Any]:
    return {"float_feature_index": feature, "border": border, "split_type": "FloatFeature"}


TOLD: dict[str, Any] = {
    "oblivious_trees": [
        # The first question is the lowest bit of the place among the answers.
        {"splits": [split(0, 0.5), split(2, 1.5)], "leaf_values": [0.0, 1.0, 20.0, 300.0]},
        {"splits": [split(1, -1.0)], "leaf_values": [4000.0, 5000.0]},
        {"splits": None, "leaf_values": [60000.0]},
        {"splits": [], "leaf_values": [700000.0]},
    ],
    "scale_and_bias": [2, [0.25]],
}


@pytest.mark.parametrize(
    ("row", "answers"),
    [
        ([0, -2, 0], [0, 4000]),
        ([1, -2, 0], [1, 4000]),
        ([0, 0, 2], [20, 5000]),
        ([1, 0, 2], [300, 5000]),
        ([0.5, -1, 1.5], [0, 4000]),
    ],
)
def test_a_forest_answers_as_what_is_written_of_it(row: list[float], answers: list[float]) -> None:
    features = np.array([row], dtype=np.float32).T
    expected = 2 * (sum(answers) + 60_000 + 700_000) + 0.25
    for depth in (2, 3, 6):
        assert forest(TOLD, depth).logits(features).tolist() == [np.float32(expected)]


def rows(count: int, features: int) -> tuple[Floats, Floats, Floats]:
    """Labels that the first two features tell, and weights."""
    chance = np.random.default_rng(5)
    table = chance.normal(size=(count, features)).astype(np.float32)
    labels = (table[:, 0] > table[:, 1]).astype(np.float32) * 0.75
    return table, labels, chance.random(count).astype(np.float32) + 0.5


@pytest.mark.parametrize("depth", [2, 5])
def test_a_fitted_forest_predicts_what_catboost_does(
    depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted: list[Any] = []

    class Spy(catboost.CatBoost):  # type: ignore[misc]
        def fit(self, *args: Any, **kwargs: Any) -> Any:
            fitted.append(self)
            return super().fit(*args, **kwargs)

    monkeypatch.setattr(catboost, "CatBoost", Spy)
    table, labels, weights = rows(700, 8)
    found = boost(table, labels, weights, BoostOptions(trees=7, depth=depth, threads=1))
    (model,) = fitted
    raw = model.predict(table, prediction_type="RawFormulaVal")
    assert np.ptp(raw) > 0.1
    np.testing.assert_allclose(found.logits(table.T), raw, atol=1e-5)
    assert found.feature.shape == (depth, 7)


def test_labels_that_the_features_tell_are_learnt_and_two_fits_are_the_same() -> None:
    table, labels, weights = rows(700, 4)
    options = BoostOptions(trees=30, depth=3, rate=0.3, threads=1)
    logits = boost(table, labels, weights, options).logits(table.T)
    assert np.corrcoef(logits, labels)[0, 1] > 0.5
    np.testing.assert_array_equal(logits, boost(table, labels, weights, options).logits(table.T))


def test_another_seed_gives_another_forest() -> None:
    table, labels, weights = rows(200, 8)
    one, two = (
        boost(table, labels, weights, BoostOptions(trees=3, depth=3, threads=1, seed=seed))
        for seed in (0, 1)
    )
    assert one.logits(table.T).tolist() != two.logits(table.T).tolist()


def test_without_catboost_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(MissingExtra, match="train"):
        boost(*rows(10, 2), BoostOptions())
