"""Range queries and groups, compared with plain definitions."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.columns import (
    RangeMax,
    RangeMin,
    count_values,
    group_equal,
    unique_inverse,
    value_counts,
)

NUMBERS = st.lists(st.integers(0, 9), min_size=1, max_size=40)


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1, max_size=40))
def test_range_max_equals_the_maximum_of_every_slice(values: list[int]) -> None:
    ends = range(1, len(values) + 1)
    start, stop = np.array([(a, b) for b in ends for a in range(b)], dtype=np.int64).T
    found = RangeMax(np.array(values, dtype=np.int64)).of(start, stop)
    assert found.tolist() == [max(values[a:b]) for a, b in zip(start.tolist(), stop.tolist())]


@given(NUMBERS, st.integers(-1, 10))
def test_range_min_finds_the_first_value_below_a_limit(values: list[int], limit: int) -> None:
    start = np.arange(len(values))
    found = RangeMin(np.array(values)).first_below(np.full(len(values), limit), start)
    assert found.tolist() == [
        next((at for at in range(a, len(values)) if values[at] < limit), len(values)) for a in start
    ]


@given(NUMBERS)
def test_groups_are_the_positions_of_repeated_values(values: list[int]) -> None:
    found = group_equal(np.array(values))
    groups = [
        found.place[begin : begin + size].tolist()
        for begin, size in zip(found.begin.tolist(), found.size.tolist())
    ]
    repeated = dict.fromkeys(value for value in values if values.count(value) > 1)
    assert groups == [[at for at, v in enumerate(values) if v == value] for value in repeated]


@given(NUMBERS, st.sampled_from([10, 10**6]))
def test_dense_and_sparse_counts_are_equal(values: list[int], limit: int) -> None:
    column, wanted = np.array(values), np.unique(values)
    distinct, counts = value_counts(column, limit)
    assert (distinct.tolist(), counts.tolist()) == (
        sorted(set(values)),
        [values.count(value) for value in sorted(set(values))],
    )
    assert count_values(column, wanted, limit).tolist() == counts.tolist()
    unique, inverse = unique_inverse(column, limit)
    assert unique[inverse].tolist() == values
