"""Upstream: two hundred pages on fifty hosts on loopback, some of which misbehave.

Every host has its own address (from 127.0.1.1 on), so that queues, robots.txt and delays per host
work as on the web.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
import threading
import time
from collections import defaultdict
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HOSTS = tuple(f"127.0.1.{number}" for number in range(1, 51))
ELSEWHERE = ("http://2130706433:1/", "http://0x7f.1:1/", "http://[::ffff:127.0.0.1]:1/")
"""An unusual spelling of 127.0.0.1."""
FAST = ("changing", "steady")
_FOUND = frozenset({200, 304})
KINDS = {
    "changing": (80, _FOUND),
    "steady": (68, _FOUND),
    "slow": (12, _FOUND),
    "silent": (10, {504}),
    "dripping": (8, {504}),
    "huge": (3, _FOUND),
    "too huge": (3, {502}),
    "astray": (6, {403}),
    "failing": (6, {502}),
    "broken": (4, {502}),
}
"""The number of pages of each type, and the expected statuses of their feeds."""
_MANY = {"huge": 4_000, "too-huge": 25_000}
_SECONDS = {"changing": 0.0, "slow": 4.0}


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the upstream."""

    kind: str
    host: str
    path: str


def places() -> list[Place]:
    """All pages; consecutive pages are on different hosts, so that each host has all types."""
    kinds = [kind for kind, (number, _) in KINDS.items() for _ in range(number)]
    return [
        Place(kind, HOSTS[number % len(HOSTS)], f"/{kind.replace(' ', '-')}/{number}")
        for number, kind in enumerate(kinds)
    ]


@dataclass
class Upstream:
    """The served pages and the times of their requests."""

    port: int
    requested_at: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    not_modified: int = 0

    def url(self, place: Place) -> str:
        """Where a page is."""
        return f"http://{place.host}:{self.port}{place.path}"

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer all requests of one connection."""
        # Cancellation at the end is not a failure.
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                await self._answer(head, writer)
                await writer.drain()
        with suppress(ConnectionError):
            writer.close()
            await writer.wait_closed()

    async def _answer(self, head: str, writer: asyncio.StreamWriter) -> None:
        path = head.split(" ", 2)[1]
        host = head.lower().partition("\r\nhost: ")[2].partition("\r\n")[0]
        if path == "/robots.txt":
            writer.write(_reply(404))
            return
        seen = self.requested_at[f"http://{host}{path}"]
        seen.append(time.monotonic())
        _, kind, number = path.split("/")
        match kind:
            case "steady" if 'if-none-match: "one"' in head.lower():
                self.not_modified += 1
                writer.write(_reply(304, headers='ETag: "one"\r\n'))
            case "steady":
                writer.write(_reply(200, page(int(number), 20), headers='ETag: "one"\r\n'))
            case "changing" | "slow":
                await asyncio.sleep(_SECONDS[kind])
                writer.write(_reply(200, page(int(number), 20, len(seen))))
            case "silent":
                await asyncio.sleep(3600)
            case "dripping":
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
                while True:
                    writer.write(b"<")
                    await writer.drain()
                    await asyncio.sleep(1)
            case "huge" | "too-huge":
                writer.write(_reply(200, page(int(number), _MANY[kind])))
            case "astray":
                where = ELSEWHERE[int(number) % len(ELSEWHERE)]
                writer.write(_reply(302, headers=f"Location: {where}\r\n"))
            case "failing":
                writer.write(_reply(500))
            case _:
                body = gzip.compress(page(int(number), 200))[:-400] + bytes(400)
                writer.write(_reply(200, body, headers="Content-Encoding: gzip\r\n"))


@contextmanager
def upstream() -> Iterator[Upstream]:
    """Serve the pages in a separate thread."""
    loop = asyncio.new_event_loop()
    with socket.create_server((HOSTS[0], 0)) as probe:
        here = Upstream(probe.getsockname()[1])
    server = loop.run_until_complete(
        asyncio.start_server(here.talk, host=HOSTS, port=here.port, backlog=500)
    )
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield here
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        if tasks:
            loop.run_until_complete(asyncio.wait(tasks))
        loop.close()


@cache
def _items(number: int, items: int) -> str:
    return "".join(
        f"<article><h2><a href='/news/{number}/{item}'>Notice {item} of the office in street "
        f"{number}</a></h2><p><time datetime='2026-10-{1 + item % 28:02}'>October</time></p>"
        f"<p>What was decided about matter {item} is open to the public from next week on; those "
        "who live there may speak about it at the town hall, where the plans can be seen too, "
        "on every working day.</p></article>"
        for item in range(items)
    )


def page(number: int, items: int, version: int = 0) -> bytes:
    """A page with a list; another version has another item at its top."""
    new = (
        f"<article><h2><a href='/news/{number}/new-{version}'>The latest notice is the one of "
        f"look {version}</a></h2><p><time datetime='2026-11-01'>November</time></p><p>It was "
        "written when somebody came to look, and nobody else will see it as it is.</p></article>"
        if version
        else ""
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Office {number}</title><body>"
        f"<main><h1>Notices of office {number}</h1>{new}{_items(number, items)}</main>"
    ).encode()


def _reply(status: int, body: bytes = b"", headers: str = "") -> bytes:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: text/html\r\n{headers}"
    length = "" if status == 304 else f"Content-Length: {len(body)}\r\n"
    return f"{head}{length}\r\n".encode() + body
