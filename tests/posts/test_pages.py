"""Threads over several pages: separated, ordered, without repeated posts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.api import posts
from honbun.html.parse import parse
from honbun.page import Page
from honbun.posts.pages import differ_by_page, group_threads, thread_position, without_repeats
from tests.builders import POSTS, post, thread
from tests.posts.pages.messages import Saying, sayings

if TYPE_CHECKING:
    from honbun.posts.model import Post, Thread
    from honbun.posts.pages import ThreadPosition

HOST = "https://board.example"
TOPIC = f"{HOST}/topic?id=5"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/t/5", "/t/5?page=2"),
        ("/t/5", "/t/5/page-2"),
        ("/t/5", "/t/5/2"),
        ("/t.php?id=5&start=20", "/t.php?id=5&start=40"),
        ("/t-5-1.html", "/t-5-2.html"),
    ],
)
def test_page_urls_differ_by_a_number_or_a_named_number(one: str, other: str) -> None:
    assert differ_by_page(HOST + one, HOST + other)
    assert differ_by_page(HOST + other, HOST + one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/t/5", "/t/5"),
        ("/t/5", "/u/5"),
        ("/t/5", "/t/5/edit"),
        ("/t/5", "/t/6?page=2"),
        ("/t/5", "/t/5?page=2&sort=new"),
    ],
)
def test_other_urls_are_not_pages_of_one_thread(one: str, other: str) -> None:
    assert not differ_by_page(HOST + one, HOST + other)


@given(st.text(max_size=20), st.text(max_size=20))
def test_order_of_the_urls_does_not_matter(one: str, other: str) -> None:
    assert differ_by_page(one, other) == differ_by_page(other, one)


def stands(url: str, *links: str, title: str | None = "Boats") -> ThreadPosition:
    html = "".join(f'<a href="{link}">x</a>' for link in links)
    return thread_position(parse(html), url, url, title)


def test_pages_that_link_to_each_other_are_one_thread_in_order() -> None:
    pages = [
        stands(f"{TOPIC}&page=10", f"{TOPIC}&page=2"),
        stands(f"{HOST}/other"),
        stands(f"{TOPIC}&page=2", TOPIC),
        stands(TOPIC, "?id=5&page=2#last"),
    ]
    assert group_threads(pages) == [[3, 2, 0], [1]]


def test_pages_without_links_are_separate_threads() -> None:
    assert group_threads([stands(TOPIC), stands(f"{TOPIC}&page=2")]) == [[0], [1]]


def test_titles_separate_neighbouring_threads() -> None:
    one = stands(f"{HOST}/t/5", f"{HOST}/t/6", title="Boats and ropes")
    other = stands(f"{HOST}/t/6", f"{HOST}/t/5", title="Kettles")
    assert group_threads([one, other]) == [[0], [1]]
    assert group_threads([one, replace(other, title="Boats and ropes - page 2")]) == [[0, 1]]


@given(
    st.lists(
        st.builds(
            lambda here, links: stands(
                f"{TOPIC}&page={here}", *(f"{TOPIC}&page={n}" for n in links)
            ),
            st.integers(0, 6),
            st.lists(st.integers(0, 6), max_size=3),
        ),
        max_size=6,
    )
)
def test_every_page_is_in_exactly_one_thread(pages: list[ThreadPosition]) -> None:
    found = group_threads(pages)
    assert sorted(number for numbers in found for number in numbers) == list(range(len(pages)))
    assert [min(numbers) for numbers in found] == sorted(min(numbers) for numbers in found)


def test_broken_urls_have_no_position() -> None:
    assert stands("http://[", "http://[#x", "javascript:x()", "").linked_hashes == ()


def marks(threads: list[Thread]) -> list[tuple[object, ...]]:
    return [mark(each) for page in threads for each in page.posts]


def mark(each: Post) -> tuple[object, ...]:
    return (each.author, each.body or each.text, each.published or each.date, each.number)


@given(st.lists(st.lists(POSTS, max_size=4), max_size=4))
def test_only_repeated_posts_are_dropped(given_: list[list[Post]]) -> None:
    pages = [thread(*each) for each in given_ for _ in range(2)]
    found = list(without_repeats(pages, set()))
    assert set(marks(found)) == set(marks(pages))
    assert [()] * len(given_) == [page.posts for page in found[1::2]]
    assert all(
        mark(each) not in set(marks(found[:n])) for n, p in enumerate(found) for each in p.posts
    )


def test_equal_posts_of_one_page_all_stay() -> None:
    (found,) = without_repeats([thread(post("+1"), post("+1", index=1))], set())
    assert len(found.posts) == 2


def test_all_pages_have_the_url_of_the_first() -> None:
    found = without_repeats(
        [thread(post(), url=TOPIC), thread(post("b"), url=f"{TOPIC}&page=2")], set()
    )
    assert [page.address for page in found] == [TOPIC, TOPIC]


def paged(said: list[Saying], number: int) -> Page:
    """A page of a thread: the first post again, and some others."""
    cards = "".join(
        f'<div class="post" id="p{each.when:%m%d%H%M}"><p class="head"><b>{each.author}</b> '
        f'<i>{each.when:%Y-%m-%d %H:%M}</i></p><p class="body">{each.message}</p></div>'
        for each in said
    )
    links = "".join(f'<a href="/topic?id=5&page={n}">{n}</a> ' for n in (2, 3) if n != number)
    html = (
        f"<title>Boats</title><div class=posts>{cards}</div><p><a href='/topic?id=5'>1</a> {links}"
    )
    return Page(html, url=TOPIC if number == 1 else f"{TOPIC}&page={number}")


def test_thread_of_three_pages_has_its_posts_in_order_and_once() -> None:
    said = sayings(3, 16)
    first, others = said[0], said[1:]
    pages = [paged([first, *others[5 * n : 5 * n + 5]], n + 1) for n in range(3)]
    apart = Page(paged(sayings(9, 5), 1).html, url=f"{HOST}/kettles")
    found = list(posts([pages[2], apart, pages[0], pages[1]]))
    assert [p.url for p in (*pages, apart)] == [each.url for each in found]
    assert [each.message for each in said] == [p.body for each in found[:3] for p in each.posts]
    assert {TOPIC} == {each.address for each in found[:3]}
    assert found[3].address == f"{HOST}/kettles"


def test_page_fetched_again_yields_only_new_posts() -> None:
    said = sayings(3, 6)
    first, second = posts([paged(said[:5], 1), paged(said, 1)])
    assert (len(first.posts), len(second.posts)) == (5, 1)
