"""Main elements of formats written in place: what the pages' frames have in common is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.posts_004.main_element import TOP, main_elements
from honbun.posts.model import PostsOptions
from tests.papers.posts_004.written import node, strand_of
from tests.strategies import HTML


def board(posts: int) -> str:
    """A page with two menu entries, some posts and a footer."""
    said = "<p>It rained all day.</p>" * posts
    return f"<ul><li>Home</li><li>Help</li></ul><div>{said}</div><b>Bye</b>"


def mains(*pages: str, alpha: int = 4, beta: float = 0.8) -> list[str]:
    """The main element of each page, by its tag."""
    strands = [strand_of(page) for page in pages]
    found = main_elements(strands, PostsOptions(alpha=alpha, beta=beta))
    return [strand.tag[main] for strand, main in zip(strands, found)]


def test_what_has_more_children_on_one_page_than_on_another_is_main() -> None:
    assert mains(board(2), board(3)) == ["div", "div"]


@pytest.mark.parametrize(("said", "main"), [("Rain all day", "p"), ("Rain", "div")])
def test_of_a_level_the_element_with_most_text_on_all_pages_is_main(said: str, main: str) -> None:
    pages = "<p>Sun</p><div><b>And</b></div>", f"<p>{said}</p><div><b>all</b><b>of us</b></div>"
    assert mains(*pages) == [main, main]


def test_the_place_of_an_element_is_the_same_among_many() -> None:
    many = "<hr>" * 200
    assert mains(*(f"{many}{board(posts)}{many}" for posts in (2, 300))) == ["div", "div"]


def test_pages_that_agree_all_the_way_down_fall_back_to_the_top() -> None:
    assert mains(board(2), board(2)) == ["body", "body"]


def test_a_page_alone_agrees_with_itself() -> None:
    assert mains(board(3)) == ["body"]


def test_a_text_counts_as_a_child() -> None:
    assert mains("<div>one<br>two</div>", "<div>one<br></div>") == ["div", "div"]


@pytest.mark.parametrize(("beta", "main"), [(0.75, "body"), (0.76, "div")])
def test_beta_is_the_share_of_pages_that_must_agree(beta: float, main: str) -> None:
    pages = [board(2), board(2), board(2), board(3)]
    assert mains(*pages, beta=beta) == [main] * 4


@pytest.mark.parametrize(("alpha", "found"), [(1, "body body body"), (2, "body div div")])
def test_a_page_is_compared_with_those_that_follow_it_and_the_last_with_the_first(
    alpha: int, found: str
) -> None:
    assert mains(board(2), board(2), board(3), alpha=alpha) == found.split()


def test_fewer_pages_than_alpha_are_enough() -> None:
    assert mains(board(2), board(3), alpha=10) == ["div", "div"]


def test_a_page_without_the_place_of_the_others_falls_back_to_its_top() -> None:
    assert mains("<i>a</i>", board(2), board(3), beta=0.4) == ["body", "div", "div"]


def test_no_pages_have_no_main_elements() -> None:
    assert main_elements([], PostsOptions()) == []


def test_the_element_is_told_by_its_number_in_the_strand() -> None:
    strands = [strand_of(board(2)), strand_of(board(3))]
    assert main_elements(strands, PostsOptions()) == [node(strand, "div") for strand in strands]
    assert node(strands[0], "body") == TOP


@given(st.lists(HTML, max_size=4), st.integers(1, 5), st.floats(0, 1))
def test_any_pages_have_a_main_element_each(html: list[str], alpha: int, beta: float) -> None:
    strands = [strand_of(page) for page in html]
    found = main_elements(strands, PostsOptions(alpha=alpha, beta=beta))
    assert len(found) == len(strands)
    assert all(0 <= main < len(strand) for strand, main in zip(strands, found))
