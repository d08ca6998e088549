"""`/feed`: a list of a page as a feed."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

from starlette.exceptions import HTTPException
from starlette.responses import Response

from honbun.errors import FetchError
from honbun.outputs import FORMATS, syndication
from honbun.outputs import render as render_results
from honbun.outputs.feeds import channel, known_entries, select_items
from honbun.stores.feed_state import FeedState, Subscription
from honbun.web.cache import Written
from honbun.web.jobs import busy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from starlette.datastructures import QueryParams
    from starlette.requests import Request

    from honbun.web.jobs import Workers
    from honbun.web.security import Limits

# What a client asks for: a page, one of its lists, a format.

_LONGEST = 2000
"""Characters of an address; what browsers and sites have long agreed on."""
FEED_FORMATS = [name for name, format_ in FORMATS.items() if format_.media_type]
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


def page_asked(text: str) -> str:
    """The address of a page as it is fetched and remembered; a status of 400 for no address."""
    from honbun.inputs.fetch.network import web_url

    if not text:
        raise HTTPException(400, "which page? say it with url=")
    if len(text) > _LONGEST:
        raise HTTPException(400, f"the address of the page has more than {_LONGEST:,} characters")
    try:
        return str(web_url(text))
    except FetchError as error:
        raise HTTPException(400, str(error)) from error


def number_asked(query: QueryParams) -> int:
    """Which of the lists; the main one is 1."""
    text = query.get("list", "1")
    if not _NUMBER.fullmatch(text):
        raise HTTPException(400, "list= is the number of a list on the page: 1, 2, ...")
    return int(text)


def form_asked(query: QueryParams) -> str:
    """The format that a feed is wanted in."""
    name = query.get("format", "rss")
    if name not in FEED_FORMATS:
        raise HTTPException(400, f"format= is one of {', '.join(FEED_FORMATS)}")
    return name


def feed_address(base: str, page: str, form: str, number: int) -> str:
    """Where a feed is to be had from this server, which stands at `base`.

    >>> feed_address("http://localhost:8710/", "https://a.example/?b=c&d", "atom", 2)
    'http://localhost:8710/feed?url=https%3A%2F%2Fa.example%2F%3Fb%3Dc%26d&format=atom&list=2'
    """
    asked = {"url": page, "format": form} | ({"list": str(number)} if number > 1 else {})
    return f"{base}feed?{urlencode(asked)}"


# Answers that are sent only when they differ from what the client has (RFC 9110, 13).

_TAG = re.compile(r'(?:W/)?("[^"]*")')


def respond(
    request: Request,
    body: bytes,
    media_type: str,
    headers: Mapping[str, str],
    changed: datetime | None = None,
) -> Response:
    """The body, or 304 where the client has it; `changed` is when it last was another."""
    tag = f'"{blake2b(body, digest_size=16).hexdigest()}"'
    told = {"ETag": tag, **headers}
    if changed:
        told["Last-Modified"] = format_datetime(changed.astimezone(UTC), usegmt=True)
    if _has(request.headers, tag, changed):
        return Response(status_code=304, headers=told)
    return Response(body, media_type=f"{media_type}; charset=utf-8", headers=told)


def _has(headers: Mapping[str, str], tag: str, changed: datetime | None) -> bool:
    # What a client says of the date counts only where it says nothing of the content.
    if known := headers.get("if-none-match"):
        return matches(known, tag)
    since = moment(headers.get("if-modified-since", ""))
    return since is not None and changed is not None and changed.replace(microsecond=0) <= since


def matches(known: str, tag: str) -> bool:
    """Whether If-None-Match names a tag; weakly, as it is meant to be compared.

    >>> matches('"a", W/"b"', '"b"'), matches("*", '"b"'), matches('"ab"', '"b"')
    (True, True, False)
    """
    return known.strip() == "*" or tag in _TAG.findall(known)


def moment(date: str) -> datetime | None:
    """The moment that a date of HTTP names; None for what is none.

    >>> moment("Mon, 16 Nov 2026 08:04:34 GMT"), moment("yesterday")
    (datetime.datetime(2026, 11, 16, 8, 4, 34, tzinfo=datetime.timezone.utc), None)
    """
    try:
        found = parsedate_to_datetime(date)
    except (ValueError, OverflowError):
        return None
    # The form of asctime names no zone, and means this one.
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from starlette.requests import Request

    from honbun.feeds.model import Feed
    from honbun.outputs.syndication import Entry
    from honbun.web.freshness import Now, Readings
    from honbun.web.jobs import Workers
    from honbun.web.security import Limits

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
        page = page_asked(query.get("url", "").strip())
        number = number_asked(query)
        form = form_asked(query)
        loop = asyncio.get_running_loop()
        end = loop.time() + self.patience
        reading = (await self.readings.of(page)).having(number, self.now())
        if said := missing(reading.lists, number):
            raise HTTPException(404, said)
        address = feed_address(str(request.base_url), page, form, number)
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
            FORMATS[form].media_type,
            {"Cache-Control": f"max-age={self.max_age}", "Age": str(age)},
            reading.changed,
        )

    async def _write(self, wanted: Wanted, lists: Feed) -> bytes:
        if len(select_items(lists, wanted.number)) > _LONG:
            return await self.long.do(
                partial(self.aside, written, wanted, lists, self.state, self.now())
            )
        look_up = partial(looked_up, wanted, lists, self.state, self.now())
        key = (wanted.page, wanted.number, wanted.subscribes)
        entries = await self.entries.get(key, lists, self.now(), partial(self.working.do, look_up))
        return await self.working.do(partial(rendered, wanted, lists, entries))


def written(wanted: Wanted, lists: Feed, state: Path, now: datetime) -> bytes:
    """A feed, its items with the ids that they have had since they were first seen."""
    return rendered(wanted, lists, looked_up(wanted, lists, state, now))


def looked_up(wanted: Wanted, lists: Feed, state: Path, now: datetime) -> Entries:
    """The entries of a feed, and who asked for it noted."""
    items, number = select_items(lists, wanted.number), wanted.number - 1
    # By the address that was asked for: where it leads may change.
    with FeedState(state) as subscriptions:
        entries = known_entries(items, subscriptions.update(wanted.page, items, now, number))
        if wanted.subscribes:
            title = channel(lists, entries, number=wanted.number).title
            subscriptions.subscribe(wanted.page, title, number, now)
    return entries


def rendered(wanted: Wanted, lists: Feed, entries: Entries) -> bytes:
    """A feed in the format that is wanted."""
    made = channel(lists, entries, number=wanted.number, self_link=wanted.address)
    return render_results("feed", wanted.form, [made])


def missing(lists: Feed, number: int) -> str | None:
    """What is said of a list that a page does not have; None for one that it has."""
    if not lists.lists:
        return "no list on that page"
    if number > len(lists.lists):
        return f"no list {number} on that page: it has {len(lists.lists)}"
    return None


# `/opml`: all pages that were subscribed to, for a reader of feeds to take over.


@dataclass(frozen=True, slots=True)
class Opml:
    """The pages subscribed to."""

    working: Workers
    limits: Limits
    state: Path

    async def get(self, request: Request) -> Response:
        """All of them as OPML, unless the client has it already."""
        self.limits.admit(request)
        body = await self.working.do(partial(self._write, str(request.base_url)))
        return respond(request, body, "text/x-opml", {"Cache-Control": "no-cache"})

    def _write(self, base: str) -> bytes:
        with FeedState(self.state) as subscriptions:
            return render(subscriptions.subscribed(), base)


def render(subscribed: Iterable[Subscription], base: str) -> bytes:
    """The feeds of a server at `base` as OPML 2.0."""
    root = ET.Element("opml", {"version": "2.0"})
    head = ET.SubElement(root, "head")
    syndication.add_element(head, "title", "Pages with feeds by honbun")
    body = ET.SubElement(root, "body")
    for one in subscribed:
        title = one.title or one.url
        address = feed_address(base, one.url, "rss", one.number + 1)
        outline = {"type": "rss", "text": title, "title": title, "xmlUrl": address}
        syndication.add_element(body, "outline", "", outline | {"htmlUrl": one.url})
    return syndication.xml_document(root)
