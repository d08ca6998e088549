"""The second look: what the first one thought of a row's surroundings.

A row is judged again in the light of the scores around it: of its neighbours, of the elements it
stands in, and of the rows that are made like it elsewhere on the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone.nesting import GROUPS, LEVELS
from honbun.content.alone.order import beside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.alone.nesting import Nesting
    from honbun.content.alone.sheet import Family, Floats, Named, Numbers, Sheet

_BESIDE = (-2, -1, 1, 2)
_WINDOWS = (1, 3, 8, 20)
_BESIDE_NAMES = tuple([f"score at {step:+}" for step in _BESIDE])
_RANGE_NAMES = (
    *(f"score within {reach}" for reach in _WINDOWS),
    *("score before", "score after"),
    *(f"score of {level}" for level in range(1, LEVELS)),
)
_GROUP_NAMES = tuple([f"score of {name}" for name in GROUPS])


def features(sheet: Sheet, nesting: Nesting, scores: Floats) -> Iterator[Named | Family]:
    """What can be told from the first scores, between 0 and 1."""
    size = sheet.size[sheet.row]
    weight = np.sqrt(size)
    weighed = weight * scores
    yield "score", scores
    yield _BESIDE_NAMES, beside(scores[None], _BESIDE)
    yield _RANGE_NAMES, _means(weight, weighed, *_ranges(sheet, nesting.levels.T[1:]))
    groups = nesting.groups
    group, times = groups.ravel(), len(groups)
    whole = np.bincount(group, np.tile(weight, times))
    yield _GROUP_NAMES, (np.bincount(group, np.tile(weighed, times)) / whole)[groups]
    yield "page score", float((size * scores).sum() / size.sum())
    yield "page sure", float((size * (np.abs(scores - 0.5) > 0.3)).sum() / size.sum())
    yield "page best", float(scores.max())
    rank = np.empty(len(sheet))
    rank[np.argsort(-scores, kind="stable")] = np.arange(len(sheet))
    yield "rank", rank / len(sheet)


def _ranges(sheet: Sheet, elements: Numbers) -> tuple[Numbers, Numbers]:
    """Where the rows of each range begin and end: windows, all before, all after, elements."""
    low, high = sheet.windows(_WINDOWS)
    rows = np.arange(len(sheet))
    begins = np.stack([0 * rows, rows + 1])
    ends = np.stack([rows, 0 * rows + len(sheet)])
    return (
        np.concatenate([low, begins, sheet.before[elements]]),
        np.concatenate([high, ends, sheet.before[sheet.end[elements]]]),
    )


def _means(weight: Floats, weighed: Floats, low: Numbers, high: Numbers) -> Floats:
    """The mean score of each range of rows, -1 for that of none."""
    sums = np.zeros((2, len(weight) + 1))
    np.cumsum([weight, weighed], axis=1, out=sums[:, 1:])
    whole, score = sums.take(high, axis=1) - sums.take(low, axis=1)
    return np.where(whole > 0, score / np.maximum(whole, 1e-9), -1)
