from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun._core.forest import Forest

if TYPE_CHECKING:
    from honbun.content.alone.sheet import Floats


def random_forest(seed: int, trees: int, depth: int, features: int) -> Forest:
    chance = np.random.default_rng(seed)
    return Forest(
        feature=chance.integers(0, features, (depth, trees)).astype(np.int16),
        border=chance.integers(-2, 3, (depth, trees)).astype(np.float32),
        answer=chance.normal(size=(trees, 1 << depth)).astype(np.float32),
        bias=float(chance.normal()),
    )


def values(seed: int, features: int, rows: int) -> Floats:
    """Random integers, so that some are equal to a border."""
    return np.random.default_rng(seed).integers(-3, 4, (features, rows)).astype(np.float32)


def walk(forest: Forest, row: Floats) -> float:
    """Walk through every tree: each split selects half of the answers, the upper half for yes."""
    depth, trees = forest.feature.shape
    total = forest.bias
    for tree in range(trees):
        answers = forest.answer[tree].tolist()
        for level in range(depth):
            half = len(answers) // 2
            above = row[forest.feature[level, tree]] > forest.border[level, tree]
            answers = answers[half:] if above else answers[:half]
        (answer,) = answers
        total += answer
    return total


@given(
    seed=st.integers(0, 999),
    trees=st.integers(1, 12),
    depth=st.integers(1, 5),
    rows=st.integers(1, 20),
)
def test_logits_equal_the_sum_of_tree_walks(seed: int, trees: int, depth: int, rows: int) -> None:
    forest, table = random_forest(seed, trees, depth, features=4), values(seed + 1, 4, rows)
    assert forest.logits(table).tolist() == pytest.approx(
        [walk(forest, row) for row in table.T], abs=1e-4
    )


@pytest.mark.parametrize("rows", [0, 1, 511, 512, 513, 1024, 1500])
def test_rows_are_scored_independently(rows: int) -> None:
    forest, table = random_forest(7, trees=6, depth=3, features=5), values(8, 5, rows)
    found = forest.logits(table)
    assert found.shape == (rows,)
    assert found.tolist() == [forest.logits(table[:, [row]])[0] for row in range(rows)]


def test_value_equal_to_the_border_is_not_above_it() -> None:
    forest = Forest(
        feature=np.zeros((1, 1), dtype=np.int16),
        border=np.full((1, 1), 0.5, dtype=np.float32),
        answer=np.array([[-1, 1]], dtype=np.float32),
        bias=0.25,
    )
    table = np.array([[0.4, 0.5, 0.6]], dtype=np.float32)
    assert forest.logits(table).tolist() == [-0.75, -0.75, 1.25]


def test_first_split_is_the_highest_bit() -> None:
    forest = Forest(
        feature=np.array([[0], [1]], dtype=np.int16),
        border=np.zeros((2, 1), dtype=np.float32),
        answer=np.array([[0, 1, 2, 3]], dtype=np.float32),
        bias=0.0,
    )
    table = np.array([[-1, -1, 1, 1], [-1, 1, -1, 1]], dtype=np.float32)
    assert forest.logits(table).tolist() == [0, 1, 2, 3]


@given(seed=st.integers(0, 999))
@settings(max_examples=20)
def test_unpacked_forest_gives_nearly_equal_scores(seed: int) -> None:
    """Only the precision of the answers is reduced."""
    forest, table = random_forest(seed, trees=5, depth=3, features=4), values(seed + 1, 4, 30)
    packed = forest.pack("first")
    again = Forest.unpack("first", packed)
    np.testing.assert_array_equal(again.feature, forest.feature)
    np.testing.assert_array_equal(again.border, forest.border)
    assert again.bias == forest.bias
    assert again.answer.dtype == np.float32
    np.testing.assert_allclose(again.logits(table), forest.logits(table), atol=0.02)
    twice = Forest.unpack("first", again.pack("first"))
    np.testing.assert_array_equal(twice.answer, again.answer)


def test_two_forests_share_one_archive() -> None:
    one, two = (
        random_forest(1, trees=2, depth=2, features=3),
        random_forest(2, trees=3, depth=3, features=3),
    )
    both = one.pack("one") | two.pack("two")
    assert Forest.unpack("one", both).feature.shape == (2, 2)
    assert Forest.unpack("two", both).feature.shape == (3, 3)
