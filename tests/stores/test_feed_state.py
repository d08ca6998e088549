"""A page that is visited again has the same entries, and new ones with a date."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.feeds.matching import update_items
from honbun.feeds.model import Article
from honbun.stores import feed_state
from honbun.stores.feed_state import CachedPage, FeedState, Subscription
from tests.builders import ITEMS, LIST_URL, item

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.feeds.model import Item

NOW = datetime(2026, 5, 1, 12, 0, 0, 999, tzinfo=UTC)
DAY = timedelta(days=1)
BOATS, CARS, TRAMS = item("Boats", "/boats"), item("Cars", "/cars"), item("Trams", "/trams")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "feeds.db"


@pytest.fixture
def pages(path: Path) -> Iterator[FeedState]:
    with FeedState(path) as pages:
        yield pages


def ids(pages: FeedState, items: list[Item], now: datetime = NOW) -> list[str]:
    return [entry.id for entry in pages.update(LIST_URL, items, now)]


def test_new_item_keeps_the_time_it_was_first_seen(path: Path) -> None:
    for days in range(4):
        with FeedState(path) as pages:
            items = [CARS, BOATS] if days else [BOATS]
            found = pages.update(LIST_URL, items, NOW + days * DAY)
            dates = {entry.title: entry.dated for entry in found}
        assert dates["Boats"] is None
        assert dates.get("Cars") == ("2026-05-02T12:00:00+00:00" if days else None)


def test_stored_time_does_not_depend_on_the_time_zone(pages: FeedState) -> None:
    pages.update(LIST_URL, [BOATS], NOW)
    tokyo = (NOW + DAY).astimezone(timezone(timedelta(hours=9)))
    [first, _] = pages.update(LIST_URL, [CARS, BOATS], tokyo)
    [again, _] = pages.update(LIST_URL, [CARS, BOATS], NOW + 2 * DAY)
    assert first == again


def test_item_that_returns_within_a_year_keeps_its_id(pages: FeedState) -> None:
    [moved] = ids(pages, [item("Bridges", "/1", "2024-05-01")])
    assert ids(pages, [item("Bridges", "/2", "2024-05-01")]) == [moved]
    ids(pages, [BOATS], NOW + DAY)
    later = NOW + 360 * DAY
    assert ids(pages, [item("Bridges, corrected", "/2")], later) == [moved]
    ids(pages, [BOATS], later + 366 * DAY)
    assert ids(pages, [item("Bridges", "/2")], later + 367 * DAY) != [moved]


def test_edited_item_keeps_its_id_only_while_it_is_listed(pages: FeedState) -> None:
    friday = item("Crane", summary="The crane on the quay is out of order until Friday.")
    monday = item("Crane", summary="The crane on the quay is out of order until Monday.")
    [first] = ids(pages, [friday])
    pages.update(LIST_URL, [BOATS], NOW + DAY / 2, 1)  # another list: not a visit to this one
    assert ids(pages, [monday], NOW + DAY) == [first]
    ids(pages, [BOATS], NOW + 2 * DAY)
    assert ids(pages, [friday], NOW + 3 * DAY) != [first]


def test_number_of_stored_items_is_limited(
    pages: FeedState, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_state, "_MAX_ITEMS", 2)
    for number in range(5):
        ids(pages, [item(str(number), f"/{number}"), BOATS, CARS], NOW + number * DAY)
    with closing(sqlite3.connect(path)) as other:
        titles = {title for (title,) in other.execute("SELECT title FROM item")}
    assert titles == {"2", "3", "4", "Boats", "Cars"}


def test_unvisited_pages_are_deleted(
    pages: FeedState, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.update("old", [BOATS], NOW)
    pages.update("older", [BOATS], NOW - DAY)
    monkeypatch.setattr(feed_state, "_MAX_PAGES", 2)
    pages.update("new", [BOATS], NOW)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT address FROM page ORDER BY number").fetchall() == [
            ("old",),
            ("new",),
        ]
    pages.update("new", [BOATS], NOW + 366 * DAY)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT address FROM page ORDER BY number").fetchall() == [("new",)]
        assert other.execute("SELECT count(*) FROM item").fetchall() == [(1,)]


@settings(max_examples=15)
@given(st.lists(st.lists(ITEMS, max_size=4), max_size=3))
def test_any_items_are_stored_and_recognised(
    tmp_path_factory: pytest.TempPathFactory, polls: list[list[Item]]
) -> None:
    with FeedState(tmp_path_factory.mktemp("any") / "feeds.db") as pages:
        for items in polls:
            first = pages.update(LIST_URL, items, NOW)
            assert len({entry.id for entry in first}) == len(items)
            again = pages.update(LIST_URL, items, NOW + DAY)
            assert {entry.id for entry in again} == {entry.id for entry in first}
            # Identical items cannot be distinguished.
            if len(set(items)) == len(items):
                assert again == first


def test_repeated_request_is_one_subscription(pages: FeedState) -> None:
    pages.subscribe(LIST_URL, "News", 0, NOW)
    pages.subscribe("https://b.example/", None, 0, NOW + DAY)
    pages.subscribe(LIST_URL, None, 0, NOW + 2 * DAY)
    pages.subscribe(LIST_URL, "News", 1, NOW + 3 * DAY)
    second = NOW.replace(microsecond=0)
    assert pages.subscribed() == [
        Subscription(LIST_URL, "News", 0, second, second + 2 * DAY),
        Subscription("https://b.example/", None, 0, second + DAY, second + DAY),
        Subscription(LIST_URL, "News", 1, second + 3 * DAY, second + 3 * DAY),
    ]


def test_fetched_page_is_stored(pages: FeedState) -> None:
    assert pages.cached(LIST_URL) is None
    fetched = NOW.replace(microsecond=0)
    first = CachedPage(
        b"<p>1", "text/html", LIST_URL, '"1"', "Fri, 01 May 2026 12:00:00 GMT", fetched
    )
    second = CachedPage(b"", None, f"{LIST_URL}/", None, None, fetched + DAY)
    for version in (first, second):
        pages.keep(LIST_URL, version)
        assert pages.cached(LIST_URL) == version


def test_too_large_file_loses_the_pages_visited_longest_ago(
    pages: FeedState, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_state, "_MAX_BYTES", 100_000)
    for number in range(15):
        many = [item(f"Item {one} of {number}", f"/{number}/{one}") for one in range(50)]
        pages.update(f"{LIST_URL}{number}", many, NOW + number * DAY / 24)
    with closing(sqlite3.connect(path)) as file:
        left = [address for (address,) in file.execute("SELECT address FROM page ORDER BY visited")]
    assert left == [f"{LIST_URL}{number}" for number in range(15)][-len(left) :]
    assert 2 < len(left) < 12
    assert path.stat().st_size < 200_000


def test_concurrent_change_during_matching_is_respected(
    pages: FeedState, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long lists are compared before the file is locked; here another visit intervenes."""
    meanwhile = [CARS]

    def slow(*arguments: Any) -> Any:
        found = update_items(*arguments)
        while meanwhile:
            with FeedState(path) as others:
                others.update(LIST_URL, [meanwhile.pop()], NOW - DAY)
        return found

    pages.update(LIST_URL, [BOATS], NOW - 2 * DAY)
    monkeypatch.setattr(feed_state, "update_items", slow)
    [cars] = pages.update(LIST_URL, [CARS], NOW)
    assert cars.dated == "2026-04-30T12:00:00+00:00"


def test_only_items_that_come_after_the_first_visit_of_a_list_are_dated(pages: FeedState) -> None:
    assert pages.update(LIST_URL, [], NOW) == (), "the first visit is the first that finds items"
    [boats] = pages.update(LIST_URL, [BOATS], NOW + DAY, 0)
    [other] = pages.update("https://b.example/", [BOATS], NOW + DAY)
    [cars] = pages.update(LIST_URL, [CARS], NOW + DAY, 1)
    [trams, _] = pages.update(LIST_URL, [TRAMS, CARS], NOW + 2 * DAY, 1)
    assert (boats.dated, other.dated, cars.dated) == (None, None, None)
    assert trams.dated == "2026-05-03T12:00:00+00:00"


def test_articles_are_stored_with_their_items_up_to_a_limit(
    pages: FeedState, monkeypatch: pytest.MonkeyPatch
) -> None:
    [boats] = ids(pages, [BOATS])
    article = Article("One.\n\nTwo.", "Ann", "2024-05-01", "https://a.example/boat.png")
    pages.keep_articles(LIST_URL, {boats: article, "nobody's": Article("")})
    assert pages.articles(LIST_URL) == {boats: article}
    assert pages.articles("https://b.example/") == {}
    monkeypatch.setattr(feed_state, "_MAX_ARTICLES", 1)
    [cars] = ids(pages, [CARS], NOW + DAY)
    pages.keep_articles(LIST_URL, {cars: Article("c")})
    assert pages.articles(LIST_URL) == {cars: Article("c")}
    ids(pages, [BOATS], NOW + 370 * DAY)
    assert pages.articles(LIST_URL) == {}


@pytest.mark.parametrize(
    ("limit", "value", "stored"),
    [
        ("_MAX_BODIES", 2, [False, False, True, True]),
        ("_MAX_BODY_BYTES", 2500, [False, False, True, True]),
        ("_MAX_BODY_BYTES", 1, [False, False, False, True]),  # the last is stored, whatever it is
    ],
)
def test_bodies_of_the_pages_visited_longest_ago_are_deleted(
    pages: FeedState, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, stored: list[bool]
) -> None:
    monkeypatch.setattr(feed_state, limit, value)
    chance = random.Random(7)
    for number in range(4):
        body, now = chance.randbytes(1000), NOW + number * DAY
        pages.keep(str(number), CachedPage(body, None, LIST_URL, None, None, now))
    assert [pages.cached(str(number)) is not None for number in range(4)] == stored
