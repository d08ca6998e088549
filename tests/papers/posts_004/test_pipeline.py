"""The paper's method on whole pages."""

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
from tests.papers.posts_004.written import node, sequence_of, texts
from tests.strategies import HTML

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS = PostsOptions()
MENU = "<ul><li>Home of all boards</ul>"


def found(*pages: str) -> list[list[str]]:
    """The texts of the posts of each page."""
    sequences = [sequence_of(page) for page in pages]
    return [
        texts(sequence, one) for sequence, one in zip(sequences, segment_pages(sequences, OPTIONS))
    ]


def test_posts_of_two_pages_are_found_without_the_frame() -> None:
    rain, sun = "<h2>Ann</h2><p>Rain</p>", "<h2>Bob</h2><p>Sun all day</p>"
    assert found(f"{MENU}<div>{rain}{sun}</div>", f"{MENU}<div>{sun}{rain}{sun}</div>") == [
        ["Ann Rain", "Bob Sun all day"],
        ["Bob Sun all day", "Ann Rain", "Bob Sun all day"],
    ]


def test_posts_without_an_element_are_found() -> None:
    assert found("Ann<br>Rain<hr>Bob<br>Sun<hr>") == [["Ann Rain", "Bob Sun"]]


def test_single_page_is_cut_below_its_body() -> None:
    assert found("<div><p>Ann<p>Rain</div><div><p>Bob<p>Sun</div>") == [["Ann Rain", "Bob Sun"]]


def test_skipped_nodes_inside_a_post_belong_to_it() -> None:
    page = "<h2>Ann</h2><p>Rain</p>" * 3 + "<h2>Bob</h2><h3>is sad</h3><p>Sun</p>"
    assert found(page) == [["Ann Rain"] * 3 + ["Bob is sad Sun"]]


@pytest.mark.parametrize(("posts", "right"), [(14, 0), (30, 0), (41, 41)])
def test_posts_of_ten_nodes_must_come_again_often(posts: int, right: int) -> None:
    """The phrases of LZW grow by a node per repetition; the paper has 41 posts on a page."""
    post = "<b>Ann</b><br>a@b<br><a>home</a><br>Rain<br>and more rain<hr>"
    (page,) = found(post * posts)
    assert page.count("Ann a@b home Rain and more rain") == right


def test_posts_without_text_are_dropped() -> None:
    assert found("<ul><li>Rain<li><img><li>Sun</ul>") == [["Rain", "Sun"]]


def test_posts_below_an_element_are_found() -> None:
    sequence = sequence_of("<p>a<p>b<p>c<div><b>Rain</b><b>Sun</b></div>")
    assert texts(sequence, posts_below(sequence, node(sequence, "div"))) == ["Rain", "Sun"]


def test_a_page_without_text_has_no_posts() -> None:
    assert found("", "<hr><hr>") == [[], []]


def test_page_without_a_body_has_no_posts_and_does_not_affect_others() -> None:
    none, zero = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    bare = NodeSequence(parse(""), (), none, none, none, none, none, (), zero, zero)
    page = sequence_of("<p>Rain<p>Sun")
    assert [len(one) for one in segment_pages([bare, page, bare], OPTIONS)] == [0, 2, 0]
    assert segment_pages([bare], OPTIONS) == [[]]


def test_no_pages_have_no_posts() -> None:
    assert segment_pages([], OPTIONS) == []


@given(st.lists(HTML, max_size=3))
def test_posts_are_disjoint_ordered_and_inside_the_main_element(html: list[str]) -> None:
    sequences = [sequence_of(page) for page in html]
    all_posts = segment_pages(sequences, OPTIONS)
    assert len(all_posts) == len(sequences)
    for sequence, main, one in zip(sequences, main_elements(sequences, OPTIONS), all_posts):
        borders = [border for post in one for span in post for border in span]
        assert borders == sorted(borders)
        assert all(start < stop for post in one for start, stop in post)
        assert not borders or main < borders[0] <= borders[-1] <= sequence.end[main]
        assert all(texts(sequence, one))


def work(html: str) -> int:
    """The work to find the posts of a page that occurs twice."""
    sequence = sequence_of(html)
    return lines(lambda: segment_pages([sequence, sequence], OPTIONS))


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
def test_work_grows_linearly_with_the_page(html: Callable[[int], str]) -> None:
    assert work(html(1_000)) < 11 * work(html(250))  # the square would be 16 times as much
