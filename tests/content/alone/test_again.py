from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.alone import again
from honbun.content.alone.nesting import Nesting
from tests.content.alone.sheets import features_by_name, sheet
from tests.strategies import HTML

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.content.alone.sheet import Sheet


def features(page: Sheet, scores: list[float]) -> dict[str, NDArray[Any]]:
    given = np.array(scores, dtype=np.float32)
    return features_by_name(again.features(page, Nesting(page), given), len(page))


def mean(sizes: list[int], scores: list[float]) -> float:
    """The mean of scores, weighted by the square root of row sizes; -1 without rows."""
    weights = np.sqrt(sizes)
    return float((weights * scores).sum() / weights.sum()) if sizes else -1


@given(HTML, st.randoms(use_true_random=False))
def test_scores_around_a_row_are_weighted_means(html: str, chance: Any) -> None:
    page = sheet(html)
    if not len(page):
        return
    scores = [float(np.float32(chance.random())) for _ in range(len(page))]
    sizes = [page.plan.size[block] for block in page.row.tolist()]
    found = features(page, scores)
    for name, value in found.items():
        assert np.isfinite(value.astype(float)).all(), name
    levels = Nesting(page).levels.T
    groups = [group.tolist() for group in Nesting(page).groups]
    for row in range(len(page)):
        expected = {
            "score": scores[row],
            "score before": mean(sizes[:row], scores[:row]),
            "score after": mean(sizes[row + 1 :], scores[row + 1 :]),
        }
        for reach in (1, 3, 8, 20):
            near = slice(max(0, row - reach), row + reach + 1)
            expected[f"score within {reach}"] = mean(sizes[near], scores[near])
        for level in range(1, levels.shape[1]):
            element = levels[row, level]
            inside = [i for i, b in enumerate(page.row) if element <= b < page.end[element]]
            expected[f"score of {level}"] = mean(
                [sizes[i] for i in inside], [scores[i] for i in inside]
            )
        for name, group in zip(("way", "named way", "names"), groups):
            alike = [i for i, number in enumerate(group) if number == group[row]]
            expected[f"score of {name}"] = mean(
                [sizes[i] for i in alike], [scores[i] for i in alike]
            )
        assert {name: float(found[name][row]) for name in expected} == pytest.approx(
            expected, abs=1e-4
        )
