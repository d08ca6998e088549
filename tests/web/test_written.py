"""What was made of the lists of pages, and for how long it is good."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from honbun.api import feed
from honbun.errors import FetchError
from honbun.page import Page
from honbun.web import cache
from honbun.web.cache import Written
from tests.web.pages import front

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

NOW = datetime(2026, 11, 16, tzinfo=UTC)
LISTS = feed(Page(front(), url="http://a.example/"))
OTHERS = replace(LISTS, title="Others")


class Writer:
    """Writes, and knows how often it has."""

    def __init__(self, body: bytes = b"feed") -> None:
        self.body = body
        self.count = 0

    async def __call__(self) -> bytes:
        self.count += 1
        await asyncio.sleep(0)
        return self.body


def _run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def test_a_feed_is_written_once_for_all_who_ask() -> None:
    async def work() -> None:
        feeds, write = Written(len), Writer()
        asked = (feeds.get("a", LISTS, NOW, write) for _ in range(5))
        assert await asyncio.gather(*asked) == [b"feed"] * 5
        # Read again from disk the lists are others of the same content.
        assert await feeds.get("a", replace(LISTS), NOW, write) == b"feed"
        assert write.count == 1

    _run(work)


def test_of_readings_that_say_the_same_the_latest_is_held() -> None:
    """Each format is asked for at another time, and would hold on to a reading of its own."""

    async def work() -> None:
        feeds, latest = Written(len), replace(LISTS)
        for lists in (LISTS, latest):
            await feeds.get("a", lists, NOW, Writer())
        assert feeds._made["a"].lists is latest

    _run(work)


def test_a_feed_is_written_anew_where_the_page_says_something_else_or_an_hour_has_passed() -> None:
    async def work() -> None:
        feeds, write = Written(len), Writer()
        for lists, now in ((LISTS, NOW), (OTHERS, NOW), (OTHERS, NOW + timedelta(hours=1))):
            await feeds.get("a", lists, now, write)
        assert write.count == 3

    _run(work)


def test_what_failed_is_tried_again() -> None:
    async def fail() -> bytes:
        raise FetchError("down")

    async def work() -> None:
        feeds, write = Written(len), Writer()
        with pytest.raises(FetchError):
            await feeds.get("a", LISTS, NOW, fail)
        assert await feeds.get("a", LISTS, NOW, write) == b"feed"

    _run(work)


@pytest.mark.parametrize(("bound", "value"), [("_MOST", 2), ("_MOST_BYTES", 8)])
def test_the_feeds_asked_for_longest_ago_are_let_go(
    bound: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, bound, value)

    async def work() -> None:
        feeds, write = Written(len), Writer()
        for key in "abac":
            await feeds.get(key, LISTS, NOW, write)
        assert write.count == 3
        await feeds.get("a", LISTS, NOW, write)
        assert write.count == 3
        await feeds.get("b", LISTS, NOW, write)
        assert write.count == 4

    _run(work)


def test_who_leaves_does_not_take_the_feed_from_others() -> None:
    async def work() -> None:
        feeds, write = Written(len), Writer()
        leaving, staying = (
            asyncio.create_task(feeds.get("a", LISTS, NOW, write)) for _ in range(2)
        )
        await asyncio.sleep(0)
        leaving.cancel()
        assert await staying == b"feed"
        assert leaving.cancelled()

    _run(work)
