"""Which requests are answered, and the security headers of every response.

Every page that a browser on this machine opens can reach a server on loopback. A page whose host
name resolves to 127.0.0.1 could read the responses (DNS rebinding), so only names of loopback are
accepted. A page that embeds one of our URLs (an image, a script) could make the server fetch and
subscribe, and a page that posts here could change stored data, so both are refused. The number of
requests in progress is limited.
"""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_MAX_REQUESTS = 500
"""Requests in progress at the same time."""
_RETRY_AFTER = "30"
_SAFE_METHODS = frozenset({"GET", "HEAD"})
_TRUSTED_SITES = frozenset({"same-origin", "none"})
"""Values of Sec-Fetch-Site for our own pages and for addresses that were typed."""
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every response, unless the view sets the header itself."""


class SecurityMiddleware:
    """Checks Host and Origin, limits concurrency and adds headers.

    `host` is the address that the server listens on, `names` those that it answers to: on loopback
    its own and these, elsewhere only these, or all if there are none.
    """

    def __init__(self, app: ASGIApp, host: str, names: Collection[str] | None = None) -> None:
        self._app = app
        given = frozenset(name.lower() for name in names or ())
        own = _LOOPBACK_NAMES | {host.lower()} if is_loopback(host) else frozenset()
        self._names = given | own or None
        self._in_progress = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_secured(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        self._in_progress += 1
        try:
            await self._choose_app(scope)(scope, receive, send_secured)
        except asyncio.CancelledError:
            # The server is stopping and its grace period is over.
            if not started:
                await _unavailable("the server is stopping")(scope, receive, send_secured)
        finally:
            self._in_progress -= 1

    def _choose_app(self, scope: Scope) -> ASGIApp:
        if self._in_progress > _MAX_REQUESTS:
            return _unavailable("the server is busy")
        refusal = self._refusal(scope["method"], Headers(scope=scope))
        return self._app if refusal is None else PlainTextResponse(f"{refusal}\n", 403)

    def _refusal(self, method: str, headers: Headers) -> str | None:
        if self._names is not None and host_name(headers.get("host", "")) not in self._names:
            return "this server answers only to localhost and its own names"
        if _is_cross_site(headers):
            return "this server does not answer requests from pages of other sites"
        if method not in _SAFE_METHODS and not _may_write(headers):
            return "only pages of this server may change its data"
        return None


def _unavailable(reason: str) -> ASGIApp:
    return PlainTextResponse(f"{reason}\n", 503, {"Retry-After": _RETRY_AFTER})


def _is_cross_site(headers: Headers) -> bool:
    """Whether a page of another origin sent the request, and not a person who followed a link.

    Some paths fetch and store pages for anybody who opens them, and a page can redirect its reader
    here or prefetch a link. Browsers mark navigation by a click. Browsers that do not send these
    headers are not protected.
    """
    if headers.get("sec-fetch-site", "none") in _TRUSTED_SITES:
        return False
    clicked = headers.get("sec-fetch-user") == "?1" and headers.get("sec-fetch-dest") == "document"
    return not clicked or "sec-purpose" in headers


def _may_write(headers: Headers) -> bool:
    """Whether a request that changes data comes from our own pages, or from no page at all.

    Browsers send the Origin of every such request (`null` for a sandboxed frame or a file), or at
    least Sec-Fetch-Site. Programs such as curl send neither; only people who can run programs on
    this machine can use them.
    """
    origin = headers.get("origin")
    if origin is None:
        return "sec-fetch-site" not in headers
    scheme, _, host = origin.lower().partition("://")
    return scheme in ("http", "https") and host == headers.get("host", "").lower() != ""


def is_loopback(host: str) -> bool:
    """Whether an address is reachable from this machine only.

    >>> [is_loopback(host) for host in ("127.0.0.2", "localhost", "::1", "0.0.0.0", "10.0.0.1")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def host_name(header: str) -> str:
    """The name in a Host header, without the port; empty if the header is malformed.

    >>> [host_name(header) for header in ("LocalHost:8710", "[::1]:8710", "evil@127.0.0.1", "[")]
    ['localhost', '::1', '', '']
    """
    try:
        parts = urlsplit(f"//{header}")
    except ValueError:
        return ""
    return "" if "@" in header or parts.path else parts.hostname or ""
