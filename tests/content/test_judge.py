"""The choice of what is kept: the threshold with the highest expected F."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.judge import _BETA, _BOUNDS, choose

if TYPE_CHECKING:
    from honbun.content.model import Favor

ROWS = st.lists(st.tuples(st.floats(0, 1, width=16), st.integers(1, 500)), min_size=1, max_size=12)
FAVOR = st.sampled_from([None, "precision", "recall"])


def kept(rows: list[tuple[float, int]], favor: Favor | None = None) -> list[bool]:
    scores, sizes = np.array(rows, dtype=np.float32).T
    found: list[bool] = choose(scores, sizes, favor).kept.tolist()
    return found


def expected(rows: list[tuple[float, int]], threshold: float, favor: Favor | None) -> float:
    square = _BETA[favor] ** 2
    chosen = [(score, size) for score, size in rows if score >= threshold]
    right = sum(score * size for score, size in chosen)
    true = sum(score * size for score, size in rows)
    return (1 + square) * right / max(sum(size for _, size in chosen) + square * true, 1e-9)


@given(ROWS, FAVOR)
def test_texts_beyond_the_bounds_are_always_kept_or_dropped(
    rows: list[tuple[float, int]], favor: Favor | None
) -> None:
    low, high = _BOUNDS[favor]
    best = max(score for score, _ in rows)
    for (score, _), keep in zip(rows, kept(rows, favor)):
        assert keep or score < min(high, best)
        assert not keep or score >= min(low, best)


@given(
    st.lists(st.tuples(st.floats(0.3125, 0.375, width=16), st.integers(1, 500)), min_size=1), FAVOR
)
def test_between_the_bounds_the_threshold_has_the_highest_expected_f(
    rows: list[tuple[float, int]], favor: Favor | None
) -> None:
    scores = [score for score, _ in rows]
    threshold = min(score for score, keep in zip(scores, kept(rows, favor)) if keep)
    best = max(expected(rows, score, favor) for score in scores)
    assert expected(rows, threshold, favor) == pytest.approx(best, rel=1e-3)


@given(ROWS)
def test_recall_keeps_all_that_precision_keeps(rows: list[tuple[float, int]]) -> None:
    few, some, many = (kept(rows, favor) for favor in ("precision", None, "recall"))
    assert all(a <= b <= c for a, b, c in zip(few, some, many))


def test_doubtful_texts_are_kept_where_nothing_is_certain() -> None:
    assert kept([(0.3, 100), (0.01, 100)]) == [True, False]
    assert kept([(0.95, 500), (0.9, 500), (0.3, 100)]) == [True, True, False]
    assert kept([(0.05, 10)]) == [True]


def test_no_texts_give_an_empty_choice() -> None:
    empty = np.zeros(0, dtype=np.float32)
    assert (len(choose(empty, empty).kept), choose(empty, empty).expected) == (0, 0.0)
