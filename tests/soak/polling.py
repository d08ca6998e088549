"""Polling: clients that request feeds repeatedly, as readers do, and some that misbehave."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.soak.upstream import Place, Upstream

FORMATS = ("rss", "atom", "json")
_PAUSE = 0.5
"""Average seconds between a response and the next request."""
_LONGEST = 45.0
"""Seconds after which a response is missing; the server promises one within 30."""
_SAMPLED = 20
_FEEDS = 20
"""Subscriptions of each client."""


@dataclass
class Seen:
    """What the clients have received."""

    latency: dict[str, list[float]] = field(default_factory=dict)
    """Seconds of each response, by type of page."""
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    dropped: list[str] = field(default_factory=list)
    samples: list[tuple[str, bytes]] = field(default_factory=list)
    """Some of the feeds, with their formats."""
    disconnected: int = 0
    """Clients with unfinished requests that the server disconnected."""

    @property
    def requests(self) -> int:
        return sum(self.statuses.values())

    def note(self, kind: str, form: str, answer: httpx.Response, seconds: float) -> None:
        status = answer.status_code
        self.latency.setdefault(kind, []).append(seconds)
        self.statuses[kind, status] += 1
        if status == 200 and self.statuses[kind, 200] % _SAMPLED == 1:
            self.samples.append((form, answer.content))


@dataclass(frozen=True, slots=True)
class Server:
    """The address of the server and the pages to request."""

    port: int
    upstream: Upstream
    places: Sequence[Place]

    def client(self) -> httpx.AsyncClient:
        # Connections are given up before the server closes them.
        limits = httpx.Limits(max_connections=None, keepalive_expiry=2.0)
        url = f"http://127.0.0.1:{self.port}"
        return httpx.AsyncClient(base_url=url, timeout=_LONGEST, limits=limits, trust_env=False)

    def query(self, place: Place, form: str) -> dict[str, str]:
        return {"url": self.upstream.url(place), "format": form}


async def poll(server: Server, clients: int, seconds: float, seen: Seen) -> None:
    """Run this many clients for this many seconds."""
    end = time.monotonic() + seconds
    async with server.client() as client, asyncio.TaskGroup() as group:
        for number in range(clients):
            group.create_task(_reader(server, client, number, end, seen))


async def first_look(server: Server) -> None:
    """Request all pages in all formats, as from a new server."""
    places = iter([(place, form) for form in FORMATS for place in server.places])

    async def look() -> None:
        for place, form in places:
            with suppress(httpx.HTTPError):  # failed requests that matter are repeated later
                await client.get("/feed", params=server.query(place, form))

    async with server.client() as client, asyncio.TaskGroup() as group:
        for _ in range(40):
            group.create_task(look())


async def _reader(
    server: Server, client: httpx.AsyncClient, number: int, end: float, seen: Seen
) -> None:
    chance = random.Random(number)
    known: dict[tuple[Place, str], str] = {}
    feeds = [(place, chance.choice(FORMATS)) for place in chance.sample(server.places, _FEEDS)]
    # Some readers stay connected, others reconnect each time; not all start at once.
    usual = {} if number % 4 < 2 else {"Connection": "close"}
    await asyncio.sleep(chance.random() * _PAUSE)
    while time.monotonic() < end:
        place, form = feed = chance.choice(feeds)
        headers = usual | ({"If-None-Match": known[feed]} if feed in known else {})
        started = time.monotonic()
        try:
            answer = await client.get("/feed", params=server.query(*feed), headers=headers)
        except httpx.HTTPError as error:
            seen.dropped.append(f"{place.kind}: {type(error).__name__}: {error}")
            continue
        seen.note(place.kind, form, answer, time.monotonic() - started)
        if number % 2 == 0 and answer.status_code == 200:
            known[feed] = answer.headers["etag"]
        await asyncio.sleep(chance.random() * 2 * _PAUSE)


async def annoy(server: Server, seconds: float, seen: Seen) -> None:
    """Send headers that never end, and hang up early."""
    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for _ in range(20):
            group.create_task(_never_finish(server, end, seen))
        group.create_task(_hang_up(server, end))


async def _never_finish(server: Server, end: float, seen: Seen) -> None:
    """A request that is sent line by line and never completed (slow loris)."""
    while time.monotonic() < end:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while time.monotonic() < end:
                writer.write(b"X-More: and more\r\n")
                await writer.drain()
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1), 1.0)  # a response, or the end
                    seen.disconnected += 1
                    break
            writer.close()


async def _hang_up(server: Server, end: float) -> None:
    """Requests whose responses are not awaited."""
    chance = random.Random("hang up")
    while time.monotonic() < end:
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        target = httpx.QueryParams(server.query(chance.choice(server.places), "rss"))
        writer.write(f"GET /feed?{target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        await asyncio.sleep(chance.random() * 0.3)
        writer.close()
