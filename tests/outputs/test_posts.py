"""Posts become feed entries with stable ids, useful titles and the right order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.outputs import syndication
from honbun.outputs.posts import channel
from tests.builders import THREAD_URL, THREADS, keyed, post, thread

if TYPE_CHECKING:
    from honbun.posts.model import Post, Thread


def bodies(*threads: Thread) -> list[str | None]:
    return [entry.content for entry in channel(keyed(*threads)).entries]


def ids(*threads: Thread) -> list[str]:
    return [entry.id for entry in channel(keyed(*threads)).entries]


def link(one: Post) -> str | None:
    [entry] = channel(keyed(thread(one, url=f"{THREAD_URL}?p=1#top"))).entries
    return entry.link


@pytest.mark.parametrize(
    ("one", "title"),
    [
        (post("Boats\nfloat."), "Ann: Boats float."),
        (post("Boats float.", author=None), "Boats float."),
        (post(None, number="12"), "#12 Ann"),
        (post(None, text="whole", author=None), "whole"),
        (post("word " * 50), "Ann: " + "word " * 15 + "word…"),
        (post("本" * 100), "Ann: " + "本" * 80 + "…"),
        (post("「a」 " + "本" * 100), "Ann: 「a」 " + "本" * 76 + "…"),
        (post("x" * 50 + " " + "y" * 29 + " z"), "Ann: " + "x" * 50 + " " + "y" * 29 + "…"),
        (post("x" * 80), "Ann: " + "x" * 80),
    ],
)
def test_title_has_author_and_beginning_of_the_message(one: Post, title: str) -> None:
    [entry] = channel(keyed(thread(one))).entries
    assert entry.title == title


def test_entry_links_to_the_permalink_or_to_the_post_on_its_page() -> None:
    assert link(post(permalink="/t/5", number="5")) == "https://a.example/t/5"
    assert link(post(number="#5 b")) == f"{THREAD_URL}?p=1#5%20b"
    assert link(post()) == f"{THREAD_URL}?p=1"


def test_permalink_is_the_id() -> None:
    assert ids(thread(post("a", permalink="#1"))) == [f"{THREAD_URL}#1"]


@pytest.mark.parametrize("permalink", [THREAD_URL, "", "javascript:x()", "http://[", None])
def test_unusable_permalink_gives_a_stable_uuid(permalink: str | None) -> None:
    [name] = ids(thread(post(permalink=permalink)))
    assert name.startswith("urn:uuid:")
    assert [name] == ids(thread(post(permalink=permalink, index=5, number="8")))


def test_url_of_page_or_thread_is_not_an_id() -> None:
    for permalink in (f"{THREAD_URL}/1", f"{THREAD_URL}/2"):
        page = thread(
            post(permalink=permalink), url=f"{THREAD_URL}/2#top", address=f"{THREAD_URL}/1"
        )
        assert ids(page)[0].startswith("urn:uuid:")


def test_permalink_shared_by_posts_is_not_an_id() -> None:
    first, second, third = ids(
        thread(post("a", permalink="#1"), post("b", permalink="#1")),
        thread(post("c", permalink="#2")),
    )
    assert first.startswith("urn:uuid:")
    assert second.startswith("urn:uuid:")
    assert first != second
    assert third == f"{THREAD_URL}#2"


def test_ids_do_not_change_when_only_new_posts_are_written() -> None:
    [page] = keyed(thread(post("+1"), post("+1")))
    both = {entry.id for entry in channel([page]).entries}
    [new] = channel([page.without({page.keys[0]})]).entries
    assert new.id in both
    assert new.id != channel([page.without({page.keys[1]})]).entries[0].id


def test_newest_post_is_first_in_either_page_order() -> None:
    old, middle, new = (post(name, published=f"2008-12-1{name}") for name in "123")
    assert bodies(thread(old, middle, new)) == ["3", "2", "1"]
    assert bodies(thread(new, middle, old)) == ["3", "2", "1"]
    assert bodies(thread(old, new), thread(middle)) == ["3", "2", "1"]


def test_times_in_different_zones_are_ordered_by_instant() -> None:
    early = post("early", published="2008-12-10T12:00+09:00")
    late = post("late", published="2008-12-10T04:00Z")
    assert bodies(thread(late, early)) == ["late", "early"]


def test_post_without_date_stays_next_to_its_neighbours() -> None:
    down = [post("a", published="2008"), post("b"), post("c", published="2009-01"), post("d")]
    assert bodies(thread(*down)) == ["d", "c", "b", "a"]
    assert bodies(thread(*down[::-1])) == ["d", "c", "b", "a"]
    assert bodies(thread(post("z"), *down[2:]), thread(down[0])) == ["d", "c", "z", "a"]


def test_numbers_give_the_order_without_dates() -> None:
    posts = [post(name, number=name) for name in ("9", "10", "11")]
    assert bodies(thread(*posts)) == bodies(thread(*posts[::-1])) == ["11", "10", "9"]


def test_last_post_is_newest_without_dates_and_numbers() -> None:
    assert bodies(thread(post("a"), post("b"))) == ["b", "a"]


def test_posts_of_one_day_are_ordered_by_number() -> None:
    same = [post(name, published="2008-12-10", number=name) for name in "123"]
    assert bodies(thread(*same)) == bodies(thread(*same[::-1])) == ["3", "2", "1"]


def test_first_page_gives_title_and_link() -> None:
    pages = [
        thread(url=f"{THREAD_URL}/2", address=f"{THREAD_URL}/1"),
        thread(url=f"{THREAD_URL}/3"),
    ]
    found = channel(keyed(*pages))
    assert (found.title, found.link) == ("Boats", f"{THREAD_URL}/1")


@pytest.mark.parametrize(
    ("threads", "title"),
    [
        ([thread(title=None)], THREAD_URL),
        ([thread(title="a"), thread(title="b")], "Posts on a.example"),
        ([thread(title="a"), thread(title="b", url="https://b.example/")], "Posts"),
        ([thread(title="a", url="a.html"), thread(title="b", url="http://[")], "Posts"),
        ([], "Posts"),
    ],
)
def test_title_of_several_threads_names_their_site(threads: list[Thread], title: str) -> None:
    assert channel(keyed(*threads)).title == title


@given(st.lists(THREADS, max_size=3))
def test_any_threads_give_a_valid_feed_with_one_entry_per_post(threads: list[Thread]) -> None:
    found = channel(keyed(*threads))
    posts = sum(len(thread.posts) for thread in threads)
    assert len({entry.id for entry in found.entries}) == posts
    for of_feed in (syndication.rss, syndication.atom):
        read = feedparser.parse(of_feed(found))
        assert not read.bozo
        assert len({entry.id for entry in read.entries}) == posts
