"""The levels below an element."""

from __future__ import annotations

from hypothesis import given

from honbun.papers.posts_004.main_element import levels
from tests.papers.posts_004.written import node, paths, sequence_of
from tests.strategies import HTML

PAGE = "<i>no</i><div><p>one<b>two</b></p><ul><li>x<li><b>y</b></ul></div>"


def test_nodes_of_a_level_are_in_document_order() -> None:
    sequence = sequence_of(PAGE)
    div = node(sequence, "div")
    assert [paths(sequence, level.nodes, div) for level in levels(sequence, div)] == [
        ["p", "ul"],
        ["p/#text", "p/b", "ul/li", "ul/li"],
        ["p/b/#text", "ul/li/#text", "ul/li/b"],
        ["ul/li/b/#text"],
    ]


def test_nodes_have_their_parents_and_text_lengths() -> None:
    sequence = sequence_of(PAGE)
    first, second, *_ = levels(sequence, node(sequence, "div"))
    assert first.text == [len("onetwo"), len("xy")]
    assert second.parents == [first.nodes[0]] * 2 + [first.nodes[1]] * 2


@given(HTML)
def test_paths_are_equal_if_and_only_if_ancestor_tags_are(html: str) -> None:
    sequence = sequence_of(html)
    for level in levels(sequence, 0):
        spelled = paths(sequence, level.nodes, 0)
        pairs = set(zip(spelled, level.paths))
        assert len(pairs) == len(set(spelled)) == len(set(level.paths))


@given(HTML)
def test_every_descendant_is_in_exactly_one_level(html: str) -> None:
    sequence = sequence_of(html)
    found = [at for level in levels(sequence, 0) for at in level.nodes]
    assert sorted(found) == list(range(1, len(sequence)))
