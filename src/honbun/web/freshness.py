"""The pages behind feeds, fetched again when they are older than `max_age`.

A page is fetched once for all concurrent requests. If the site fails, is slow, or too many requests
wait for it, the stored version is used. Recent pages are in memory within a limit; all others are
in the state file.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.api import feed
from honbun.errors import (
    FetchError,
    FetchTimeout,
    HonbunError,
    InputError,
    RefusedAddress,
    RefusedByRobots,
    UnreadablePage,
)
from honbun.inputs.fetch.fetcher import Validators
from honbun.page import Page
from honbun.stores.feed_state import CachedPage, FeedState
from honbun.web.responses import busy

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.feeds.model import Feed
    from honbun.inputs.fetch.fetcher import Fetcher, FetchResult
    from honbun.web.jobs import Fetches, Threads

Clock = Callable[[], datetime]
FindLists = Callable[[CachedPage, str], "Feed"]

_MAX_PAGES = 2_000
"""Pages whose freshness is remembered."""
_MAX_BYTES = 50_000_000
"""Size of the pages held in memory; others are read and parsed again."""
_ITEM_BYTES = 1_000
"""Size of an item of a list, besides its page."""
_STALE_WAIT = 5.0
"""Seconds until a stored version is served while a newer one is being fetched."""
_RETRY = timedelta(seconds=30)
"""A site that failed is not asked again for so long."""
_MISSING_LIST = timedelta(days=1)
"""A list that is missing from the page is served for so long: in its place there is most often a
maintenance notice."""


@dataclass(frozen=True, slots=True)
class PageLists:
    """The lists of a page."""

    lists: Feed
    version: CachedPage
    """The version of the page in which these lists were first seen."""
    checked: datetime
    """When the site last confirmed them."""
    fuller: PageLists | None = None
    """The most recent earlier state that had more lists."""

    def having(self, number: int, now: datetime) -> PageLists:
        """The most recent state with a list of this number (from 1), at most a day old, or self."""
        found: PageLists | None = self
        while found and number > len(found.lists.lists):
            found = found.fuller
        return found if found and now < found.checked + _MISSING_LIST else self

    @property
    def modified(self) -> datetime:
        """When the lists were first seen as they are."""
        return self.version.fetched

    @property
    def size(self) -> int:
        """The bytes that it holds, approximately."""
        items = sum(len(listing.items) for listing in self.lists.lists)
        earlier = self.fuller.size if self.fuller else 0
        return len(self.version.body) + items * _ITEM_BYTES + earlier


@dataclass(frozen=True, slots=True)
class PageFetches:
    """Fetches pages and stores them for the next run. Methods block; threads may share it."""

    fetcher: Fetcher
    state: Path
    now: Clock
    find_lists: FindLists

    def load(self, url: str) -> PageLists | None:
        """The stored version of a page, if any."""
        with FeedState(self.state) as subscriptions:
            version = subscriptions.cached(url)
        if version is None:
            return None
        try:
            return PageLists(self.find_lists(version, url), version, version.fetched)
        except UnreadablePage:  # stored by an earlier release that could read it
            return None

    def fetch(self, url: str, earlier: PageLists | None) -> PageLists:
        """The page as it is now; raises HonbunError if it cannot be fetched."""
        answer = self.fetcher.fetch_newer(url, _validators(earlier.version) if earlier else None)
        current = self._read(answer, url, earlier)
        current = replace(current, fuller=_fuller(current, earlier))
        # While lists are missing, the version that had them stays in the file for a restart.
        changed = earlier is None or earlier.fuller or current.version != earlier.version
        if changed and current.fuller is None:
            with FeedState(self.state) as subscriptions:
                subscriptions.keep(url, current.version)
        return current

    def _read(self, answer: FetchResult, url: str, earlier: PageLists | None) -> PageLists:
        now = self.now()
        page = answer.page
        if page is None:
            assert earlier is not None  # a 304 answers our validators
            return PageLists(earlier.lists, _revalidated(earlier.version, answer), now)
        version = CachedPage(
            body=page.html if isinstance(page.html, bytes) else page.html.encode(),
            content_type=page.content_type,
            url=page.url or url,
            etag=answer.validators.etag,
            last_modified=answer.validators.last_modified,
            fetched=now,
        )
        if earlier is None:
            return PageLists(self.find_lists(version, url), version, now)
        # Most sites send an unchanged page again. It is not parsed again: with another time of
        # fetching, "an hour ago" would become another date.
        same = (version.body, version.url) == (earlier.version.body, earlier.version.url)
        lists = earlier.lists if same else self.find_lists(version, url)
        if lists == earlier.lists:
            return PageLists(lists, _revalidated(earlier.version, answer), now)
        return PageLists(lists, version, now)


def _fuller(current: PageLists, earlier: PageLists | None) -> PageLists | None:
    """The most recent earlier state with more lists, unless it is too old."""
    while earlier and len(earlier.lists.lists) <= len(current.lists.lists):
        earlier = earlier.fuller
    return earlier if earlier and current.checked < earlier.checked + _MISSING_LIST else None


def _revalidated(version: CachedPage, answer: FetchResult) -> CachedPage:
    new = answer.validators
    return replace(version, url=new.url, etag=new.etag, last_modified=new.last_modified)


def _validators(version: CachedPage) -> Validators:
    return Validators(version.url, version.etag, version.last_modified)


def find_lists(version: CachedPage, source: str) -> Feed:
    """The lists of a stored page; raises UnreadablePage if any step fails."""
    page = Page(
        version.body,
        url=version.url,
        source=source,
        content_type=version.content_type,
        fetched_at=version.fetched,
    )
    try:
        return feed(page)
    except (HonbunError, MemoryError):
        raise
    except Exception as error:
        # Any exception that a page causes is a problem of that page only.
        raise UnreadablePage(f"{page.source}: {type(error).__name__}: {error}") from error


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known about a page, and until when its site need not be asked."""

    until: datetime
    checked: datetime | None = None
    page: PageLists | None = None
    """None if it is only in the state file, or was never fetched."""
    failure: HonbunError | None = None

    def result(self) -> PageLists | None:
        if self.failure:
            raise type(self.failure)(*self.failure.args)
        return self.page


class FreshPages:
    """Pages that are at most `max_age` seconds old, if their sites answer in time."""

    def __init__(
        self,
        pages: PageFetches,
        fetches: Fetches,
        disk: Threads,
        max_age: float,
        patience: float,
    ) -> None:
        self._pages = pages
        self._fetches = fetches
        self._disk = disk
        self._max_age = timedelta(seconds=max_age)
        self._patience = patience
        self._now = pages.now
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._size = 0
        """Bytes of the pages in memory."""
        self._updates: dict[str, asyncio.Task[PageLists]] = {}

    async def get(self, url: str) -> PageLists:
        """A page; raises HonbunError if there is no version of it and none can be fetched."""
        known = self._known.get(url)
        if known and self._now() < known.until and (page := known.result()):
            self._known.move_to_end(url)
            return page
        update = self._update(url)
        for seconds in (min(_STALE_WAIT, self._patience), max(0.0, self._patience - _STALE_WAIT)):
            # A timeout does not cancel the update: its result serves the next request.
            await asyncio.wait([update], timeout=seconds)
            if update.done():
                return await update
            known = self._known.get(url)
            if known and known.page:
                return known.page
        if self._fetches.is_waiting(url):
            raise busy()
        raise FetchTimeout(f"{url}: no answer within {self._patience:g} seconds")

    async def close(self) -> None:
        """Cancel the updates in progress."""
        tasks = list(self._updates.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _update(self, url: str) -> asyncio.Task[PageLists]:
        task = self._updates.get(url)
        if task is None:
            task = self._updates[url] = asyncio.create_task(self._refresh(url))
            task.add_done_callback(lambda done: self._updated(url, done))
        return task

    def _updated(self, url: str, task: asyncio.Task[PageLists]) -> None:
        del self._updates[url]
        if not task.cancelled():
            task.exception()  # all clients may have disconnected

    async def _refresh(self, url: str) -> PageLists:
        earlier, until = await self._earlier(url)
        if earlier and self._now() < until:
            return earlier
        try:
            page = await self._fetches.run(url, self._pages.fetch, url, earlier)
        except (FetchError, InputError) as error:
            # A page that may no longer be fetched is no longer shown.
            refused = isinstance(error, RefusedAddress | RefusedByRobots)
            if earlier and not refused:
                return self._remember(url, earlier, self._now() + _RETRY)
            # A copy: the error's traceback refers to the page.
            self._store(url, _Known(self._now() + _RETRY, failure=type(error)(*error.args)))
            raise
        except HTTPException:  # too many requests are waiting
            if earlier:
                return earlier
            raise
        return self._remember(url, page, page.checked + self._max_age)

    async def _earlier(self, url: str) -> tuple[PageLists | None, datetime]:
        """The last version of a page, and until when it is fresh."""
        known = self._known.get(url)
        if known and known.page:
            return known.page, known.until
        page = await self._disk.run(self._pages.load, url)
        if page is None:
            return None, self._now()
        until = page.checked + self._max_age
        if known and known.checked:  # the file does not record that a page was not modified
            page, until = replace(page, checked=known.checked), known.until
        return self._remember(url, page, until), until

    def _remember(self, url: str, page: PageLists, until: datetime) -> PageLists:
        self._store(url, _Known(until, page.checked, page))
        return page

    def _store(self, url: str, known: _Known) -> None:
        if before := self._known.pop(url, None):
            self._size -= _size(before)
        self._known[url] = known
        self._size += _size(known)
        while len(self._known) > _MAX_PAGES:
            _, oldest = self._known.popitem(last=False)
            self._size -= _size(oldest)
        for name, one in self._known.items():
            if self._size <= _MAX_BYTES:
                return
            self._known[name] = replace(one, page=None)
            self._size -= _size(one)


def _size(known: _Known) -> int:
    return known.page.size if known.page else 0
