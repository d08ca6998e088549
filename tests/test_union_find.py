"""Union-find, compared with a plain closure."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.union_find import UnionFind


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=15))
def test_sets_are_the_connected_names(pairs: list[tuple[int, int]]) -> None:
    sets: UnionFind[int] = UnionFind()
    for one, other in pairs:
        sets.join(one, other)
    expected: list[set[int]] = []
    for pair in pairs:
        touching = [group for group in expected if group & {*pair}]
        rest = [group for group in expected if group not in touching]
        expected = [*rest, set(pair).union(*touching)]
    assert sorted(map(sorted, sets)) == sorted(map(sorted, expected))
