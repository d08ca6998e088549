"""Items are known again, whatever a page changes about them, and no two as one."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds.matching import KnownItem, known_item, match_items
from tests.feeds.made import ITEMS, URL, item

if TYPE_CHECKING:
    from honbun.feeds.model import Item


def remembered(*items: Item) -> list[KnownItem]:
    return [known_item(one, str(number), None, one.published) for number, one in enumerate(items)]


def again(before: list[Item], now: list[Item]) -> list[int | None]:
    return match_items(URL, remembered(*before), now)


BOATS = item("Boats float", "/boats", "2024-05-01", summary="They do, on water and on mud.")
CARS = item("Cars drive", "/cars", "2024-05-02")


@pytest.mark.parametrize(
    "now",
    [
        item("Boats float on water", "/boats"),
        item("Completely different", "/boats", "2024-06-01"),
        item("Boats float", "http://www.a.example/boats/?utm_source=x"),
        item("BOATS  float", "/boats?session=17"),
        item("Boats float", "/boats#part-2"),
        item("Boats float", "/2024/05/boats", "2024-05-01"),
        item("Boats float", None, "2024-05-01"),
    ],
    ids=["title", "title and date", "address", "query", "fragment", "moved", "link lost"],
)
def test_an_item_is_known_again_although_something_changed(now: Item) -> None:
    assert again([CARS, BOATS], [now, CARS]) == [1, 0]


@pytest.mark.parametrize(
    "now",
    [
        item("Boats sink", "/boats-2", "2024-05-01"),
        item("Boats float", "/boats-2", "2024-05-08"),
        item("Boats float", "/boats-2"),
        item("Boats float", None, "2024-05-08"),
        item("Boats float", "/cars?boats"),
        item("Boats float", "/boats?v=2", "2024-05-08"),
    ],
    ids=["title", "date", "no date", "no link", "path", "query and date"],
)
def test_another_item_is_new(now: Item) -> None:
    assert again([CARS, BOATS], [now, CARS]) == [None, 0]


def test_a_new_item_of_an_old_title_is_new_where_queries_choose_the_page() -> None:
    before = [item("Weekly notes", "/view?id=1"), item("Boats", "/view?id=2")]
    assert again(before, [item("Weekly notes", "/view?id=3"), before[1]]) == [None, 1]


def test_a_note_with_a_new_date_is_new_although_its_anchor_page_and_title_are_old() -> None:
    before = [item("Weekly notes", f"{URL}#n1", "2024-05-01")]
    assert again(before, [item("Weekly notes", f"{URL}#n2", "2024-05-08"), *before]) == [None, 0]
    assert again(before, [item("Weekly notes", f"{URL}#n2", "2024-05-08")]) == [None]


def test_a_site_that_moves_takes_its_items_along() -> None:
    titles = ["Boats float", "Cars drive", "Trams run", "Bridges stand"]
    before = [item(title, f"/news?id={number}") for number, title in enumerate(titles)]
    after = [item(title, f"https://b.example/{title[:3]}") for title in titles]
    new = item("Rafts drift", "https://b.example/raf")
    assert again(before, [new, *reversed(after)]) == [None, 3, 2, 1, 0]
    long_ago = [replace(one, seen_last=False) for one in remembered(*before)]
    assert match_items(URL, long_ago, after) == [None] * 4
    redated = [replace(one, published=f"2024-05-0{n}") for n, one in enumerate(before, 1)]
    assert again(redated, [replace(one, published="2026-05-01") for one in after]) == [None] * 4


def test_a_few_titles_of_many_that_come_again_are_new_items() -> None:
    before = [item(title, f"/1/{title}") for title in "abc"]
    assert again(before, [item(title, f"/2/{title}") for title in "ab"]) == [None] * 2
    assert again(before, [item(title, f"/2/{title}") for title in "abcdefg"]) == [None] * 7


def test_anchors_that_are_numbered_anew_do_not_carry_items_along() -> None:
    before = [item("Boats", f"{URL}#1"), item("Cars", f"{URL}#2")]
    now = [item("Trams", f"{URL}#1"), item("Boats", f"{URL}#2"), item("Cars", f"{URL}#3")]
    assert again(before, now) == [None, 0, 1]


def test_anchors_that_are_numbered_anew_do_not_join_notes_of_one_title() -> None:
    before = [
        item("Notes", f"{URL}#1", "2024-05-01"),
        item("Boats", f"{URL}#2"),
        item("Cars", f"{URL}#3"),
    ]
    now = [item("Boats", f"{URL}#1"), item("Notes", f"{URL}#2", "2024-05-08"), before[2]]
    assert again(before, now) == [1, None, 2]
    newer = [item("Notes", f"{URL}#1", "2024-05-08"), item("Notes", f"{URL}#2", "2024-05-01")]
    assert again(before[:1], newer) == [None, 0]


def test_items_that_share_a_link_are_matched_by_title_date_and_text() -> None:
    before = [
        item("Boats", "/events", "2024-05-01"),
        item("Cars", "/events", "2024-05-02"),
        item("Trams in the old town", "/events"),
    ]
    now = [
        item("Rafts", "/events", "2024-05-09"),
        item("Trams in the Old Town!", "/events"),
        item("Cars", "/events", "2024-06-02"),
        item("Boats", "/events"),
    ]
    assert again(before, now) == [None, 2, 1, 0]


def test_a_diary_entry_with_a_small_edit_is_the_same() -> None:
    day = "2024-05-01"
    before = [
        item("Wednesday", None, day, summary="We went to the harbour and looked at the boats."),
        item("Wednesday", None, day, summary="In the evening it rained, so we stayed at home."),
    ]
    now = [
        item("Wednesday", None, day, summary="In the evening it rained, and we stayed at home."),
        item("Wednesday", None, day, summary="Nothing else happened today, or so they say."),
        item("Harbour", None, day, summary="We went to the harbour, and looked."),
    ]
    assert again(before, now) == [1, None, 0]


def test_an_entry_without_a_date_is_the_same_only_where_nearly_all_of_it_is() -> None:
    before = [item("Quay", summary="The crane on the east quay is out of order until Friday.")]
    edited = item("Quays", summary="The crane on the east quay is out of order until Friday!")
    other = item("Quays", summary="The crane on the west quay is out of use until Monday.")
    assert again(before, [other, edited]) == [None, 0]
    assert again(before, [other]) == [None]


def test_a_notice_like_one_that_left_before_the_last_look_is_new() -> None:
    [left] = remembered(item("Closed", summary="The crane is out of order until Friday."))
    like = item("Closed", summary="The crane is out of order until Monday.")
    assert match_items(URL, [left], [like]) == [0]
    assert match_items(URL, [replace(left, seen_last=False)], [like]) == [None]


def test_a_note_of_an_old_title_is_new_where_the_old_one_left_with_its_anchor() -> None:
    before = [item("Update", f"{URL}#n1"), item("Boats", f"{URL}#n2")]
    assert again(before, [item("Update", f"{URL}#n3"), before[1]]) == [None, 1]


@given(st.lists(ITEMS, max_size=6), st.lists(ITEMS, max_size=6))
def test_no_item_is_matched_twice(before: list[Item], now: list[Item]) -> None:
    found = again(before, now)
    assert len(found) == len(now)
    known_again = [number for number in found if number is not None]
    assert len(set(known_again)) == len(known_again)


@given(st.lists(ITEMS, max_size=8))
def test_a_page_that_did_not_change_has_nothing_new(items: list[Item]) -> None:
    assert None not in again(items, items)


def test_hundreds_of_items_that_nothing_tells_apart_are_all_known_again() -> None:
    assert None not in again([item()] * 300, [item()] * 300)


def test_thousands_of_items_without_links_take_no_longer_than_a_moment() -> None:
    before = [item(f"Note {i}", summary=f"text {i} " * 20) for i in range(5000)]
    now = [item(f"Other {i}", summary=f"words {i} " * 20) for i in range(1000)]
    started = time.process_time()
    assert set(again(before, now)) == {None}
    assert time.process_time() - started < 5
