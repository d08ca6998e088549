from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.posts.segmentation import without_nested
from tests.posts.rows import cut_of


@st.composite
def nested_ranges(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Ranges of which any two are apart or one inside the other, in the order of their starts."""
    kept: set[tuple[int, int]] = set()
    bounds = st.integers(0, 25)
    for _ in range(draw(st.integers(1, 12))):
        start, stop = sorted((draw(bounds), draw(bounds) + 1))
        if start < stop and all(
            stop <= a or b <= start or (a <= start and stop <= b) or (start <= a and b <= stop)
            for a, b in kept
        ):
            kept.add((start, stop))
    return sorted(kept or {(0, 1)}, key=lambda span: (span[0], -span[1]))


@given(nested_ranges())
def test_every_node_belongs_to_the_innermost_range(spans: list[tuple[int, int]]) -> None:
    start, stop = np.array(spans).T
    owner = {
        at: number
        for first, last, number in zip(*(column.tolist() for column in without_nested(start, stop)))
        for at in range(first, last)
    }
    wanted: dict[int, int] = {}
    for number, (first, last) in enumerate(spans):  # those inside come later
        wanted |= dict.fromkeys(range(first, last), number)
    assert owner == wanted


@given(nested_ranges())
def test_what_is_left_of_ranges_is_in_order_and_apart(spans: list[tuple[int, int]]) -> None:
    start, stop, _ = without_nested(*np.array(spans).T)
    assert (start < stop).all()
    assert (stop[:-1] <= start[1:]).all()


def test_a_cut_tells_the_ranges_of_each_post() -> None:
    spans = [[(1, 3), (5, 8)], [(3, 5)]]
    cut = cut_of(spans)
    assert len(cut) == 2
    assert cut.spans() == spans
