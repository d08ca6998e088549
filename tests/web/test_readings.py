"""What is known of pages, and for how long."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.exceptions import HTTPException

from honbun.api import feed
from honbun.errors import FetchError
from honbun.page import Page
from honbun.stores.feed_state import CachedPage
from honbun.web import freshness
from honbun.web.freshness import Reading, Readings
from honbun.web.jobs import Fetching, Workers
from honbun.web.options import ServeOptions

if TYPE_CHECKING:
    from collections.abc import Coroutine

START = datetime(2026, 11, 16, tzinfo=UTC)


class World:
    """Pages to be visited, on disk or on the web, and a clock."""

    def __init__(self, *, size: int = 10) -> None:
        self.now = START
        self.size = size
        self.disk: dict[str, datetime] = {}
        self.visited: list[tuple[str, datetime | None]] = []
        self.failure: FetchError | None = None
        self.fuller = False

    def recall(self, page: str) -> Reading | None:
        return self._reading(page, self.disk[page]) if page in self.disk else None

    def visit(self, page: str, earlier: Reading | None) -> Reading:
        self.visited.append((page, earlier.checked if earlier else None))
        if self.failure:
            raise self.failure
        return self._reading(page, self.now)

    def _reading(self, page: str, when: datetime) -> Reading:
        version = CachedPage(bytes(self.size), None, page, None, None, when)
        reading = Reading(feed(Page(b"<p>a page", url=page)), version, when)
        return replace(reading, fuller=reading) if self.fuller else reading


def _run(world: World, work: Any, *, max_age: int = 60) -> None:
    async def run() -> None:
        fetching, workers = Fetching(2), Workers(2)
        options = ServeOptions(Path("unused"), max_age=max_age)
        found: Any = world
        known = Readings(options, found, fetching, workers, lambda: world.now)
        task: Coroutine[Any, Any, None] = work(known)
        await task
        await known.close()
        fetching.close()
        workers.close()

    asyncio.run(run())


def test_what_is_on_disk_is_good_as_long_as_what_was_just_read() -> None:
    world = World()
    world.disk = {"a": START - timedelta(seconds=59), "b": START - timedelta(seconds=60)}

    async def work(known: Readings) -> None:
        assert (await known.of("a")).checked == world.disk["a"]
        assert (await known.of("b")).checked == START

    _run(world, work)
    assert world.visited == [("b", world.disk["b"])]


def test_what_is_on_disk_serves_where_the_site_fails() -> None:
    world = World()
    world.disk = {"a": START - timedelta(days=3)}
    world.failure = FetchError("down")

    async def work(known: Readings) -> None:
        assert (await known.of("a")).checked == world.disk["a"]
        with pytest.raises(FetchError, match="down"):
            await known.of("b")

    _run(world, work)


def test_what_is_known_serves_where_nobody_is_free_to_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()

    async def work(known: Readings) -> None:
        await known.of("a")
        world.now += timedelta(seconds=60)
        monkeypatch.setattr("honbun.web.jobs._WAITING", 0)
        assert (await known.of("a")).checked == START
        with pytest.raises(HTTPException, match="busy"):
            await known.of("b")

    _run(world, work)


def test_nothing_is_fresh_without_an_age() -> None:
    world = World()

    async def work(known: Readings) -> None:
        await known.of("a")
        await known.of("a")

    _run(world, work, max_age=0)
    assert world.visited == [("a", None), ("a", START)]


def test_what_a_page_had_before_counts_for_the_room_it_takes() -> None:
    world = World(size=20_000_000)
    world.fuller = True

    async def work(known: Readings) -> None:
        await known.of("a")
        await known.of("b")
        await known.of("a")

    _run(world, work)
    assert [page for page, _ in world.visited] == ["a", "b", "a"]


@pytest.mark.parametrize(
    ("size", "pages", "forgotten"),
    [(10, 20, 0), (10, 21, 1), (20_000_000, 2, 0), (20_000_000, 3, 1)],
)
def test_the_pages_asked_for_longest_ago_are_forgotten(
    size: int, pages: int, forgotten: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freshness, "_KEPT", 20)
    world = World(size=size)

    async def work(known: Readings) -> None:
        for number in range(pages):
            await known.of(str(number))
        await known.of("0")

    _run(world, work)
    assert len(world.visited) == pages + forgotten


def test_a_failure_that_is_remembered_holds_on_to_no_page() -> None:
    world = World()
    world.failure = FetchError("a: down")

    async def work(known: Readings) -> None:
        with pytest.raises(FetchError):
            await known.of("a")
        held = known._known["a"].failure
        assert held is not None
        assert (str(held), held.__traceback__) == ("a: down", None)

    _run(world, work)
