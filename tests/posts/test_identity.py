"""Post keys stay the same when the surroundings of a post change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.posts.identity import add_keys, page_address, post_key
from tests.builders import THREADS, keyed, post, thread

if TYPE_CHECKING:
    from honbun.posts.model import Thread


def test_key_has_128_bits() -> None:
    assert len(bytes.fromhex(post_key("t", post()))) == 16


def test_key_is_the_same_in_every_version() -> None:
    assert post_key("https://a.example/t", post()) == "34ab335811d268db980eecb3443cd6f6"


@pytest.mark.parametrize(
    "changed",
    [
        {"index": 7},
        {"number": "8"},
        {"author": None},
        {"date": "4 hours ago", "published": "2008-12-10T05:30"},
        {"text": "Ann 4 hours ago Boats float. 12 likes", "date": "4 hours ago"},
        {"body": " Boats"},
        {"xpaths": ()},
    ],
    ids="-".join,
)
def test_surroundings_do_not_change_the_key(changed: dict[str, object]) -> None:
    before = post(
        text="Ann 3 hours ago Boats float. 3 likes",
        date="3 hours ago",
        published="2008-12-10T06:30",
        number="7",
    )
    assert post_key("t", before) == post_key("t", replace(before, **changed))  # type: ignore[arg-type]


def test_other_message_has_another_key() -> None:
    assert post_key("t", post(text="Ann Boats float.")) != post_key(
        "t", post(text="Ann Boats sink.")
    )


def test_anchor_makes_the_key_on_any_page_and_with_any_text() -> None:
    first = replace(post(text="Ann Boats float."), permalink="https://a.example/t#p7")
    later = replace(post(text="Ann Boats sink."), permalink="https://a.example/t?page=2#p7")
    other = replace(first, permalink="https://a.example/t#p8")
    assert post_key("t", first) == post_key("t", later)
    assert post_key("t", first) != post_key("t", other)


def test_permalink_makes_the_key() -> None:
    first = replace(post(text="Ann Boats float."), permalink="https://a.example/item?id=7")
    assert post_key("t", first) == post_key("u", replace(first, text="Ann Boats sink."))


def test_same_post_in_another_thread_has_another_key() -> None:
    assert post_key("t", post()) != post_key("u", post())


def test_author_and_text_are_not_concatenated() -> None:
    assert post_key("t", post("b c", author="a")) != post_key("t", post("c", author="a b"))


@pytest.mark.parametrize(
    "later",
    [
        "Ann, 5 hours ago: Boats float. 12 likes",
        "Ann, yesterday: Boats float. 3 likes",
        "Ann, 2008-12-10 09:30: Boats float. 0 likes",
    ],
)
def test_dates_and_counts_in_the_text_may_change(later: str) -> None:
    first = post(None, text="Ann, 3 hours ago: Boats float. 3 likes")
    assert post_key("t", first) == post_key("t", post(None, text=later))


def test_date_in_unknown_words_may_change() -> None:
    first = post(None, text="Ann (in the olden days) Boats", date="(in the olden days)")
    later = post(None, text="Ann (just so) Boats", date="(just so)")
    assert post_key("t", first) == post_key("t", later)


def test_second_equal_post_has_another_key() -> None:
    [found] = add_keys([thread(post("+1"), post("no"), post("+1"), post("+1", author="Bob"))])
    assert len(set(found.keys)) == 4


def test_later_equal_post_leaves_earlier_keys_unchanged() -> None:
    [before] = add_keys([thread(post("+1"), post("+1"))])
    [later] = add_keys([thread(post("no"), post("+1"), post("+1"), post("+1"))])
    assert later.keys[1:3] == before.keys
    assert later.keys[3] not in before.keys


def test_equal_posts_on_two_pages_of_a_thread_are_two() -> None:
    first, second = add_keys(thread(post("+1"), url=f"t?{page}", address="t") for page in "12")
    assert first.keys != second.keys


def test_post_that_moved_to_the_next_page_keeps_its_key() -> None:
    pages = [thread(post(), url=f"t?{page}", address="t") for page in "12"]
    [[first], [second]] = [[*add_keys([page])] for page in pages]
    assert first.keys == second.keys


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://a.example/t?p=1#5", "https://a.example/t?p=1"),
        ("t.html", "t.html"),
        ("http://[#x", "http://[#x"),
    ],
)
def test_fragment_of_the_page_url_does_not_matter(url: str, address: str) -> None:
    assert page_address(thread(url=url)) == address


def test_remaining_posts_keep_their_keys() -> None:
    [found] = keyed(thread(post("a"), post("b"), post("c")))
    rest = found.without({found.keys[1]})
    assert [one.body for one in rest.thread.posts] == ["a", "c"]
    assert rest.keys == (found.keys[0], found.keys[2])


@given(st.lists(THREADS, max_size=3))
def test_all_keys_of_a_run_are_different(threads: list[Thread]) -> None:
    keys = [key for found in add_keys(threads) for key in found.keys]
    assert len(keys) == len(set(keys))


def test_unpaired_surrogate_is_accepted() -> None:
    assert post_key("\udc80", post("\ud800")) != post_key("\udc80", post("\ud801"))
