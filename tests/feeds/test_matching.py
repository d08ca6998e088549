"""Known items are recognised after changes, and get a stable id and date."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.feeds import matching
from honbun.feeds.matching import KnownItem, known_item, match_items, stable_date, update_items
from tests.builders import ITEMS, LIST_URL, item

if TYPE_CHECKING:
    from honbun.feeds.model import Item

SEEN = datetime(2026, 5, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("published", "first", "dated"),
    [
        (None, SEEN, "2026-05-01T12:00:00+00:00"),
        ("--04-30", SEEN, "2026-05-01T12:00:00+00:00"),
        *((date, SEEN, date) for date in ("2024-05-01", "2024-05", "2024")),
        (None, None, None),
    ],
)
def test_item_has_its_own_date_or_the_time_it_was_first_seen(
    published: str | None, first: datetime | None, dated: str | None
) -> None:
    """There is none at the first poll."""
    assert known_item(item(), "1", first, published).dated == dated


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ("2024-05-01T10:00", "2024-05-01T10:35", "2024-05-01T10:00"),
        ("2024-05-01T23:00", "2024-05-02", "2024-05-01T23:00"),
        ("2024-05-01T10:00", "2024-05-03T10:00", "2024-05-03T10:00"),
        ("2024-05-01", "2024-05-02", "2024-05-02"),
        ("2024-05", "2024-05-01", "2024-05-01"),
        ("2024", "2024-05", "2024-05"),
        ("2024-05-20", "2024-05", "2024-05-20"),
        ("--05-01", None, "--05-01"),
        (None, "2024-05-02", "2024-05-02"),
        ("2024-05-01", None, "2024-05-01"),
        (None, None, None),
    ],
)
def test_drifting_date_stays(before: str | None, now: str | None, expected: str) -> None:
    assert stable_date(before, now) == expected


def test_long_summary_is_truncated() -> None:
    assert known_item(item(summary="x" * 5000), "1", None, None).summary == "x" * 1000


def known_items(*items: Item) -> list[KnownItem]:
    return [known_item(one, str(number), None, one.published) for number, one in enumerate(items)]


def again(before: list[Item], now: list[Item]) -> list[int | None]:
    return match_items(LIST_URL, known_items(*before), now)


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
def test_changed_item_is_recognised(now: Item) -> None:
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
def test_other_item_is_new(now: Item) -> None:
    assert again([CARS, BOATS], [now, CARS]) == [None, 0]


def listed(*rows: str) -> list[Item]:
    """Items as `polls.toml` has them."""
    found = []
    for row in rows:
        title, link, date, summary = [*map(str.strip, row.split("|")), "", "", ""][:4]
        url = LIST_URL + link if link.startswith("#") else link
        found.append(item(title, url or None, date or None, summary=summary or None))
    return found


POLLS = tomllib.loads(Path(__file__).with_name("polls.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", POLLS)
def test_items_are_matched_by_link_title_date_and_text(name: str) -> None:
    poll = POLLS[name]
    found = again(listed(*poll["before"]), listed(*poll["now"]))
    assert [-1 if number is None else number for number in found] == poll["expected"]


def test_items_of_a_moved_site_are_recognised() -> None:
    titles = ["Boats float", "Cars drive", "Trams run", "Bridges stand"]
    before = [item(title, f"/news?id={number}") for number, title in enumerate(titles)]
    after = [item(title, f"https://b.example/{title[:3]}") for title in titles]
    new = item("Rafts drift", "https://b.example/raf")
    assert again(before, [new, *reversed(after)]) == [None, 3, 2, 1, 0]
    long_ago = [replace(one, seen_last=False) for one in known_items(*before)]
    assert match_items(LIST_URL, long_ago, after) == [None] * 4
    redated = [replace(one, published=f"2024-05-0{n}") for n, one in enumerate(before, 1)]
    assert again(redated, [replace(one, published="2026-05-01") for one in after]) == [None] * 4


def test_notice_similar_to_one_that_disappeared_earlier_is_new() -> None:
    [left] = known_items(item("Closed", summary="The crane is out of order until Friday."))
    like = item("Closed", summary="The crane is out of order until Monday.")
    assert match_items(LIST_URL, [left], [like]) == [0]
    assert match_items(LIST_URL, [replace(left, seen_last=False)], [like]) == [None]


@given(st.lists(ITEMS, max_size=6), st.lists(ITEMS, max_size=6))
def test_no_item_is_matched_twice(before: list[Item], now: list[Item]) -> None:
    found = again(before, now)
    assert len(found) == len(now)
    known_again = [number for number in found if number is not None]
    assert len(set(known_again)) == len(known_again)


@given(st.lists(ITEMS, max_size=8))
@example([item()] * 300)
def test_unchanged_page_has_nothing_new(items: list[Item]) -> None:
    assert None not in again(items, items)


def test_comparisons_of_items_without_links_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    compare = Mock(return_value=0.0)
    monkeypatch.setattr(matching, "_COMPARISONS", 100)
    monkeypatch.setattr(matching, "dice", compare)
    before = [item(f"Note {n}", summary=f"text {n} " * 20) for n in range(50)]
    assert set(again(before, [item(f"Other {n}") for n in range(50)])) == {None}
    assert compare.call_count == 100


NOW = datetime(2026, 5, 1, tzinfo=UTC)


def test_items_of_the_first_poll_have_no_first_time() -> None:
    [first] = update_items(LIST_URL, [item(link="/1")], [], None)
    assert (first.id, first.first) == ("https://a.example/1", None)
    again, new = update_items(LIST_URL, [item("Corrected", "/1"), item(link="/2")], [first], NOW)
    assert (again.id, again.title, again.first) == (first.id, "Corrected", None)
    assert (new.id, new.first) == ("https://a.example/2", NOW)


def test_moved_item_keeps_its_id() -> None:
    before = update_items(LIST_URL, [item(link="/1", published="2024-05-01")], [], None)
    [moved] = update_items(LIST_URL, [item(link="/new/1", published="2024-05-01")], before, NOW)
    assert (moved.id, moved.link) == ("https://a.example/1", "https://a.example/new/1")


def test_id_is_not_reused_for_the_next_item() -> None:
    before = update_items(LIST_URL, [item("Boats", "/1", "2024-05-01")], [], None)
    moved = update_items(LIST_URL, [item("Boats", "/2", "2024-05-01")], before, NOW)
    boats, cars = update_items(
        LIST_URL, [item("Boats", "/2", "2024-05-01"), item("Cars", "/1")], moved, NOW
    )
    assert boats.id == "https://a.example/1"
    assert cars.id.startswith("urn:uuid:")


@given(st.lists(st.lists(ITEMS, max_size=5), max_size=4))
def test_ids_stay_unique_over_all_polls(pages: list[list[Item]]) -> None:
    remembered: dict[str, KnownItem] = {}
    for items in pages:
        found = update_items(LIST_URL, items, list(remembered.values()), NOW)
        assert len({one.id for one in found}) == len(items)
        remembered |= {one.id: one for one in found}
