"""The pages that are asked for: which answer is good enough, and who goes to fetch a better one.

A page is fetched by one visitor at a time, and whoever else asks for it meanwhile waits for what
that one brings. A reading is good for `max_age` seconds. After that it still is better than none:
where the site does not answer, or not in time, or nobody is free to ask it, the earlier reading is
given.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from starlette.exceptions import HTTPException

from honbun.errors import (
    FetchError,
    FetchTimeout,
    HonbunError,
    InputError,
    RefusedAddress,
    RefusedByRobots,
)

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.web.options import ServeOptions
    from honbun.web.visits import Now, Reading, Visits
    from honbun.web.workers import Workers

Found = TypeVar("Found", "Reading", HonbunError)

_KEPT = 100
_KEPT_BYTES = 50_000_000
"""Pages held in memory, and their size; others are read again from disk, and parsed anew."""
_RETRY = timedelta(seconds=30)
"""A site that failed is left alone for so long, whoever asks."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a page, and until when nobody needs to ask again."""

    found: Reading | HonbunError
    until: datetime

    def told(self) -> Reading:
        if isinstance(self.found, HonbunError):
            raise type(self.found)(*self.found.args)
        return self.found

    @property
    def reading(self) -> Reading | None:
        return None if isinstance(self.found, HonbunError) else self.found


class Readings:
    """Pages as they are, or lately were."""

    def __init__(
        self, options: ServeOptions, visits: Visits, fetching: Workers, working: Workers, now: Now
    ) -> None:
        self._max_age = timedelta(seconds=options.max_age)
        self._patience = options.patience
        self._visits = visits
        self._fetching = fetching
        self._working = working
        self._now = now
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[Reading]] = {}

    async def of(self, page: str) -> Reading:
        """A page; raises HonbunError where it was never had and cannot be had now."""
        known = self._known.get(page)
        if known and self._now() < known.until:
            return known.told()
        try:
            async with asyncio.timeout(self._patience):
                # Who asks may give up; what is brought then serves the next.
                return await asyncio.shield(self._looking(page))
        except TimeoutError:
            known = self._known.get(page)
            if known and known.reading:
                return known.reading
            raise FetchTimeout(f"{page}: no answer within {self._patience:g} seconds") from None

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
        earlier = await self._earlier(page)
        if earlier and self._now() < earlier.checked + self._max_age:
            return self._keep(page, earlier, earlier.checked + self._max_age)
        try:
            reading = await self._fetching.do(partial(self._visits.visit, page, earlier))
        except (FetchError, InputError) as error:
            # What may not be fetched any more is not shown any more either.
            refused = isinstance(error, RefusedAddress | RefusedByRobots)
            if earlier and not refused:
                return self._keep(page, earlier, self._now() + _RETRY)
            self._keep(page, error, self._now() + _RETRY)
            raise
        except HTTPException:  # too many wait already
            if earlier:
                return earlier
            raise
        return self._keep(page, reading, reading.checked + self._max_age)

    async def _earlier(self, page: str) -> Reading | None:
        known = self._known.get(page)
        if known and known.reading:
            return known.reading
        reading = await self._working.do(partial(self._visits.recall, page))
        # Held at once: who loses patience is given it.
        return reading and self._keep(page, reading, reading.checked)

    def _keep(self, page: str, found: Found, until: datetime) -> Found:
        self._known[page] = _Known(found, until)
        self._known.move_to_end(page)
        while len(self._known) > _KEPT or sum(map(_size, self._known.values())) > _KEPT_BYTES:
            self._known.popitem(last=False)
        return found


def _size(known: _Known) -> int:
    size, reading = 0, known.reading
    while reading:
        size += len(reading.version.body)
        reading = reading.fuller
    return size
