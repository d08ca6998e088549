"""Clusters equal a plain implementation of group-average clustering."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from honbun.papers.feed_001.clusters import clusters, joined
from honbun.papers.feed_001.lines import Lines
from honbun.papers.feed_001.subtrees import Subtrees


def plain(far: np.ndarray, count: list[int]) -> set[frozenset[int]]:
    """The looks of all clusters by group average over every single subtree."""
    points = [look for look, times in enumerate(count) for _ in range(times)]
    groups = [[point] for point in points]
    found: list[frozenset[int]] = []
    while len(groups) > 1:

        def mean(pair: tuple[list[int], list[int]]) -> float:
            return float(np.mean([far[a, b] for a, b in product(*pair)]))

        one, other = min(combinations(groups, 2), key=mean)
        groups = [group for group in groups if group is not one and group is not other]
        groups.append(one + other)
        found.append(frozenset(one + other))
    return set(found)


@given(st.data())
def test_clusters_are_those_of_group_average(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 5))
    pairs = list(combinations(range(size), 2))
    # Powers of a thousand: the largest distance determines every mean, so no two are equal.
    powers = data.draw(st.permutations(range(1, len(pairs) + 1)))
    far = np.zeros((size, size))
    for (a, b), power in zip(pairs, powers):
        far[a, b] = far[b, a] = 1000.0**power
    count = data.draw(st.lists(st.integers(1, 3), min_size=size, max_size=size))
    assert set(map(frozenset, joined(far, count))) == plain(far, count)


def test_subtrees_that_join_at_one_distance_form_one_cluster() -> None:
    same = np.ones((4, 4)) - np.eye(4)
    assert list(joined(same, [1, 1, 1, 1])) == [{0, 1, 2, 3}]


def test_many_equal_subtrees_do_not_crowd_out_others() -> None:
    far = np.array([[0, 1, 9], [1, 0, 9], [9, 9, 0]], dtype=float)
    found = list(map(frozenset, joined(far, [100_000, 1, 2])))
    assert set(found) == {frozenset({0}), frozenset({2}), frozenset({0, 1}), frozenset({0, 1, 2})}


def test_similar_subtrees_form_a_cluster_before_the_outlier_joins() -> None:
    page = "<h2>t</h2><p>x</p>"
    lines = Lines(
        node_sequence(parse(f"<div>{page}</div><div>{page}</div><div>{page}<ul><li>z</ul></div>"))
    )
    known = Subtrees(lines)
    divs = [known.of(at) for at, tag in enumerate(lines.sequence.tag) if tag == "div"]
    assert list(clusters(known, divs)) == [divs[:2], divs]
