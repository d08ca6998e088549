"""A page that is visited again has the same entries, and new ones with a date."""

from __future__ import annotations

import multiprocessing
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.errors import MemoryFileError
from honbun.feeds.matching import update_items
from honbun.feeds.model import Article
from honbun.stores import feed_state
from honbun.stores import feed_state as module
from honbun.stores.feed_state import CachedPage, FeedState, Subscription
from honbun.stores.seen_posts import SeenPosts
from tests.builders import ITEMS, LIST_URL, item

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.synchronize import Barrier
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


def test_first_visit_is_the_first_that_finds_items(pages: FeedState) -> None:
    assert pages.update(LIST_URL, [], NOW) == ()
    [entry] = pages.update(LIST_URL, [BOATS], NOW + DAY)
    assert entry.dated is None


def test_every_list_has_its_own_first_visit(pages: FeedState) -> None:
    pages.update(LIST_URL, [BOATS], NOW, 0)
    [cars] = pages.update(LIST_URL, [CARS], NOW + DAY, 1)
    [trams, _] = pages.update(LIST_URL, [TRAMS, CARS], NOW + 2 * DAY, 1)
    assert (cars.dated, trams.dated) == (None, "2026-05-03T12:00:00+00:00")


def test_stored_items_have_the_fields_of_the_page(pages: FeedState) -> None:
    full = item("Boats", "/boats", "2024-05-01", summary="Float.")
    [known] = pages.update(LIST_URL, [full], NOW)
    assert (known.title, known.link, known.dated) == ("Boats", full.link, "2024-05-01")
    assert known.summary == "Float."


def test_ids_survive_changed_titles_links_and_order(pages: FeedState) -> None:
    dated = item("Bridges stand", "/bridges", "2024-05-01")
    diary = item("Wednesday", None, "2024-05-01", summary="We looked at the boats, and it rained.")
    before = ids(pages, [BOATS, dated, diary])
    changed = [
        item("Wednesday", None, "2024-05-01", summary="We looked at the boats, as it rained."),
        item("Bridges stand", "/2024/bridges?ref=new", "2024-05-01"),
        TRAMS,
        item("Boats, and how they float", "http://www.a.example/boats?utm_source=x"),
    ]
    after = ids(pages, changed, NOW + DAY)
    assert [after[3], after[1], after[0]] == before
    assert after[2] not in before


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


def test_pages_are_independent(pages: FeedState) -> None:
    pages.update(LIST_URL, [BOATS], NOW)
    [entry] = pages.update("https://b.example/", [item("B", "/boats")], NOW + DAY)
    assert entry.dated is None


def test_unvisited_pages_are_deleted(
    pages: FeedState, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.update("old", [BOATS], NOW)
    pages.update("older", [BOATS], NOW - DAY)
    monkeypatch.setattr(module, "_MAX_PAGES", 2)
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


@settings(max_examples=30)
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


def test_articles_are_stored_with_their_items(pages: FeedState) -> None:
    [boats] = ids(pages, [BOATS])
    article = Article("One.\n\nTwo.", "Ann", "2024-05-01", "https://a.example/boat.png")
    pages.keep_articles(LIST_URL, {boats: article, "nobody's": Article("")})
    assert pages.articles(LIST_URL) == {boats: article}
    assert pages.articles("https://b.example/") == {}
    ids(pages, [CARS], NOW + 370 * DAY)
    assert pages.articles(LIST_URL) == {}


def test_number_of_stored_articles_is_limited(
    pages: FeedState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_state, "_MAX_ARTICLES", 1)
    [boats] = ids(pages, [BOATS])
    [cars] = ids(pages, [CARS], NOW + DAY)
    pages.keep_articles(LIST_URL, {boats: Article("b"), cars: Article("c")})
    assert pages.articles(LIST_URL) == {cars: Article("c")}


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


def test_number_of_stored_bodies_is_limited(
    pages: FeedState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_BODIES", 2)
    for number in range(3):
        fetched = NOW + number * DAY
        pages.keep(str(number), CachedPage(b"<p>", None, LIST_URL, None, None, fetched))
    assert [pages.cached(str(number)) is not None for number in range(3)] == [False, True, True]


def look(path: Path, writer: int, both: Barrier) -> None:
    both.wait()
    for number in range(10):
        with FeedState(path) as pages:
            pages.update(LIST_URL, [item(str(writer), f"/{writer}/{number}"), BOATS], NOW)


def test_concurrent_visits_lose_nothing(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    both = spawn.Barrier(2)
    writers = [spawn.Process(target=look, args=(path, writer, both)) for writer in range(2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0, 0]
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM item").fetchall() == [(21,)]


def test_other_file_is_refused_and_unchanged(path: Path) -> None:
    SeenPosts(path).close()
    before = path.read_bytes()
    with pytest.raises(MemoryFileError, match="it is not a record of subscribed pages"):
        FeedState(path)
    assert path.read_bytes() == before


def _body(pages: FeedState, url: str, body: bytes, now: datetime) -> None:
    pages.keep(url, CachedPage(body, None, url, None, None, now))


def test_size_of_stored_bodies_is_limited(
    pages: FeedState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_BODY_BYTES", 2500)
    chance = random.Random(7)
    for number in range(4):
        _body(pages, f"{LIST_URL}{number}", chance.randbytes(1000), NOW + number * DAY)
    assert [pages.cached(f"{LIST_URL}{number}") is None for number in range(4)] == [1, 1, 0, 0]
    _body(pages, f"{LIST_URL}9", chance.randbytes(5000), NOW + 9 * DAY)
    assert pages.cached(f"{LIST_URL}9") is not None
    assert pages.cached(f"{LIST_URL}3") is None


def test_too_large_file_loses_the_pages_visited_longest_ago(
    pages: FeedState, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_BYTES", 120_000)
    for number in range(30):
        many = [item(f"Item {one} of {number}", f"/{number}/{one}") for one in range(50)]
        pages.update(f"{LIST_URL}{number}", many, NOW + number * DAY / 24)
    with closing(sqlite3.connect(path)) as file:
        left = [address for (address,) in file.execute("SELECT address FROM page ORDER BY visited")]
    assert left == [f"{LIST_URL}{number}" for number in range(30)][-len(left) :]
    assert 2 < len(left) < 20
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
    monkeypatch.setattr(module, "update_items", slow)
    [cars] = pages.update(LIST_URL, [CARS], NOW)
    assert cars.dated == "2026-04-30T12:00:00+00:00"
