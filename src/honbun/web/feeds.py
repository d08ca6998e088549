"""`/feed`: a list of a page as a feed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from honbun.io.subscriptions import Subscriptions
from honbun.listing.write.feed import chosen, feed
from honbun.listing.write.formats import FORMATS
from honbun.web import asked
from honbun.web.conditional import respond
from honbun.web.fetching import busy
from honbun.web.written import Written

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.listing.model import Lists
    from honbun.syndication.model import Entry
    from honbun.web.limits import Limits
    from honbun.web.readings import Readings
    from honbun.web.visits import Now
    from honbun.web.workers import Workers

    Entries = tuple[Entry, ...]

_ENTRY_BYTES = 2_000
"""What an entry takes."""
_LEAST = 5.0
"""Seconds that a feed has to be written, however long the page took."""
_LONG = 1_000
"""Items of a feed that takes a while to write."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A feed that somebody asks for."""

    page: str
    number: int
    form: str
    address: str
    """Where the feed is to be had from us."""
    subscribes: bool
    """HEAD only asks how things stand."""


@dataclass(frozen=True, slots=True)
class Feeds:
    """Feeds of pages; whoever asks for one subscribes to it."""

    readings: Readings
    working: Workers
    long: Workers
    """For long feeds: nobody else waits for them."""
    aside: Callable[..., bytes]
    """Calls what writes them."""
    limits: Limits
    state: Path
    max_age: int
    patience: float
    """Seconds that a client waits for a feed."""
    now: Now
    bodies: Written[bytes] = field(default_factory=lambda: Written(len))
    entries: Written[Entries] = field(
        default_factory=lambda: Written(lambda entries: len(entries) * _ENTRY_BYTES)
    )
    """Of short feeds: who asks for another format need not look them up again."""

    async def get(self, request: Request) -> Response:
        """A feed, unless the client has it already."""
        self.limits.admit(request)
        query = request.query_params
        page = asked.page(query.get("url", "").strip())
        number = asked.number(query)
        form = asked.form(query)
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience
        reading = (await self.readings.of(page)).having(number, self.now())
        if said := missing(reading.lists, number):
            raise HTTPException(404, said)
        address = asked.feed_address(str(request.base_url), page, form, number)
        wanted = Wanted(page, number, form, address, request.method == "GET")
        write = partial(self._write, wanted, reading.lists)
        try:
            # Who has waited long for the page is given a little more.
            async with asyncio.timeout_at(max(end, loop.time() + _LEAST)):
                body = await self.bodies.get(wanted, reading.lists, self.now(), write)
        except TimeoutError:  # what is written then serves the next
            raise busy() from None
        age = max(0, int((self.now() - reading.checked).total_seconds()))
        return respond(
            request,
            body,
            asked.FORMATS[form].media_type,
            {"Cache-Control": f"max-age={self.max_age}", "Age": str(age)},
            reading.changed,
        )

    async def _write(self, wanted: Wanted, lists: Lists) -> bytes:
        if len(chosen(lists, wanted.number)) > _LONG:
            return await self.long.do(
                partial(self.aside, written, wanted, lists, self.state, self.now())
            )
        look_up = partial(looked_up, wanted, lists, self.state, self.now())
        key = (wanted.page, wanted.number, wanted.subscribes)
        entries = await self.entries.get(key, lists, self.now(), partial(self.working.do, look_up))
        return await self.working.do(partial(rendered, wanted, lists, entries))


def written(wanted: Wanted, lists: Lists, state: Path, now: datetime) -> bytes:
    """A feed, its items with the ids that they have had since they were first seen."""
    return rendered(wanted, lists, looked_up(wanted, lists, state, now))


def looked_up(wanted: Wanted, lists: Lists, state: Path, now: datetime) -> Entries:
    """The entries of a feed, and who asked for it noted."""
    items, number = chosen(lists, wanted.number), wanted.number - 1
    # By the address that was asked for: where it leads may change.
    with Subscriptions(state) as subscriptions:
        entries = subscriptions.entries(wanted.page, items, now, number)
        if wanted.subscribes:
            title = feed(lists, entries, number=wanted.number).title
            subscriptions.subscribe(wanted.page, title, number, now)
    return entries


def rendered(wanted: Wanted, lists: Lists, entries: Entries) -> bytes:
    """A feed in the format that is wanted."""
    made = feed(lists, entries, number=wanted.number, self_link=wanted.address)
    file = BytesIO()
    FORMATS[wanted.form].write(made, file)
    return file.getvalue()


def missing(lists: Lists, number: int) -> str | None:
    """What is said of a list that a page does not have; None for one that it has."""
    if not lists.lists:
        return "no list on that page"
    if number > len(lists.lists):
        return f"no list {number} on that page: it has {len(lists.lists)}"
    return None
