"""The paper's method on whole pages written in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.nodes import NodeSequence
from honbun.html.parse import parse
from honbun.papers.posts_004.main_element import main_elements
from honbun.papers.posts_004.pipeline import posts_below, segment_pages
from honbun.posts.model import PostsOptions
from tests.growth import lines
from tests.papers.posts_004.written import node, said, strand_of
from tests.strategies import HTML

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS = PostsOptions()
MENU = "<ul><li>Home of all boards</ul>"


def found(*pages: str) -> list[list[str]]:
    """What the posts of each page say."""
    strands = [strand_of(page) for page in pages]
    return [said(strand, one) for strand, one in zip(strands, segment_pages(strands, OPTIONS))]


def test_posts_of_two_pages_are_found_without_the_frame() -> None:
    rain, sun = "<h2>Ann</h2><p>Rain</p>", "<h2>Bob</h2><p>Sun all day</p>"
    assert found(f"{MENU}<div>{rain}{sun}</div>", f"{MENU}<div>{sun}{rain}{sun}</div>") == [
        ["Ann Rain", "Bob Sun all day"],
        ["Bob Sun all day", "Ann Rain", "Bob Sun all day"],
    ]


def test_posts_between_lines_have_no_element_of_their_own() -> None:
    assert found("Ann<br>Rain<hr>Bob<br>Sun<hr>") == [["Ann Rain", "Bob Sun"]]


def test_a_page_alone_is_cut_from_its_body_down() -> None:
    assert found("<div><p>Ann<p>Rain</div><div><p>Bob<p>Sun</div>") == [["Ann Rain", "Bob Sun"]]


def test_what_the_cut_passes_over_inside_of_a_post_belongs_to_it() -> None:
    page = "<h2>Ann</h2><p>Rain</p>" * 3 + "<h2>Bob</h2><h3>is sad</h3><p>Sun</p>"
    assert found(page) == [["Ann Rain"] * 3 + ["Bob is sad Sun"]]


def test_posts_without_text_are_left_out() -> None:
    assert found("<ul><li>Rain<li><img><li>Sun</ul>") == [["Rain", "Sun"]]


def test_posts_can_be_asked_for_below_an_element() -> None:
    strand = strand_of("<p>a<p>b<p>c<div><b>Rain</b><b>Sun</b></div>")
    assert said(strand, posts_below(strand, node(strand, "div"))) == ["Rain", "Sun"]


def test_a_page_without_text_has_no_posts() -> None:
    assert found("", "<hr><hr>") == [[], []]


def test_a_page_without_a_body_has_no_posts_and_harms_no_other() -> None:
    none, zero = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    bare = NodeSequence(parse(""), (), none, none, none, none, none, (), zero, zero)
    page = strand_of("<p>Rain<p>Sun")
    assert [len(one) for one in segment_pages([bare, page, bare], OPTIONS)] == [0, 2, 0]
    assert segment_pages([bare], OPTIONS) == [[]]


def test_no_pages_have_no_posts() -> None:
    assert segment_pages([], OPTIONS) == []


@given(st.lists(HTML, max_size=3))
def test_posts_are_disjoint_in_order_and_inside_of_the_main_element(html: list[str]) -> None:
    strands = [strand_of(page) for page in html]
    all_posts = segment_pages(strands, OPTIONS)
    assert len(all_posts) == len(strands)
    for strand, main, one in zip(strands, main_elements(strands, OPTIONS), all_posts):
        borders = [border for post in one for span in post for border in span]
        assert borders == sorted(borders)
        assert all(start < stop for post in one for start, stop in post)
        assert not borders or main < borders[0] <= borders[-1] <= strand.end[main]
        assert all(said(strand, one))


def work(html: str) -> int:
    """What it takes to find the posts of a page that comes twice."""
    strand = strand_of(html)
    return lines(lambda: segment_pages([strand, strand], OPTIONS))


@pytest.mark.parametrize(
    "html",
    [
        lambda size: "<p>x</p>" * size,
        lambda size: "x<br>" * size,
        lambda size: "".join("<b>x</b>" if at * at % 7 % 2 else "<i>y</i>" for at in range(size)),
        lambda size: "".join(f"<x{at}>y</x{at}>" for at in range(size)),
        lambda size: ("<div>" * 20 + "x" + "</div>" * 20) * (size // 20),
        lambda size: "<div>" * (size // 10) + "<p>x" * size,
    ],
    ids=["paragraphs", "lines", "two kinds", "many kinds", "combs", "deep"],
)
def test_work_grows_with_the_page_and_not_with_its_square(html: Callable[[int], str]) -> None:
    assert work(html(1_000)) < 11 * work(html(250))  # the square would be 16 times as much
