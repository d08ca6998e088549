"""Who is let in, and what every answer says to the browser that shows it.

A server on loopback is reached by every page that its owner's browser opens. One whose name leads
to 127.0.0.1 would read the answers (DNS rebinding), so only names of loopback are answered to; one
that merely points here (an image, a script) would make us fetch and subscribe for it; one that
posts here would write into what its owner keeps, so only pages of our own may post. Beyond a number
of requests under way nobody is let in at all.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
_MOST = 500
"""Requests under way at one time."""
_AGAIN = "30"
"""Seconds after which those who were not let in may ask again."""
_READING = frozenset({"GET", "HEAD"})
_OURS = frozenset({"same-origin", "none"})
"""Where a request may come from: a page of ours, or no page, such as an address that was typed."""
_SAID = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What is said where the view says nothing else."""


class Door:
    """Stands before the application; `host` is the address that the server listens on."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._names = _LOCAL | {host.lower()} if is_loopback(host) else None
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        told = False

        async def tell(message: Message) -> None:
            nonlocal told
            if message["type"] == "http.response.start":
                told = True
                said = MutableHeaders(scope=message)
                for name, value in _SAID.items():
                    said.setdefault(name, value)
            await send(message)

        self._inside += 1
        try:
            await self._answer(scope)(scope, receive, tell)
        except asyncio.CancelledError:
            # The server was asked to stop, and has waited long enough for the answer.
            if not told:
                await _unavailable("the server is stopping")(scope, receive, tell)
        finally:
            self._inside -= 1

    def _answer(self, scope: Scope) -> ASGIApp:
        if self._inside > _MOST:
            return _unavailable("the server is busy")
        refusal = self._refusal(scope["method"], Headers(scope=scope))
        return self._app if refusal is None else PlainTextResponse(f"{refusal}\n", 403)

    def _refusal(self, method: str, headers: Headers) -> str | None:
        if self._names is not None and host_name(headers.get("host", "")) not in self._names:
            return "this server answers only to localhost and its addresses"
        if _is_foreign(headers):
            return "this server does not answer to pages of other sites"
        if method not in _READING and not _is_own(headers):
            return "only pages of this server may change what it keeps"
        return None


def _unavailable(why: str) -> ASGIApp:
    return PlainTextResponse(f"{why}\n", 503, {"Retry-After": _AGAIN})


def _is_foreign(headers: Headers) -> bool:
    """Whether a page of another origin asks, and not a person who follows a link on it.

    A page can send its reader here (a redirect, a prefetch), and some paths fetch and keep things
    for whoever opens them; a click is told apart by browsers. Those that say less are not guarded
    against.
    """
    if headers.get("sec-fetch-site", "none") in _OURS:
        return False
    clicked = headers.get("sec-fetch-user") == "?1" and headers.get("sec-fetch-dest") == "document"
    return not clicked or "sec-purpose" in headers


def _is_own(headers: Headers) -> bool:
    """Whether a request that writes comes from a page of ours, or from no page at all.

    A browser names the origin of whatever writes, `null` for a sandboxed frame or a file; one that
    left it out would still say what kind of site asks. A program such as curl says neither, and
    nobody can make it ask but who may run programs here.
    """
    origin = headers.get("origin")
    if origin is None:
        return "sec-fetch-site" not in headers
    scheme, _, place = origin.lower().partition("://")
    return scheme in ("http", "https") and place == headers.get("host", "").lower() != ""


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only.

    >>> [is_loopback(host) for host in ("127.0.0.2", "localhost", "::1", "0.0.0.0", "10.0.0.1")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def host_name(header: str) -> str:
    """The name in a Host header, without the port.

    >>> [host_name(header) for header in ("LocalHost:8710", "[::1]:8710", "evil@127.0.0.1", "[")]
    ['localhost', '::1', '', '']
    """
    try:
        parts = urlsplit(f"//{header}")
    except ValueError:
        return ""
    return "" if "@" in header or parts.path else parts.hostname or ""


# How much one client may ask: a bucket of tokens for each, filled anew all the time.

_CLIENTS = 10_000
"""Clients that are kept account of; of more, those that were away longest start anew."""


class Limits:
    """Admits each client so often a minute, and so often at once; 0 for any number."""

    def __init__(self, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admit(self, request: Request) -> None:
        """Take a token of the client; a status of 429, with when to come again, for none left."""
        wait = self.take(_client(request)) if self._rate else 0.0
        if wait:
            raise HTTPException(
                429, "too many questions from one client", {"Retry-After": str(ceil(wait))}
            )

    def take(self, client: str) -> float:
        """0 for a token taken, else the seconds until there is one."""
        now = self._clock()
        tokens, last = self._buckets.pop(client, (float(self._rate), now))
        tokens = min(self._rate, tokens + (now - last) * self._rate / 60)
        wait = 0.0 if tokens >= 1 else (1 - tokens) * 60 / self._rate
        self._buckets[client] = (tokens if wait else tokens - 1, now)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return wait


def _client(request: Request) -> str:
    """Who asks: an IPv4 address, or the network of an IPv6 one, whose owner has all of it."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(ip_network((address.packed[:8] + bytes(8), 64)))
    return host
