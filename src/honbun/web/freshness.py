"""The pages that are asked for: which answer is good enough, and who goes to fetch a better one.

A page is fetched by one visitor at a time, and whoever else asks for it meanwhile waits for what
that one brings. A reading is good for `max_age` seconds. After that it still is better than none:
where the site does not answer, or not in time, or nobody is free to ask it, the earlier reading is
given; and also, after a few seconds, where a better one is still on its way. Memory holds what the
pages say only up to a bound, the rest is on disk; but of many more pages it is known until when
nobody needs to ask their sites again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
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
from honbun.web.jobs import busy

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.web.jobs import Fetching, Workers
    from honbun.web.options import ServeOptions

_KEPT = 2_000
"""Pages of which it is known until when nobody needs to ask."""
_KEPT_BYTES = 50_000_000
"""What pages held in memory take; others are read again from disk, and parsed anew."""
_ITEM_BYTES = 1_000
"""What an item of a list takes, beside the page that it stands on."""
_HASTE = 5.0
"""Seconds that those wait for a better reading who can be given an earlier one."""
_RETRY = timedelta(seconds=30)
"""A site that failed is left alone for so long, whoever asks."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a page, and until when nobody needs to ask again."""

    until: datetime
    checked: datetime | None = None
    """When the site last confirmed what was read."""
    reading: Reading | None = None
    """None where it is on disk only, or there is none."""
    failure: HonbunError | None = None

    def told(self) -> Reading | None:
        if self.failure:
            raise type(self.failure)(*self.failure.args)
        return self.reading


class Readings:
    """Pages as they are, or lately were."""

    def __init__(
        self, options: ServeOptions, visits: Visits, fetching: Fetching, reading: Workers, now: Now
    ) -> None:
        self._max_age = timedelta(seconds=options.max_age)
        self._patience = options.patience
        self._visits = visits
        self._fetching = fetching
        self._reading = reading
        self._now = now
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._size = 0
        """Bytes of what is known."""
        self._under_way: dict[str, asyncio.Task[Reading]] = {}

    async def of(self, page: str) -> Reading:
        """A page; raises HonbunError where it was never had and cannot be had now."""
        known = self._known.get(page)
        if known and self._now() < known.until and (reading := known.told()):
            self._known.move_to_end(page)
            return reading
        # Who asks may give up, and `wait` goes on; what is brought then serves the next.
        looking = self._looking(page)
        for seconds in (min(_HASTE, self._patience), max(0.0, self._patience - _HASTE)):
            await asyncio.wait([looking], timeout=seconds)
            if looking.done():
                return await looking
            known = self._known.get(page)
            if known and known.reading:
                return known.reading
        if self._fetching.is_waiting(page):
            raise busy()
        raise FetchTimeout(f"{page}: no answer within {self._patience:g} seconds")

    async def close(self) -> None:
        """Give up what is under way."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _looking(self, page: str) -> asyncio.Task[Reading]:
        task = self._under_way.get(page)
        if task is None:
            task = self._under_way[page] = asyncio.create_task(self._look(page))
            task.add_done_callback(lambda done: self._looked(page, done))
        return task

    def _looked(self, page: str, task: asyncio.Task[Reading]) -> None:
        del self._under_way[page]
        if not task.cancelled():
            task.exception()  # perhaps nobody waits any more to be told

    async def _look(self, page: str) -> Reading:
        earlier, until = await self._earlier(page)
        if earlier and self._now() < until:
            return earlier
        try:
            reading = await self._fetching.do(page, partial(self._visits.visit, page, earlier))
        except (FetchError, InputError) as error:
            # What may not be fetched any more is not shown any more either.
            refused = isinstance(error, RefusedAddress | RefusedByRobots)
            if earlier and not refused:
                return self._keep(page, earlier, self._now() + _RETRY)
            # Not the error itself, which holds on to all that it was raised through: pages too.
            self._hold(page, _Known(self._now() + _RETRY, failure=type(error)(*error.args)))
            raise
        except HTTPException:  # too many wait already
            if earlier:
                return earlier
            raise
        return self._keep(page, reading, reading.checked + self._max_age)

    async def _earlier(self, page: str) -> tuple[Reading | None, datetime]:
        """What was read before, and until when it is good."""
        known = self._known.get(page)
        if known and known.reading:
            return known.reading, known.until
        reading = await self._reading.do(partial(self._visits.recall, page))
        if reading is None:
            return None, self._now()
        until = reading.checked + self._max_age
        if known and known.checked:  # of what is not modified the disk is not told
            reading, until = replace(reading, checked=known.checked), known.until
        # Held at once: who loses patience is given it.
        return self._keep(page, reading, until), until

    def _keep(self, page: str, reading: Reading, until: datetime) -> Reading:
        self._hold(page, _Known(until, reading.checked, reading))
        return reading

    def _hold(self, page: str, known: _Known) -> None:
        if before := self._known.pop(page, None):
            self._size -= _size(before)
        self._known[page] = known
        self._size += _size(known)
        while len(self._known) > _KEPT:
            _, oldest = self._known.popitem(last=False)
            self._size -= _size(oldest)
        if self._size <= _KEPT_BYTES:
            return
        for name, one in self._known.items():
            self._known[name] = replace(one, reading=None)
            self._size -= _size(one)
            if self._size <= _KEPT_BYTES:
                return


def _size(known: _Known) -> int:
    size, reading = 0, known.reading
    while reading:
        items = sum(len(listing.items) for listing in reading.lists.lists)
        size += len(reading.version.body) + items * _ITEM_BYTES
        reading = reading.fuller
    return size


# A page read anew, or as it was last read: what the network and the disk have to say of it.

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from honbun.feeds.model import Feed
    from honbun.inputs.fetch.fetcher import Fetcher, FetchResult

    Now = Callable[[], datetime]

_MISSED = timedelta(days=1)
"""A list that the page no longer has is given for so long after it was last seen there: what stands
in its place is most often a notice that the site is being worked at."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page says, as far as feeds are concerned."""

    lists: Feed
    version: CachedPage
    """The version of the page in which it first said so."""
    checked: datetime
    """When the site last confirmed it."""
    fuller: Reading | None = None
    """The last one before in which the page had more lists."""

    def having(self, number: int, now: datetime) -> Reading:
        """The latest reading with a list of this number, of the last day; this one where none is.

        The main list is 1.
        """
        found: Reading | None = self
        while found and number > len(found.lists.lists):
            found = found.fuller
        return found if found and now < found.checked + _MISSED else self

    @property
    def changed(self) -> datetime:
        """When the lists were first seen as they are."""
        return self.version.fetched


@dataclass(frozen=True, slots=True)
class Visits:
    """Reads pages, and keeps them for the next run of the server. May be shared by threads."""

    fetcher: Fetcher
    state: Path
    now: Now
    aside: Callable[[Callable[[CachedPage, str], Feed], CachedPage, str], Feed] | None = None
    """Calls what reads a page, where that is done elsewhere."""

    def recall(self, page: str) -> Reading | None:
        """A page as it was last read, where it ever was."""
        with FeedState(self.state) as subscriptions:
            version = subscriptions.cached(page)
        if version is None:
            return None
        try:
            return Reading(self._read(version, page), version, version.fetched)
        except UnreadablePage:  # an earlier honbun could read it
            return None

    def visit(self, page: str, earlier: Reading | None) -> Reading:
        """A page as it is now; raises HonbunError where it cannot be had."""
        answer = self.fetcher.fetch_newer(page, _validators(earlier.version) if earlier else None)
        read = self._reading(answer, page, earlier)
        reading = replace(read, fuller=_fuller(read, earlier))
        # While lists are missed the page that had them stays on disk: a server may be restarted.
        changed = earlier is None or earlier.fuller or reading.version != earlier.version
        if changed and reading.fuller is None:
            with FeedState(self.state) as subscriptions:
                subscriptions.keep(page, reading.version)
        return reading

    def _reading(self, answer: FetchResult, page: str, earlier: Reading | None) -> Reading:
        now = self.now()
        found = answer.page
        if found is None:
            assert earlier is not None  # else there was nothing to ask about
            return Reading(earlier.lists, _revised(earlier.version, answer), now)
        version = CachedPage(
            body=found.html if isinstance(found.html, bytes) else found.html.encode(),
            content_type=found.content_type,
            url=found.url or page,
            etag=answer.validators.etag,
            last_modified=answer.validators.last_modified,
            fetched=now,
        )
        if earlier is None:
            return Reading(self._read(version, page), version, now)
        # Most sites do not know when a page of theirs has changed, and send the same one again.
        # Read at another time "an hour ago" would mean another date.
        same = (version.body, version.url) == (earlier.version.body, earlier.version.url)
        lists = earlier.lists if same else self._read(version, page)
        if lists == earlier.lists:
            return Reading(lists, _revised(earlier.version, answer), now)
        return Reading(lists, version, now)

    def _read(self, version: CachedPage, page: str) -> Feed:
        return self.aside(_lists, version, page) if self.aside else _lists(version, page)


def _fuller(reading: Reading, earlier: Reading | None) -> Reading | None:
    """The last of earlier readings that has more lists, unless it is too old to be of use."""
    while earlier and len(earlier.lists.lists) <= len(reading.lists.lists):
        earlier = earlier.fuller
    return earlier if earlier and reading.checked < earlier.checked + _MISSED else None


def _revised(version: CachedPage, answer: FetchResult) -> CachedPage:
    """An earlier version, with what the site calls it now."""
    said = answer.validators
    return replace(version, url=said.url, etag=said.etag, last_modified=said.last_modified)


def _validators(version: CachedPage) -> Validators:
    return Validators(version.url, version.etag, version.last_modified)


def _page(version: CachedPage, source: str) -> Page:
    return Page(
        version.body,
        url=version.url,
        source=source,
        content_type=version.content_type,
        fetched_at=version.fetched,
    )


def _lists(version: CachedPage, source: str) -> Feed:
    page = _page(version, source)
    try:
        return feed(page)
    except (HonbunError, MemoryError):
        raise
    except Exception as error:
        # Pages are hostile: one that breaks a step, in whatever way, is its own fault.
        raise UnreadablePage(f"{page.source}: {type(error).__name__}: {error}") from error
