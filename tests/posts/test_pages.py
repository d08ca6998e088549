"""Threads over several pages: separated, ordered, without repeated posts."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.api import posts
from honbun.html.parse import parse
from honbun.page import Page
from honbun.posts.pages import differ_by_page, group_threads, thread_position, without_repeats
from tests.builders import POSTS, post, thread
from tests.posts.builders import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.posts.model import Post, Thread
    from honbun.posts.pages import ThreadPosition

HOST = "https://board.example"
TOPIC = f"{HOST}/topic?id=5"
NAMES = "Ottilie Wim Petra Yuki Tobias".split()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/t/5", "/t/5?page=2", True),
        ("/t/5", "/t/5/page-2", True),
        ("/t/5", "/t/5/2", True),
        ("/t.php?id=5&start=20", "/t.php?id=5&start=40", True),
        ("/t-5-1.html", "/t-5-2.html", True),
        ("/t/5", "/t/5", False),
        ("/t/5", "/u/5", False),
        ("/t/5", "/t/5/edit", False),
        ("/t/5", "/t/6?page=2", False),
        ("/t/5", "/t/5?page=2&sort=new", False),
    ],
)
def test_page_urls_differ_by_a_number_or_a_named_number(
    one: str, other: str, *, same: bool
) -> None:
    assert differ_by_page(HOST + one, HOST + other) is same
    assert differ_by_page(HOST + other, HOST + one) is same


@given(st.text(max_size=20), st.text(max_size=20))
def test_order_of_the_urls_does_not_matter(one: str, other: str) -> None:
    assert differ_by_page(one, other) == differ_by_page(other, one)


def position(url: str, *links: str, title: str | None = "Boats") -> ThreadPosition:
    html = "".join(f'<a href="{link}">x</a>' for link in links)
    return thread_position(parse(html), url, url, title)


def test_pages_that_link_to_each_other_are_one_thread_in_order() -> None:
    pages = [
        position(f"{TOPIC}&page=10", f"{TOPIC}&page=2"),
        position(f"{HOST}/other"),
        position(f"{TOPIC}&page=2", TOPIC),
        position(TOPIC, "?id=5&page=2#last"),
    ]
    assert group_threads(pages) == [[3, 2, 0], [1]]


def test_pages_without_links_are_separate_threads() -> None:
    assert group_threads([position(TOPIC), position(f"{TOPIC}&page=2")]) == [[0], [1]]


def test_titles_separate_neighbouring_threads() -> None:
    one = position(f"{HOST}/t/5", f"{HOST}/t/6", title="Boats and ropes")
    other = position(f"{HOST}/t/6", f"{HOST}/t/5", title="Kettles")
    assert group_threads([one, other]) == [[0], [1]]
    assert group_threads([one, replace(other, title="Boats and ropes - page 2")]) == [[0, 1]]
    assert group_threads([one, replace(other, title="Boats and ropes of old")]) == [[0, 1]]
    assert group_threads([one, replace(other, title="Boats and ropes of old men")]) == [[0], [1]]


@given(
    st.lists(
        st.builds(
            lambda here, links: position(
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
    assert position("http://[", "http://[#x", "javascript:x()", "").linked_hashes == ()


def marks(threads: list[Thread]) -> list[tuple[object, ...]]:
    return [mark(each) for page in threads for each in page.posts]


def mark(each: Post) -> tuple[object, ...]:
    return (each.author, each.body.text or each.text, each.published or each.date, each.number)


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


MESSAGES = [sentences(Random(number), 3) for number in range(16)]


def paged(numbers: Iterable[int], page: int, url: str | None = None) -> Page:
    """A page of a thread with some of the messages."""
    cards = "".join(
        f'<div class="post" id="p{n}"><p class="head"><b>{NAMES[n * n % 5]}</b> '
        f'<i>2010-03-{n + 1:02} 10:00</i></p><p class="body">{MESSAGES[n]}</p></div>'
        for n in numbers
    )
    links = "".join(f'<a href="/topic?id=5&page={n}">{n}</a> ' for n in (2, 3) if n != page)
    html = f"<title>Boats</title><div>{cards}</div><p><a href='/topic?id=5'>1</a> {links}"
    return Page(html, url=url or (TOPIC if page == 1 else f"{TOPIC}&page={page}"))


def test_thread_of_three_pages_has_its_posts_in_order_and_once() -> None:
    """Every page of the thread starts with the opening post."""
    pages = [paged([0, *range(5 * n + 1, 5 * n + 6)], n + 1) for n in range(3)]
    apart = paged(range(9, 14), 1, f"{HOST}/kettles")
    found = list(posts([pages[2], apart, pages[0], pages[1]]))
    assert [p.url for p in (*pages, apart)] == [each.url for each in found]
    assert [p.body.text.strip() for each in found[:3] for p in each.posts] == MESSAGES
    assert [each.address for each in found] == [TOPIC] * 3 + [f"{HOST}/kettles"]


def test_page_fetched_again_yields_only_new_posts() -> None:
    first, second = posts([paged(range(5), 1), paged(range(6), 1)])
    assert (len(first.posts), len(second.posts)) == (5, 1)
