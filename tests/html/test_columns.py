"""Greatest of stretches, beside max()."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.columns import RangeMax


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1, max_size=40))
def test_the_greatest_of_every_stretch_is_its_maximum(values: list[int]) -> None:
    ends = range(1, len(values) + 1)
    start, stop = np.array([(a, b) for b in ends for a in range(b)], dtype=np.int64).T
    found = RangeMax(np.array(values, dtype=np.int64)).of(start, stop)
    assert found.tolist() == [max(values[a:b]) for a, b in zip(start.tolist(), stop.tolist())]
