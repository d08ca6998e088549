"""Choices and what they say of a page are those of the plain definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core.choice import choose
from honbun._core.kinds import kept_features

ROWS = st.lists(st.tuples(st.floats(0, 1, width=16), st.integers(0, 500)), min_size=1, max_size=40)


@given(
    ROWS, st.sampled_from([0.5, 1.0, 2.0]), st.floats(0, 0.5, width=16), st.floats(0, 0.5, width=16)
)
@example([(0.5, 10), (0.5, 10), (0.25, 1)], 1.0, 0.0, 0.5)
def test_the_choice_equals_the_plain_definition(
    rows: list[tuple[float, int]], beta: float, low: float, range_: float
) -> None:
    scores, sizes = (np.array(column, dtype=np.float32) for column in zip(*rows))
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum((scores * sizes)[order], dtype=np.float64)
    found = np.cumsum(sizes[order], dtype=np.float64)
    expected = (1 + beta**2) * right / np.maximum(found + beta**2 * right[-1], 1e-9)
    best = int(np.argmax(expected))
    threshold = min(max(scores[order[best]], low), low + range_, scores.max())
    kept, value = choose(scores, sizes, beta, low, low + range_)
    assert kept.tolist() == (scores >= threshold).tolist()
    assert value == expected[best]


def test_every_row_needs_a_size() -> None:
    one, two = np.zeros(1, dtype=np.float32), np.zeros(2, dtype=np.float32)
    with pytest.raises(ValueError, match="each row has a size"):
        choose(one, two, 1, 0, 1)
    with pytest.raises(ValueError, match="each segment has a size"):
        kept_features(one, np.zeros(2, dtype=np.bool_))


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 500)), max_size=40))
def test_what_is_kept_equals_the_plain_definition(rows: list[tuple[bool, int]]) -> None:
    kept = np.array([keep for keep, _ in rows], dtype=np.bool_)
    sizes = np.array([size for _, size in rows], dtype=np.float32)
    own = [size for keep, size in rows if keep]
    assert kept_features(sizes, kept).tolist() == pytest.approx(
        [
            len(own),
            sum(own) / max(sum(size for _, size in rows), 1),
            sum(own) / max(len(own), 1),
            max(own, default=0),
            len(own) / max(len(rows), 1),
        ]
    )
