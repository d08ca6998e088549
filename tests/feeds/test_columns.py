"""Node columns, compared with a plain walk over the nodes."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

from honbun.feeds.columns import INLINE, NodeColumns, width
from honbun.html.blocks import BLOCK_LEVEL, HEADINGS
from honbun.html.nodes import TEXT
from tests.feeds.builders import LISTS, columns, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator


def above(of: NodeColumns, node: int) -> Iterator[int]:
    """The ancestors of a node, the nearest first."""
    parent = of.sequence.parent
    while (node := int(parent[node])) >= 0:
        yield node


def siblings(of: NodeColumns) -> dict[int, list[int]]:
    """The children of each node, in order."""
    found: dict[int, list[int]] = {}
    for at, parent in enumerate(of.sequence.parent.tolist()):
        found.setdefault(parent, []).append(at)
    return found


def breaks(of: NodeColumns, node: int) -> bool:
    """Whether a node is or contains something that starts a new line."""
    tags = of.sequence.tag[node : int(of.sequence.end[node])]
    return any(tag in BLOCK_LEVEL or tag in ("br", "hr") for tag in tags)


@given(LISTS)
def test_siblings_and_lines_equal_a_plain_walk(html: str) -> None:
    of = columns(html)
    for children in siblings(of).values():
        assert of.before[children].tolist() == [-1, *children[:-1]]
        first, ended = children[0], True
        for node in children:  # a line extends from break to break
            if ended or breaks(of, node):
                first = node
            ended = breaks(of, node)
            assert of.line[node] == first


@given(LISTS)
def test_ancestors_equal_a_plain_walk(html: str) -> None:
    of = columns(html)
    tags, depths = of.sequence.tag, of.sequence.depth
    at_depth = {
        depth: of.ancestor(np.arange(len(of)), np.full(len(of), depth, dtype=np.int64))
        for depth in range(2, 7)
    }
    for node in range(len(of)):
        lineage = (node, *above(of, node))
        assert of.box[node] == next((at for at in lineage[1:] if tags[at] not in INLINE), -1)
        assert of.link[node] == next((at for at in lineage if of.targets[at] is not None), -1)
        assert of.heading[node] == next((at for at in lineage if tags[at] in HEADINGS), -1)
        for depth, found in at_depth.items():
            assert found[node] == next(at for at in lineage if depths[at] <= depth)


@given(LISTS)
def test_shared_depth_is_that_of_the_nearest_common_ancestor(html: str) -> None:
    of = columns(html)
    pairs = [(left, right) for right in range(min(len(of), 40)) for left in range(right)]
    if not pairs:
        return
    left, right = np.array(pairs, dtype=np.int64).T
    lineages = [{node, *above(of, node)} for node in range(min(len(of), 40))]
    for (one, other), depth in zip(pairs, of.shared_depth(left, right).tolist(), strict=True):
        common = lineages[one] & (lineages[other] - {other})
        assert depth == max(int(of.sequence.depth[at]) for at in common)


@given(LISTS)
def test_running_sums_count_text_widths(html: str) -> None:
    of = columns(html)
    widths = [width(text) for text in of.sequence.text]
    linked = [each if of.link[at] >= 0 else 0 for at, each in enumerate(widths)]
    assert of.widths.tolist() == [0, *accumulate(widths)]
    assert of.linked.tolist() == [0, *accumulate(linked)]


@pytest.mark.parametrize(
    ("text", "wanted"), [("boat", 4), ("船", 2), ("ﾌﾈ", 2), (" a\n b ", 2), ("é", 1)]
)
def test_wide_characters_count_twice(text: str, wanted: int) -> None:
    assert width(text) == wanted


def test_elements_and_texts_are_all_nodes() -> None:
    of = columns("<p>One <b>two</b> three")
    assert sorted([*of.elements.tolist(), *of.texts.tolist()]) == list(range(len(of)))
    assert [of.sequence.tag[at] for at in of.texts.tolist()] == [TEXT] * 3


def test_ids_ignore_the_order_of_classes_and_the_level_of_headings() -> None:
    of = columns("<p class='b a'>x<p class='a  b a'>y<p>z<h2>x</h2><h4>y</h4>")
    first, second, third = nodes(of, "p")
    assert (of.classes[first], of.classes[third]) == ("a b", "")
    assert of.tag_class[first] == of.tag_class[second] != of.tag_class[third]
    assert of.tag[nodes(of, "h2")] == of.tag[nodes(of, "h4")] != of.tag[third]


def test_descendants_of_asides_and_hidden_elements_are_marked() -> None:
    of = columns(
        "<nav><b>x</b></nav><aside>y</aside><footer>z</footer><p style='color: red'>y</p>"
        "<div hidden><u>x</u></div><ul style='Display : none'><li>z</ul>"
        "<i style='visibility:hidden'>w</i>"
    )
    for column, wanted in ((of.aside, "nav b aside footer"), (of.hidden, "div u ul li i")):
        marked = {of.sequence.tag[at] for at in np.flatnonzero(column).tolist()} - {TEXT}
        assert marked == set(wanted.split())
