"""The main element of pages, whose children differ between them, and the levels below it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.posts_004.main_element import TOP, levels, main_elements
from honbun.posts.model import PostsOptions
from tests.papers.posts_004.written import node, paths, sequence_of
from tests.strategies import HTML


def board(posts: int) -> str:
    """A page with two menu entries, some posts and a footer."""
    body = "<p>It rained all day.</p>" * posts
    return f"<ul><li>Home</li><li>Help</li></ul><div>{body}</div><b>Bye</b>"


def mains(*pages: str, alpha: int = 4, beta: float = 0.8) -> list[str]:
    """The main element of each page, by its tag."""
    sequences = [sequence_of(page) for page in pages]
    found = main_elements(sequences, PostsOptions(alpha=alpha, beta=beta))
    return [sequence.tag[main] for sequence, main in zip(sequences, found)]


def test_element_with_a_varying_number_of_children_is_main() -> None:
    assert mains(board(2), board(3)) == ["div", "div"]


@pytest.mark.parametrize(("text", "main"), [("Rain all day", "p"), ("Rain", "div")])
def test_element_with_most_text_of_its_level_is_main(text: str, main: str) -> None:
    pages = "<p>Sun</p><div><b>And</b></div>", f"<p>{text}</p><div><b>all</b><b>of us</b></div>"
    assert mains(*pages) == [main, main]


def test_single_page_falls_back_to_the_root() -> None:
    assert mains(board(3)) == ["body"]


def test_text_counts_as_a_child() -> None:
    assert mains("<div>one<br>two</div>", "<div>one<br></div>") == ["div", "div"]


@pytest.mark.parametrize(("beta", "main"), [(0.75, "body"), (0.76, "div")])
def test_beta_is_the_share_of_pages_that_must_agree(beta: float, main: str) -> None:
    pages = [board(2), board(2), board(2), board(3)]
    assert mains(*pages, beta=beta) == [main] * 4


@pytest.mark.parametrize(("alpha", "found"), [(1, "body body body"), (2, "body div div")])
def test_page_is_compared_with_the_next_ones_cyclically(alpha: int, found: str) -> None:
    assert mains(board(2), board(2), board(3), alpha=alpha) == found.split()


def test_page_without_the_main_element_falls_back_to_its_root() -> None:
    assert mains("<i>a</i>", board(2), board(3), beta=0.4) == ["body", "div", "div"]


def test_main_element_is_a_node_number() -> None:
    sequences = [sequence_of(board(2)), sequence_of(board(3))]
    assert main_elements(sequences, PostsOptions()) == [
        node(sequence, "div") for sequence in sequences
    ]
    assert node(sequences[0], "body") == TOP


@given(st.lists(HTML, max_size=4), st.integers(1, 5), st.floats(0, 1))
def test_every_page_has_a_main_element(html: list[str], alpha: int, beta: float) -> None:
    sequences = [sequence_of(page) for page in html]
    found = main_elements(sequences, PostsOptions(alpha=alpha, beta=beta))
    assert len(found) == len(sequences)
    assert all(0 <= main < len(sequence) for sequence, main in zip(sequences, found))


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
