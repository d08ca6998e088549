"""Which version of a page is used, and when it is fetched again."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from starlette.exceptions import HTTPException

from honbun.api import feed
from honbun.errors import FetchError, FetchTimeout, UnreadablePage
from honbun.inputs.fetch.fetcher import FetchResult, Validators
from honbun.page import Page
from honbun.stores.feed_state import CachedPage
from honbun.web import freshness
from honbun.web.freshness import FreshPages, PageFetches, PageLists, find_lists
from honbun.web.jobs import Fetches, Threads
from tests.web.loop import run
from tests.web.pages import front

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from honbun.feeds.model import Feed

PAGE = "https://a.example/"
START = datetime(2026, 11, 16, tzinfo=UTC)
LATER = START + timedelta(hours=1)
DAY = timedelta(days=1)


class Web:
    """A site with one page, and a clock."""

    def __init__(self) -> None:
        self.now = START
        self.body: bytes | None = b"<title>One</title>"
        self.etag: str | None = None
        self.url = PAGE
        self.validators: list[Validators | None] = []

    def fetch_newer(self, url: str, known: Validators | None) -> FetchResult:
        self.validators.append(known)
        found = self.body and Page(self.body, url=self.url)
        return FetchResult(found or None, Validators(self.url, self.etag))


@pytest.fixture
def web() -> Web:
    return Web()


@pytest.fixture
def fetches(web: Web, tmp_path: Path) -> PageFetches:
    fetcher: Any = web
    return PageFetches(fetcher, tmp_path / "state.db", lambda: web.now, find_lists)


def test_a_page_is_modified_only_if_its_lists_are(fetches: PageFetches, web: Web) -> None:
    assert fetches.load(PAGE) is None
    web.etag = '"one"'
    first = fetches.fetch(PAGE, None)
    assert fetches.load(PAGE) == first
    assert (first.lists.title, first.version.etag) == ("One", '"one"')
    web.now = LATER
    web.body, web.etag = b"<title>One</title><!-- again -->", '"two"'
    second = fetches.fetch(PAGE, first)
    assert (second.modified, second.checked) == (START, LATER)
    assert fetches.load(PAGE) == replace(second, checked=START)
    web.body = None  # 304
    assert fetches.fetch(PAGE, second) == second
    assert web.validators[-1] == Validators(PAGE, '"two"')
    web.body = b"<title>Two</title>"
    third = fetches.fetch(PAGE, second)
    assert (third.lists.title, third.modified) == ("Two", LATER)
    assert fetches.load(PAGE) == third


def test_an_unchanged_page_is_not_parsed_again(
    fetches: PageFetches, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Relative dates such as "an hour ago" would change every hour."""

    def dated(page: Page) -> Feed:
        return replace(feed(page), title=str(page.fetched_at))

    monkeypatch.setattr(freshness, "feed", dated)
    first = fetches.fetch(PAGE, None)
    web.now = LATER
    assert fetches.fetch(PAGE, first).lists == first.lists
    loaded = fetches.load(PAGE)
    assert loaded is not None
    assert loaded.lists == first.lists


def test_a_page_that_moved_is_revalidated_at_its_new_address(
    fetches: PageFetches, web: Web
) -> None:
    first = fetches.fetch(PAGE, None)
    web.url, web.etag = "https://a.example/new", '"new"'
    second = fetches.fetch(PAGE, first)
    assert second.lists.url == web.url
    fetches.fetch(PAGE, second)
    assert web.validators[-1] == Validators(web.url, '"new"')


def test_missing_lists_are_kept_for_a_day(fetches: PageFetches, web: Web) -> None:
    web.body = front()
    two = fetches.fetch(PAGE, None)
    web.now = LATER
    web.body = front().partition(b"<aside>")[0]
    one = fetches.fetch(PAGE, two)
    web.now = LATER + timedelta(hours=1)
    web.body = b"<title>Back soon</title>"
    none = fetches.fetch(PAGE, one)
    assert [none.having(number, web.now) for number in (1, 2, 3)] == [one, two, none]
    assert [none.having(number, START + DAY) for number in (1, 2)] == [one, none]
    assert [none.having(number, LATER + DAY) for number in (1, 2)] == [none, none]
    assert fetches.load(PAGE) == two, "the version with all lists is stored"
    web.now = START + 2 * DAY
    again = fetches.fetch(PAGE, none)
    assert again.fuller is None
    assert fetches.load(PAGE) == replace(again, checked=again.version.fetched)


class World:
    """Pages on disk and on the web, and a clock."""

    def __init__(self, *, size: int = 10) -> None:
        self.time = START
        self.size = size
        self.disk: dict[str, datetime] = {}
        self.fetched: list[tuple[str, datetime | None]] = []
        self.failure: FetchError | None = None
        self.fuller = False

    def now(self) -> datetime:
        return self.time

    def load(self, url: str) -> PageLists | None:
        return self._page(url, self.disk[url]) if url in self.disk else None

    def fetch(self, url: str, earlier: PageLists | None) -> PageLists:
        self.fetched.append((url, earlier.checked if earlier else None))
        if self.failure:
            raise self.failure
        return self._page(url, self.time)

    def _page(self, url: str, when: datetime) -> PageLists:
        version = CachedPage(bytes(self.size), None, url, None, None, when)
        page = PageLists(feed(Page(b"<p>a page", url=url)), version, when)
        return replace(page, fuller=page) if self.fuller else page

    def ask(
        self,
        work: Callable[[FreshPages], Awaitable[None]],
        max_age: int = 60,
        patience: float = 30,
    ) -> None:
        async def load_page() -> None:
            world: Any = self
            pages = FreshPages(world, Fetches(2), Threads(2), max_age, patience)
            await work(pages)
            await pages.close()

        run(load_page())


@pytest.mark.parametrize(("max_age", "fetched"), [(61, ""), (60, "b"), (0, "abab")])
def test_a_page_is_fetched_when_it_is_older_than_the_limit(max_age: int, fetched: str) -> None:
    world = World()
    world.disk = {"a": START - timedelta(seconds=59), "b": START - timedelta(seconds=60)}

    async def work(pages: FreshPages) -> None:
        for url in "abab":
            when = START if url in fetched else world.disk[url]
            assert (await pages.get(url)).checked == when

    world.ask(work, max_age=max_age)
    assert "".join(url for url, _ in world.fetched) == fetched
    assert [when for _, when in world.fetched[:2]] == [world.disk[url] for url in fetched[:2]]


def test_a_stored_page_is_used_if_the_site_fails() -> None:
    world = World()
    world.disk = {"a": START - timedelta(days=3)}
    world.failure = FetchError("down")

    async def work(pages: FreshPages) -> None:
        assert (await pages.get("a")).checked == world.disk["a"]
        with pytest.raises(FetchError, match="down"):
            await pages.get("b")
        failure = pages._known["b"].failure
        assert failure is not None
        assert failure.__traceback__ is None, "it would hold the page"

    world.ask(work)


def test_a_known_page_is_used_if_the_queue_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    async def work(pages: FreshPages) -> None:
        await pages.get("a")
        world.time += timedelta(seconds=60)
        monkeypatch.setattr("honbun.web.jobs._MAX_WAITING", 0)
        assert (await pages.get("a")).checked == START
        with pytest.raises(HTTPException, match="busy"):
            await pages.get("b")

    world.ask(work)


@pytest.mark.parametrize(
    ("size", "fuller", "number", "dropped"),
    [
        *((10, False, 20, 0), (10, False, 21, 1)),
        *((20_000_000, False, 2, 0), (20_000_000, False, 3, 1), (20_000_000, True, 2, 1)),
    ],
)
def test_the_least_recently_used_pages_are_dropped_from_memory(
    size: int, fuller: bool, number: int, dropped: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freshness, "_MAX_PAGES", 20)
    world = World(size=size)
    world.fuller = fuller

    async def work(pages: FreshPages) -> None:
        for one in range(number):
            await pages.get(str(one))
        await pages.get("0")

    world.ask(work)
    assert len(world.fetched) == number + dropped


def test_a_request_that_waits_for_its_turn_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that takes too long gets another error than a server that is busy."""
    free = threading.Event()
    world = World()
    monkeypatch.setattr(world, "fetch", lambda *_: free.wait(20))

    async def work(pages: FreshPages) -> None:
        urls = [f"http://a.example/{number}" for number in range(3)]
        found = await asyncio.gather(*map(pages.get, urls), return_exceptions=True)
        assert [type(one) for one in found] == [FetchTimeout, FetchTimeout, HTTPException]
        free.set()

    world.ask(work, patience=0.1)


def test_an_exception_while_a_page_is_read_is_an_unreadable_page(
    fetches: PageFetches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> object:
        raise RecursionError("too deep")

    monkeypatch.setattr(freshness, "feed", broken)
    with pytest.raises(UnreadablePage, match="RecursionError: too deep"):
        fetches.fetch(PAGE, None)
