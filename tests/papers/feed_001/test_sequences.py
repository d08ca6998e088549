"""Sets of nodes with common paths equal their definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.feed_001.subtrees import node_sets

Row = tuple[list[str], list[int]]


@st.composite
def rows(draw: st.DrawFn) -> Row:
    """Tags and parents of a tree, in any order in which parents come first."""
    size = draw(st.integers(1, 14))
    tags = [draw(st.sampled_from("abc")) for _ in range(size)]
    return tags, [-1, *(draw(st.integers(0, at - 1)) for at in range(1, size))]


def path(row: Row, node: int) -> list[str]:
    tags, parents = row
    return [*(path(row, parents[node]) if parents[node] >= 0 else []), tags[node]]


@given(rows())
def test_each_label_sequence_gives_one_set(row: Row) -> None:
    nodes = range(len(row[0]))
    paths = [path(row, node) for node in nodes]
    sequences = {tuple(way[at:]) for way in paths for at in range(len(way))}
    expected = {
        tuple(node for node in nodes if tuple(paths[node][-len(seq) :]) == seq) for seq in sequences
    }
    found = list(map(tuple, node_sets(*row, nodes)))
    assert len(found) == len(set(found))
    assert set(found) == {nodes for nodes in expected if len(nodes) > 1}


def test_nodes_outside_the_selection_are_in_no_set() -> None:
    tags, parents = ["u", "l", "l", "l"], [-1, 0, 0, 0]
    assert list(node_sets(tags, parents, [1, 3])) == [[1, 3]]


def test_long_paths_take_bounded_time() -> None:
    size = 4000
    assert len(list(node_sets(["a"] * size, list(range(-1, size - 1)), range(size)))) < 50
