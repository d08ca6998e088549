"""`/feed`: a list of a page as RSS, Atom or JSON Feed; `/opml`, `/subscriptions`: all requested."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from xml.etree import ElementTree as ET

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from honbun.errors import FetchError
from honbun.outputs import FORMATS, render, syndication
from honbun.outputs.feeds import channel, known_entries, select_items
from honbun.stores.feed_state import FeedState, Subscription
from honbun.web.cache import SingleFlightCache
from honbun.web.responses import busy, conditional
from honbun.web.responses import render as render_html

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.feeds.model import Feed, Item
    from honbun.web.freshness import Clock, FreshPages
    from honbun.web.jobs import Threads

FEED_FORMATS = [name for name, format_ in FORMATS.items() if format_.media_type]
_MAX_URL = 2_000
"""Characters of a URL; the usual limit of browsers and sites."""
_MAX_WORDS = 200
"""Characters of the words that items are chosen by."""
_MAX_FORM = 10_000
"""Bytes of the form that removes a subscription."""
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_MAX_RESULTS = 2_000
_MAX_BYTES = 32_000_000
"""Limits of the cache of feeds."""
_MIN_SECONDS = 5.0
"""Seconds that writing a feed may take, however long the page took."""


def parse_page_url(text: str) -> str:
    """The normalised URL of a page; status 400 if it is not a web address."""
    from honbun.inputs.fetch.network import web_url

    if not text:
        raise HTTPException(400, "url= is missing: the address of a page")
    if len(text) > _MAX_URL:
        raise HTTPException(400, f"the address of the page has more than {_MAX_URL:,} characters")
    try:
        return str(web_url(text))
    except FetchError as error:
        raise HTTPException(400, str(error)) from error


def parse_list_number(query: QueryParams) -> int:
    """The number of the requested list; 1, the main list, by default."""
    text = query.get("list", "1")
    if not _NUMBER.fullmatch(text):
        raise HTTPException(400, "list= is the number of a list on the page: 1, 2, ...")
    return int(text)


def parse_format(query: QueryParams) -> str:
    """The name of the requested format; rss by default."""
    name = query.get("format", "rss")
    if name not in FEED_FORMATS:
        raise HTTPException(400, f"format= is one of {', '.join(FEED_FORMATS)}")
    return name


def parse_words(query: QueryParams) -> str:
    """The words that an item must have, separated by single spaces."""
    words = " ".join(query.get("words", "").split())
    if len(words) > _MAX_WORDS:
        raise HTTPException(400, f"words= has more than {_MAX_WORDS} characters")
    return words


def has_words(item: Item, words: str) -> bool:
    """Whether the title, summary and categories of an item contain all words, in any case."""
    text = " ".join((item.title, item.summary or "", *item.categories)).casefold()
    return all(word in text for word in words.casefold().split())


def feed_url(base: str, page: str, format_name: str, number: int, words: str = "") -> str:
    """The URL of a feed on the server at `base`.

    >>> feed_url("http://localhost:8710/", "https://a.example/?b=c&d", "atom", 2)
    'http://localhost:8710/feed?url=https://a.example/?b%3Dc%26d&format=atom&list=2'
    """
    query = {"url": page, "format": format_name}
    if number > 1:
        query["list"] = str(number)
    if words:
        query["words"] = words
    return f"{base}feed?{urlencode(query, safe=':/?')}"


def missing_list(lists: Feed, number: int) -> str | None:
    """The message for a list that the page does not have; None if it has it."""
    if not lists.lists:
        return "no list on that page"
    if number > len(lists.lists):
        return f"no list {number} on that page: it has {len(lists.lists)}"
    return None


@dataclass(frozen=True, slots=True)
class FeedRequest:
    """A requested feed."""

    page: str
    number: int
    format_name: str
    words: str
    """Words that every item must have."""
    url: str
    """The URL of the feed itself."""
    subscribes: bool
    """False for HEAD."""


@dataclass(frozen=True, slots=True)
class Feeds:
    """The views of feeds. Requesting a feed subscribes to it."""

    pages: FreshPages
    threads: Threads
    state: Path
    max_age: int
    patience: float
    """Seconds that a client waits for a feed."""
    now: Clock
    bodies: SingleFlightCache[bytes] = field(
        default_factory=lambda: SingleFlightCache(_MAX_RESULTS, _MAX_BYTES, len)
    )

    async def get(self, request: Request) -> Response:
        """A feed, or 304."""
        query = request.query_params
        page = parse_page_url(query.get("url", "").strip())
        number, format_name = parse_list_number(query), parse_format(query)
        words = parse_words(query)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.patience
        source = (await self.pages.get(page)).having(number, self.now())
        if message := missing_list(source.lists, number):
            raise HTTPException(404, message)
        url = feed_url(str(request.base_url), page, format_name, number, words)
        wanted = FeedRequest(page, number, format_name, words, url, request.method == "GET")
        try:
            async with asyncio.timeout_at(max(deadline, loop.time() + _MIN_SECONDS)):
                body = await self._body(wanted, source.lists)
        except TimeoutError:  # the feed is written all the same, for the next request
            raise busy() from None
        age = max(0, int((self.now() - source.checked).total_seconds()))
        headers = {"Cache-Control": f"max-age={self.max_age}", "Age": str(age)}
        media_type = FORMATS[format_name].media_type
        return conditional(request, body, media_type, headers, source.modified)

    async def opml(self, request: Request) -> Response:
        """All subscribed pages as OPML, or 304."""
        body = await self.threads.run(_read_opml, self.state, str(request.base_url))
        return conditional(request, body, "text/x-opml", {"Cache-Control": "no-cache"})

    async def subscriptions(self, request: Request) -> Response:
        """All requested feeds as a page; a POST with `url` and `list` removes one."""
        if request.method == "POST":
            form = QueryParams((await _read_form(request)).decode("ascii", "replace"))
            page, number = form.get("url", ""), parse_list_number(form)
            await self.threads.run(_unsubscribe, self.state, page, number)
            return RedirectResponse("/subscriptions", 303)
        found = await self.threads.run(_read_subscriptions, self.state)
        return render_html("subscriptions.html", found=found)

    async def _body(self, wanted: FeedRequest, lists: Feed) -> bytes:
        now = self.now()
        # Written again every hour, so that the state file knows which items are still listed.
        version = lists, now.replace(minute=0, second=0, microsecond=0)
        write = partial(self.threads.run, write_feed, wanted, lists, self.state, now)
        return await self.bodies.get(wanted, write, version)


def write_feed(wanted: FeedRequest, lists: Feed, state: Path, now: datetime) -> bytes:
    """A feed whose items keep the ids they had when they were first seen.

    Stores new items and the subscription.
    """
    items, number = select_items(lists, wanted.number), wanted.number - 1
    # By the requested address, not the one it redirects to, which may change.
    with FeedState(state) as subscriptions:
        known = subscriptions.update(wanted.page, items, now, number)
        # Items without the words are stored too: another feed of the same list has them.
        chosen = [pair for pair in zip(items, known) if has_words(pair[0], wanted.words)]
        entries = known_entries([item for item, _ in chosen], [one for _, one in chosen])
        result = channel(lists, entries, number=wanted.number, self_link=wanted.url)
        if wanted.subscribes:
            subscriptions.subscribe(wanted.page, result.title, number, now)
    return render("feed", wanted.format_name, [result])


async def _read_form(request: Request) -> bytes:
    """The body of a small form; status 413 if it is not small."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MAX_FORM:
            raise HTTPException(413, "the form is too large")
    return body


def _unsubscribe(state: Path, page: str, number: int) -> None:
    with FeedState(state) as subscriptions:
        subscriptions.unsubscribe(page, number - 1)


def _read_subscriptions(state: Path) -> list[Subscription]:
    with FeedState(state) as subscriptions:
        return subscriptions.subscribed()


def _read_opml(state: Path, base: str) -> bytes:
    return render_opml(_read_subscriptions(state), base)


def render_opml(subscriptions: Iterable[Subscription], base: str) -> bytes:
    """The feeds of the server at `base` as OPML 2.0."""
    root = ET.Element("opml", {"version": "2.0"})
    head = ET.SubElement(root, "head")
    syndication.add_element(head, "title", "Pages with feeds by honbun")
    body = ET.SubElement(root, "body")
    for one in subscriptions:
        title = one.title or one.url
        url = feed_url(base, one.url, "rss", one.number + 1)
        outline = {"type": "rss", "text": title, "title": title, "xmlUrl": url}
        syndication.add_element(body, "outline", "", outline | {"htmlUrl": one.url})
    return syndication.xml_document(root)
