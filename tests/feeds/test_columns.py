"""Node columns, compared with a plain walk over the nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
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
def test_previous_sibling_is_the_last_that_ended(html: str) -> None:
    of = columns(html)
    for children in siblings(of).values():
        assert of.before[children].tolist() == [-1, *children[:-1]]


@given(LISTS)
def test_line_extends_from_break_to_break(html: str) -> None:
    of = columns(html)
    for children in siblings(of).values():
        first, ended = children[0], True
        for node in children:
            if ended or breaks(of, node):
                first = node
            ended = breaks(of, node)
            assert of.line[node] == first


@given(LISTS)
def test_box_is_the_nearest_ancestor_that_is_not_inline(html: str) -> None:
    of = columns(html)
    tags = of.sequence.tag
    for node in range(len(of)):
        boxes = (at for at in above(of, node) if tags[at] not in INLINE)
        assert of.box[node] == next(boxes, -1)


@given(LISTS)
def test_shared_depth_is_that_of_the_nearest_common_ancestor(html: str) -> None:
    of = columns(html)
    pairs = [(left, right) for right in range(min(len(of), 40)) for left in range(right)]
    if not pairs:
        return
    left, right = np.array(pairs, dtype=np.int64).T
    shared = of.shared_depth(left, right).tolist()
    for (one, other), depth in zip(pairs, shared, strict=True):
        common = {one, *above(of, one)}.intersection(above(of, other))
        assert depth == max(int(of.sequence.depth[at]) for at in common)


@given(LISTS)
def test_ancestor_at_a_depth_equals_a_plain_walk(html: str) -> None:
    of = columns(html)
    depths = of.sequence.depth
    for wanted in range(2, 7):
        found = of.ancestor(np.arange(len(of)), np.full(len(of), wanted, dtype=np.int64))
        for node, at in enumerate(found.tolist()):
            lineage = (node, *above(of, node))
            assert at == next(up for up in lineage if depths[up] <= wanted)


@given(LISTS)
def test_link_and_heading_columns_equal_a_plain_walk(html: str) -> None:
    of = columns(html)
    for node in range(len(of)):
        lineage = (node, *above(of, node))
        link = (at for at in lineage if of.targets[at] is not None)
        heading = (at for at in lineage if of.sequence.tag[at] in HEADINGS)
        assert (of.link[node], of.heading[node]) == (next(link, -1), next(heading, -1))


@given(LISTS)
def test_running_sums_count_text_widths(html: str) -> None:
    of = columns(html)
    rooms = [width(text) for text in of.sequence.text]
    linked = [text_width if of.link[at] >= 0 else 0 for at, text_width in enumerate(rooms)]
    assert of.widths.tolist() == [sum(rooms[:at]) for at in range(len(of) + 1)]
    assert of.linked.tolist() == [sum(linked[:at]) for at in range(len(of) + 1)]


def test_wide_characters_count_twice() -> None:
    assert (width("boat"), width("船"), width("ﾌﾈ"), width(" a\n b "), width("é")) == (
        4,
        2,
        2,
        2,
        1,
    )


def test_elements_and_texts_are_all_nodes() -> None:
    of = columns("<p>One <b>two</b> three")
    assert sorted([*of.elements.tolist(), *of.texts.tolist()]) == list(range(len(of)))
    assert [of.sequence.tag[at] for at in of.texts.tolist()] == [TEXT] * 3


def test_classes_are_sorted_and_distinct() -> None:
    of = columns("<p class='b a'>x<p class='a  b a'>y<p>z")
    first, second, third = nodes(of, "p")
    assert (of.classes[first], of.classes[third]) == ("a b", "")
    assert of.tag_class[first] == of.tag_class[second] != of.tag_class[third]


def test_headings_of_all_levels_share_a_tag_id() -> None:
    of = columns("<h2>x</h2><h4>y</h4><p>z")
    assert of.tag[nodes(of, "h2")] == of.tag[nodes(of, "h4")] != of.tag[nodes(of, "p")]


def test_navigation_asides_and_footers_are_aside() -> None:
    of = columns("<nav><b>x</b></nav><aside>y</aside><footer>z</footer><p>w")
    assert of.aside[nodes(of, "b")].all()
    assert of.aside[nodes(of, "footer")].all()
    assert not of.aside[nodes(of, "p")].any()


def test_descendants_of_hidden_elements_are_hidden() -> None:
    of = columns(
        "<div hidden><b>x</b></div><p style='color: red'>y</p>"
        "<ul style='Display : none'><li>z</ul><i style='visibility:hidden'>w</i>"
    )
    hidden = {of.sequence.tag[at] for at in np.flatnonzero(of.hidden).tolist()} - {TEXT}
    assert hidden == {"div", "b", "ul", "li", "i"}
