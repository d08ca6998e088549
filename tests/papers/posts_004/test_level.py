"""The levels below an element."""

from __future__ import annotations

from hypothesis import given

from honbun.papers.posts_004.main_element import levels
from tests.papers.posts_004.written import node, paths, strand_of
from tests.strategies import HTML

PAGE = "<i>no</i><div><p>one<b>two</b></p><ul><li>x<li><b>y</b></ul></div>"


def test_each_level_has_its_nodes_in_the_order_of_the_page() -> None:
    strand = strand_of(PAGE)
    div = node(strand, "div")
    assert [paths(strand, level.nodes, div) for level in levels(strand, div)] == [
        ["p", "ul"],
        ["p/#text", "p/b", "ul/li", "ul/li"],
        ["p/b/#text", "ul/li/#text", "ul/li/b"],
        ["ul/li/b/#text"],
    ]


def test_nodes_know_their_parents_and_how_much_they_say() -> None:
    strand = strand_of(PAGE)
    first, second, *_ = levels(strand, node(strand, "div"))
    assert first.text == [len("onetwo"), len("xy")]
    assert second.parents == [first.nodes[0]] * 2 + [first.nodes[1]] * 2


def test_a_text_has_nothing_below_it() -> None:
    strand = strand_of("one")
    assert list(levels(strand, node(strand, "#text"))) == []


@given(HTML)
def test_paths_are_equal_exactly_where_the_tags_above_are(html: str) -> None:
    strand = strand_of(html)
    for level in levels(strand, 0):
        spelled = paths(strand, level.nodes, 0)
        told = set(zip(spelled, level.paths))
        assert len(told) == len(set(spelled)) == len(set(level.paths))


@given(HTML)
def test_every_node_below_stands_in_one_level(html: str) -> None:
    strand = strand_of(html)
    found = [at for level in levels(strand, 0) for at in level.nodes]
    assert sorted(found) == list(range(1, len(strand)))
