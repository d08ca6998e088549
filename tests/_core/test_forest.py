from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun._core.forest import MAX_BORDERS, Bins, Forest, highest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


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


@given(st.integers(0, 99), st.integers(0, 9), st.integers(0, 4), st.integers(1, 40))
def test_another_code_is_that_of_changed_values(
    seed: int, trees: int, depth: int, rows: int
) -> None:
    forest, lines = random_forest(seed, trees, depth, 3), values(seed, 3, rows)
    bins = Bins([forest], 3)
    forest.use(bins)
    changed = lines.copy()
    changed[1] = 2
    code = bins.codes(changed)[1, 0]
    own, others = forest.logits_with(bins.codes(lines), rows, 1, code)
    assert own.tolist() == forest.logits(lines).tolist()
    assert others.tolist() == forest.logits(changed).tolist()


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


@given(seed=st.integers(0, 999), rows=st.integers(0, 40), missing=st.integers(0, 9))
def test_codes_count_the_borders_below_each_value(seed: int, rows: int, missing: int) -> None:
    forests = [random_forest(seed, trees=4, depth=2, features=3), random_forest(seed + 1, 3, 3, 3)]
    bins, table = Bins(forests, 4), values(seed + 2, 4, rows)
    table[:, missing::7] = np.nan
    codes = bins.codes(table)
    assert codes.shape == (4, -(-rows // 16) * 16)
    for line, borders, own in zip(table, bins.borders, codes, strict=True):
        assert borders == sorted(set(borders))
        assert own[:rows].tolist() == [sum(value > border for border in borders) for value in line]
    np.testing.assert_array_equal(bins.codes(table[1:3], 1), codes[1:3])


@given(seed=st.integers(0, 999), rows=st.integers(0, 40))
def test_forests_that_share_codes_give_their_own_logits(seed: int, rows: int) -> None:
    forests = [random_forest(seed, trees=4, depth=2, features=3), random_forest(seed + 1, 3, 3, 3)]
    bins, table = Bins(forests, 3), values(seed + 2, 3, rows)
    alone = [forest.logits(table) for forest in forests]
    for forest in forests:
        forest.use(bins)
    if rows:
        firsts = [float(logits[0]) for logits in alone]
        assert highest(forests, bins.codes(table)) == firsts.index(max(firsts))
        assert highest(forests[::-1], bins.codes(table)) == firsts[::-1].index(max(firsts))
        assert highest([forests[1], *forests[1:]], bins.codes(table)) == 0
    for forest, expected in zip(forests, alone, strict=True):
        forest.use(bins)
        assert forest.bins is bins
        np.testing.assert_array_equal(forest.logits_of(bins.codes(table), rows), expected)
        np.testing.assert_array_equal(forest.logits(table), expected)


def test_missing_value_is_the_lowest() -> None:
    forest, table = random_forest(3, trees=6, depth=3, features=3), values(4, 3, 20)
    lowest = table.copy()
    table[:, ::3], lowest[:, ::3] = np.nan, -np.inf
    np.testing.assert_array_equal(forest.logits(table), forest.logits(lowest))


def stump(border: float, feature: int = 0) -> Forest:
    return Forest(np.array([[feature]]), np.array([[border]]), np.array([[0, 1]]), 0.0)


def test_a_byte_counts_no_more_borders() -> None:
    most = [stump(border) for border in range(MAX_BORDERS)]
    assert Bins(most, 1).codes(np.full((1, 1), 1e9, dtype=np.float32))[0, 0] == MAX_BORDERS
    with pytest.raises(ValueError, match="more than 255 borders"):
        Bins([*most, stump(-1)], 1)


@pytest.mark.parametrize(("trees", "depth"), [(0, 3), (3, 0), (0, 0)])
def test_forest_without_questions_gives_one_answer(trees: int, depth: int) -> None:
    forest = random_forest(5, trees, depth, features=2)
    expected = forest.bias + forest.answer.sum()
    assert forest.logits(values(6, 2, 20)).tolist() == pytest.approx([expected] * 20)


def test_wrong_shapes_are_refused() -> None:
    forest, codes = stump(0.5), np.zeros((2, 16), dtype=np.uint8)
    with pytest.raises(ValueError, match="not the codes"):
        forest.logits_of(codes, 3)
    bins = Bins([forest], 2)
    forest.use(bins)
    for wrong, rows, message in (
        (np.zeros((3, 16), dtype=np.uint8), 3, "not the codes"),
        (np.zeros((2, 15), dtype=np.uint8), 3, "not padded"),
        (codes, 17, "not padded"),
        (codes, -1, "negative"),
    ):
        with pytest.raises(ValueError, match=message):
            forest.logits_of(wrong, rows)
    for lines, first in ((3, 0), (1, 2), (1, -1)):
        with pytest.raises(ValueError, match="there are 2 features"):
            bins.codes(np.zeros((lines, 5), dtype=np.float32), first)
    with pytest.raises(ValueError, match="asks for 3 features"):
        stump(0.5, feature=2).logits(np.zeros((2, 5)))
    with pytest.raises(ValueError, match="more than 1 features"):
        Bins([stump(0.5, feature=1)], 1)


def test_bins_of_other_forests_are_refused() -> None:
    for bins in (Bins([stump(0.25)], 1), Bins([], 0)):
        with pytest.raises(ValueError, match="other forests"):
            stump(0.5).use(bins)


def test_forests_that_make_no_sense_are_refused() -> None:
    for feature, border, answer in (
        ([[-1]], [[0.5]], [[0, 1]]),
        ([[0]], [[0.5, 1]], [[0, 1]]),
        ([[0]], [[0.5]], [[0, 1, 2]]),
        ([[0]], [[np.nan]], [[0, 1]]),
        ([[0]] * 9, [[0.5]] * 9, [[0.0] * 512]),
    ):
        with pytest.raises(ValueError, match=r"^(a|there) "):
            Forest(np.array(feature), np.array(border), np.array(answer), 0.0)
