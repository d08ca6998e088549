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
    from honbun.posts.model import Post, Thread


def test_key_is_the_same_in_every_version() -> None:
    assert post_key("https://a.example/t", post()) == "34ab335811d268db980eecb3443cd6f6"


BEFORE = post(
    text="Ann 3 hours ago Boats float. 3 likes",
    date="3 hours ago",
    published="2008-12-10T06:30",
    number="7",
)
LINKED = replace(post(text="Ann Boats float."), permalink="https://a.example/t#p7")
ITEM = replace(LINKED, permalink="https://a.example/item?id=7")


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        (BEFORE, {"index": 7}),
        (BEFORE, {"number": "8"}),
        (BEFORE, {"author": None}),
        (BEFORE, {"date": "4 hours ago", "published": "2008-12-10T05:30"}),
        (BEFORE, {"text": "Ann 4 hours ago Boats float. 12 likes", "date": "4 hours ago"}),
        (BEFORE, {"body": " Boats"}),
        (BEFORE, {"xpaths": ()}),
        # Dates and counts in the text may change, also dates in unknown words.
        (replace(BEFORE, date=None), {"text": "Ann yesterday Boats float. 12 likes"}),
        (replace(BEFORE, date=None), {"text": "Ann 2008-12-10 09:30 Boats float. 0 likes"}),
        (
            post(None, text="Ann (in the olden days) Boats", date="(in the olden days)"),
            {"text": "Ann (just so) Boats", "date": "(just so)"},
        ),
        # An anchor or a permalink decides alone.
        (LINKED, {"text": "Ann Boats sink.", "permalink": "https://a.example/t?page=2#p7"}),
        (ITEM, {"text": "Ann Boats sink."}),
    ],
)
def test_surroundings_do_not_change_the_key(before: Post, changed: dict[str, object]) -> None:
    assert post_key("t", before) == post_key("t", replace(before, **changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (post(text="Ann Boats float."), post(text="Ann Boats sink.")),
        (LINKED, replace(LINKED, permalink="https://a.example/t#p8")),
        (post("b c", author="a"), post("c", author="a b")),
        (post("\ud800"), post("\ud801")),
    ],
    ids=["text", "anchor", "author", "unpaired surrogate"],
)
def test_other_posts_have_other_keys(one: Post, other: Post) -> None:
    assert post_key("\udc80", one) != post_key("\udc80", other)


def test_thread_is_part_of_the_key_unless_a_post_has_its_own_page() -> None:
    assert post_key("t", post()) != post_key("u", post())
    assert post_key("t", ITEM) == post_key("u", ITEM)


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
    assert [one.body.text.strip() for one in rest.thread.posts] == ["a", "c"]
    assert rest.keys == (found.keys[0], found.keys[2])


@given(st.lists(THREADS, max_size=3))
def test_all_keys_of_a_run_are_different(threads: list[Thread]) -> None:
    keys = [key for found in add_keys(threads) for key in found.keys]
    assert len(keys) == len(set(keys))
