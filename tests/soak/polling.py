"""Polling: clients that request feeds repeatedly, as readers do, and some that misbehave."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests.soak.upstream import EMPTY, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.soak.upstream import Upstream

FORMATS = ("rss", "atom", "json")
_PAUSE = 0.5
"""Average seconds between a response and the next request."""
_LONGEST = 45.0
"""Seconds after which a response is missing; the server promises one within 30."""
_SAMPLED = 20
_FEEDS = 20
"""Subscriptions of each client."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Seen:
    """What the clients have received."""

    latency: dict[str, list[float]] = field(default_factory=dict)
    """Seconds of each response, by type of page."""
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    dropped: list[str] = field(default_factory=list)
    samples: list[tuple[str, bytes]] = field(default_factory=list)
    """Some of the feeds, with their formats."""
    refused: Counter[str] = field(default_factory=Counter)
    """Responses to the misbehaving clients."""

    @property
    def requests(self) -> int:
        return sum(self.statuses.values())

    def note(self, kind: str, form: str, answer: Answer, seconds: float) -> None:
        self.latency.setdefault(kind, []).append(seconds)
        self.statuses[kind, answer.status] += 1
        if answer.status == 200 and self.statuses[kind, 200] % _SAMPLED == 1:
            self.samples.append((form, answer.body))


@dataclass(frozen=True, slots=True)
class Server:
    """The address of the server and the pages to request."""

    port: int
    upstream: Upstream
    places: Sequence[Place]


async def poll(server: Server, clients: int, seconds: float, seen: Seen) -> None:
    """Run this many clients, each with its own address, for this many seconds."""
    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for number in range(clients):
            group.create_task(_reader(server, number, end, seen))


async def first_look(server: Server) -> None:
    """Request all pages in all formats, as from a new server."""
    places = iter([(place, form) for form in FORMATS for place in server.places])

    async def look(number: int) -> None:
        for place, form in places:
            connection = await _Connection.open(server.port, number)
            target = urlencode({"url": server.upstream.url(place), "format": form})
            with suppress(OSError, EOFError):  # failed requests that matter are repeated later
                await connection.ask(f"/feed?{target}")
            connection.close()

    async with asyncio.TaskGroup() as group:
        for number in range(40):
            group.create_task(look(number))


async def annoy(server: Server, seconds: float, seen: Seen) -> None:
    """Send headers that never end, hang up early, and send requests without pause."""
    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for _ in range(20):
            group.create_task(_never_finish(server, end, seen))
        group.create_task(_hang_up(server, end))
        for number in range(10):
            group.create_task(_scan(server, number, end, seen))


async def _reader(server: Server, number: int, end: float, seen: Seen) -> None:
    chance = random.Random(number)
    known: dict[str, str] = {}
    remembers = number % 2 == 0
    feeds = [(place, chance.choice(FORMATS)) for place in chance.sample(server.places, _FEEDS)]
    connection: _Connection | None = None
    # Some readers stay connected, others reconnect each time; not all start at once.
    stays = number % 4 < 2
    await asyncio.sleep(chance.random() * _PAUSE)
    while time.monotonic() < end:
        place, form = chance.choice(feeds)
        target = f"/feed?{urlencode({'url': server.upstream.url(place), 'format': form})}"
        tag = known.get(target)
        started = time.monotonic()
        try:
            async with asyncio.timeout(_LONGEST):
                connection = connection or await _Connection.open(server.port, number)
                answer = await connection.ask(target, tag, stays)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            seen.dropped.append(f"{place.kind}: {type(error).__name__}: {error}")
            connection = None
            continue
        seen.note(place.kind, form, answer, time.monotonic() - started)
        if not stays:
            connection.close()
            connection = None
        if remembers and answer.status == 200:
            known[target] = answer.headers["etag"]
        await asyncio.sleep(chance.random() * 2 * _PAUSE)
    if connection:
        connection.close()


class _Connection:
    """One connection of a client; `--rate` applies to each address from 127.0.2.1 on."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int, client: int) -> _Connection:
        own = (f"127.0.2.{client + 1}", 0)
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=own))

    async def ask(self, target: str, tag: str | None = None, stays: bool = True) -> Answer:
        """The response to a GET request."""
        extra = f"If-None-Match: {tag}\r\n" if tag else ""
        extra += "" if stays else "Connection: close\r\n"
        self._writer.write(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{extra}\r\n".encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        if not head.startswith("HTTP/1.1 "):
            raise ValueError(f"no answer of HTTP: {head[:80]!r}")
        first, *lines = head.split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines if line)
        }
        body = await self._reader.readexactly(int(headers.get("content-length", "0")))
        return Answer(int(first.split(" ")[1]), headers, body)

    def close(self) -> None:
        self._writer.close()

    async def send(self, text: bytes) -> None:
        self._writer.write(text)
        await self._writer.drain()

    async def is_closed(self, within: float) -> bool:
        """Whether the server closes the connection, with or without a response."""
        try:
            async with asyncio.timeout(within):
                return await self._reader.read(1) is not None
        except TimeoutError:
            return False


async def _never_finish(server: Server, end: float, seen: Seen) -> None:
    """A request that is sent line by line and never completed (slow loris)."""
    while time.monotonic() < end:
        with suppress(OSError):
            connection = await _Connection.open(server.port, 200)
            await connection.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while time.monotonic() < end:
                await connection.send(b"X-More: and more\r\n")
                if await connection.is_closed(1.0):
                    seen.refused["unfinished requests, disconnected"] += 1
                    break
            connection.close()


async def _hang_up(server: Server, end: float) -> None:
    """Requests whose responses are not awaited."""
    chance = random.Random("hang up")
    while time.monotonic() < end:
        target = urlencode({"url": server.upstream.url(chance.choice(server.places))})
        connection = await _Connection.open(server.port, 201)
        await connection.send(f"GET /feed?{target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        await asyncio.sleep(chance.random() * 0.3)
        connection.close()


async def _scan(server: Server, first: int, end: float, seen: Seen) -> None:
    """A client that requests ever new pages in parallel, far above its rate limit."""
    numbers = count(first, 10)
    while time.monotonic() < end:
        connection = await _Connection.open(server.port, 202)
        with suppress(EOFError, OSError):
            for _ in range(50):
                number = next(numbers)
                page = server.upstream.url(Place("gone", EMPTY[number % len(EMPTY)], f"/{number}"))
                answer = await connection.ask(f"/feed?{urlencode({'url': page})}")
                seen.refused[f"scanning, {answer.status}"] += 1
                if answer.status == 429:
                    await asyncio.sleep(0.05)
        connection.close()
