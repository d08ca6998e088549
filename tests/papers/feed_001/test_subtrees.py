"""Shapes, distances and corresponding places of subtrees."""

from __future__ import annotations

from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from honbun.papers.feed_001.lines import Lines
from honbun.papers.feed_001.subtrees import MOST, Subtree, Subtrees


def subtrees_of(html: str) -> tuple[Subtrees, list[Subtree], Lines]:
    """The subtrees of a page below its items."""
    lines = Lines(node_sequence(parse(html)))
    subtrees = Subtrees(lines)
    items = [at for at, tag in enumerate(lines.sequence.tag) if tag == "li"]
    return subtrees, [subtrees.of(item) for item in items], lines


def test_classes_change_the_look_but_not_the_shape() -> None:
    _, (one, other, third, fourth), _ = subtrees_of(
        "<li class='a n1'>x<li class='a n2'>y<li class=b>z<li><b>w</b>"
    )
    assert one.look == other.look != third.look
    assert one.shape == third.shape != fourth.shape


def test_distance_is_symmetric_and_zero_within_a_shape() -> None:
    subtrees, (one, other, third), _ = subtrees_of("<li>x<li class=b>y<li><p>z <b>v</b></p>")
    assert subtrees.distance(one, other) == 0
    assert subtrees.distance(one, third) == subtrees.distance(third, one) > 0


def test_large_subtree_is_compared_by_its_upper_nodes() -> None:
    deep = "<p>" + "<b>" * 9 + "x" + "</b>" * 9 + "</p>"
    _, (item,), lines = subtrees_of(f"<li>{deep * 30}")
    assert len(item.kept) == MOST
    depths = lines.sequence.depth
    left_out = set(range(item.node, item.end)) - set(item.kept)
    assert max(depths[list(item.kept)]) <= min(depths[list(left_out)])


def test_node_that_is_not_compared_has_the_place_of_its_ancestor() -> None:
    subtrees, (item,), lines = subtrees_of("<li>" + "<p>x <b>y</b></p>" * 50)
    *_, last_p = (at for at, tag in enumerate(lines.sequence.tag) if tag == "p")
    *_, last_b = (at for at, tag in enumerate(lines.sequence.tag) if tag == "b")
    assert last_b not in item.kept
    assert item.kept[subtrees.place(item, last_b)] == last_p
    assert item.kept[subtrees.place(item, last_p)] == last_p
