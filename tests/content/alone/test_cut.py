from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from honbun.content.alone.cut import Favor, kept

Bools = NDArray[np.bool_]
FAVORS: tuple[Favor | None, ...] = ("precision", None, "recall")
BETAS = {None: 1.0, "precision": 0.5, "recall": 2.0}
ROWS = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1, width=32),
        st.integers(0, 3) | st.integers(0, 500),
    ),
    min_size=1,
    max_size=12,
)


def cut(rows: list[tuple[float, int]], favor: Favor | None = None) -> tuple[Any, Any, Bools]:
    """Scores, words, and which rows are kept."""
    scores = np.array([score for score, _ in rows], dtype=np.float32)
    words = np.array([count for _, count in rows], dtype=np.float32)
    return scores, words, kept(scores, words, favor)


def expected(scores: Any, words: Any, chosen: Bools, favor: Favor | None) -> float:
    """The expected F if the score of a row is the share of its words that are content."""
    sure = (scores * words).astype(float)
    square = BETAS[favor] ** 2
    whole = words[chosen].sum() + square * sure.sum()
    return float((1 + square) * sure[chosen].sum() / whole) if whole else 0.0


@given(ROWS, st.sampled_from(FAVORS))
def test_kept_rows_score_higher_than_dropped_rows(
    rows: list[tuple[float, int]], favor: Favor | None
) -> None:
    scores, _, chosen = cut(rows, favor)
    assert chosen.any()
    if not chosen.all():
        assert scores[chosen].min() > scores[~chosen].max()


@given(ROWS, st.sampled_from(FAVORS))
def test_cut_maximises_expected_f_within_the_bounds(
    rows: list[tuple[float, int]], favor: Favor | None
) -> None:
    """By brute force. Rows beyond the bounds are always kept or dropped, so all
    cuts are compared that treat those rows the same."""
    scores, words, chosen = cut(rows, favor)
    low, high = {None: (0.15, 0.6), "precision": (0.3, 0.9), "recall": (0.05, 0.4)}[favor]
    if scores.max() < low:
        assert (chosen == (scores == scores.max())).all()
        return
    cuts = [scores >= least for least in {low, min(high, scores.max()), *scores.tolist()}]
    sure, unlikely = scores >= np.float32(high), scores < np.float32(low)
    allowed = [one for one in cuts if one[sure].all() and not one[unlikely].any() and one.any()]
    best = max(expected(scores, words, one, favor) for one in allowed)
    assert expected(scores, words, chosen, favor) == pytest.approx(best, abs=1e-4)


@given(ROWS)
def test_recall_keeps_all_rows_that_precision_keeps(
    rows: list[tuple[float, int]],
) -> None:
    few, some, many = (cut(rows, favor)[2] for favor in FAVORS)
    assert (few <= some).all()
    assert (some <= many).all()


@given(ROWS, st.sampled_from(FAVORS), st.randoms(use_true_random=False))
def test_result_does_not_depend_on_row_order(
    rows: list[tuple[float, int]], favor: Favor | None, chance: Any
) -> None:
    order = list(range(len(rows)))
    chance.shuffle(order)
    assert cut([rows[i] for i in order], favor)[2].tolist() == cut(rows, favor)[2][order].tolist()


@pytest.mark.parametrize("favor", FAVORS)
@pytest.mark.parametrize("score", [0.0, 1e-30, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("words", [0, 1, 10_000_000])
def test_equal_rows_are_treated_alike(score: float, words: int, favor: Favor | None) -> None:
    assert cut([(score, words)] * 3, favor)[2].all()


@pytest.mark.parametrize("favor", FAVORS)
def test_certain_rows_are_kept_and_unlikely_ones_dropped(
    favor: Favor | None,
) -> None:
    rows = [(1.0, 10_000), (0.95, 1), (0.04, 1)]
    assert cut(rows, favor)[2].tolist() == [True, True, False]


def test_uncertain_rows_are_kept_if_no_row_is_certain() -> None:
    """Half of a page's words at 0.4 are kept beside 0.45, and dropped beside 0.99."""
    assert cut([(0.45, 100), (0.4, 100)])[2].tolist() == [True, True]
    assert cut([(0.99, 100), (0.4, 100)])[2].tolist() == [True, False]


@pytest.mark.parametrize(
    ("favor", "low", "high"), [("precision", 0.3, 0.9), (None, 0.15, 0.6), ("recall", 0.05, 0.4)]
)
def test_scores_beyond_the_bounds_are_always_kept_or_dropped(
    favor: Favor | None, low: float, high: float
) -> None:
    both = [(low + 0.02, 10), (low + 0.01, 10)]
    assert cut(both, favor)[2].tolist() == [True, True]
    assert cut([both[0], (low - 0.01, 10_000)], favor)[2].tolist() == [True, False]
    assert cut([(1.0, 10**6), (high + 0.01, 10**6)], favor)[2].tolist() == [True, True]


def test_no_rows_give_an_empty_result() -> None:
    none = np.zeros(0, dtype=np.float32)
    assert kept(none, none).tolist() == []
