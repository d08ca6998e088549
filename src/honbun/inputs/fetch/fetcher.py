"""Fetching pages by URL, politely and safely.

Politely: robots.txt is obeyed, requests to a host are spaced, and the user agent names honbun.
Safely: every redirect is checked like a URL (see `network.py`), and size and time are limited.
"""

from __future__ import annotations

import math
import re
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from honbun.errors import FetchError, FetchTimeout, UnreadablePage
from honbun.inputs.fetch.decoding import accepted_codings, decode_body, join_bounded, media_type
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from types import TracebackType
    from typing import Self

    import httpx

    from honbun.inputs.fetch.network import Clock, Resolve
    from honbun.inputs.options import ReadOptions

_PAGE_TYPES = (
    "text/html",
    "application/xhtml+xml",
    "application/xml",  # some servers send XHTML like this
    "text/xml",
    "text/plain",  # some servers send HTML like this
    "",
)
_LIST_TYPES = (*_PAGE_TYPES, "application/gzip", "application/x-gzip", "application/octet-stream")
_MAX_LIST = 50 << 20
"""The largest sitemap that sitemaps.org allows."""
_MAX_HOSTS = 10_000
_VALIDATOR = re.compile(r"[!-~](?:[ -~]{0,1000}[!-~])?")
"""Values that can be sent back unchanged: some sites send dates in their own language."""


@dataclass(frozen=True, slots=True)
class Validators:
    """ETag and Last-Modified of a version of a page, to request only a newer one."""

    url: str
    """The URL of the page after all redirects; they are sent to no other URL."""
    etag: str | None = None
    last_modified: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a conditional request (RFC 9110, 13.1)."""
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in headers.items() if value}


@dataclass(frozen=True, slots=True)
class FetchResult:
    """The answer to a conditional request."""

    page: Page | None
    """None if the page was not modified."""
    validators: Validators
    """The validators for the next request."""


class Fetcher:
    """Fetches pages, and caches robots.txt and the time of the last request per host.

    Threads may share it. `hosts` limits requests and redirects to these host names;
    `*.example.org` matches subdomains. `patience` is the maximum number of seconds for a page with
    its redirects, robots.txt and waits. `resolve`, `clock` and `sleep` are for tests.
    """

    def __init__(
        self,
        options: ReadOptions,
        *,
        hosts: Collection[str] | None = None,
        patience: float = math.inf,
        resolve: Resolve | None = None,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        from honbun.inputs.fetch import network, robots

        self._options = options
        self._patience = patience
        self._network = network.Network(
            _headers(),
            options.timeout,
            allow_private=options.allow_private,
            hosts=hosts,
            resolve=resolve or network.resolve,
            clock=clock,
        )
        self._robots = robots.Robots(self._network, clock)
        self._pace = _Pace(clock, sleep)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._network.close()

    def fetch(self, url: str) -> Page:
        """The page at a URL; its `url` is that of the last redirect.

        Raises RefusedAddress, RefusedByRobots, or another FetchError.
        """
        with self._request(url, None) as response:
            return self._page(response, url)

    def fetch_list(self, url: str) -> Page:
        """As `fetch`, for a page, or a list of pages such as a sitemap, which may be compressed."""
        with self._request(url, None) as response:
            return self._page(response, url, _LIST_TYPES, _MAX_LIST)

    def fetch_newer(self, url: str, known: Validators | None = None) -> FetchResult:
        """The page at a URL, if it is newer than the version of the validators.

        Raises the same errors as `fetch`.
        """
        with self._request(url, known) as response:
            found = _validators(response)
            if response.status_code == 304 and known is not None and _is_about(known, response.url):
                # RFC 9110, 15.4.5: the ETag is sent again, the date may be missing.
                modified = found.last_modified or known.last_modified
                return FetchResult(None, Validators(known.url, found.etag or known.etag, modified))
            return FetchResult(self._page(response, url), found)

    @contextmanager
    def _request(self, url: str, known: Validators | None) -> Iterator[httpx.Response]:
        """The response after all redirects, with an unread body."""
        from honbun.inputs.fetch.network import redirect, web_url

        hop = web_url(url)
        with self._network.within(self._patience):
            for _ in range(self._options.max_redirects + 1):
                self._wait(hop)
                headers = known.headers if known and _is_about(known, hop) else {}
                with self._network.get(hop, headers) as response:
                    onward = redirect(response)
                    if onward is None:
                        yield response
                        return
                    hop = onward
        raise FetchError(f"{url}: more than {self._options.max_redirects} redirects")

    def _wait(self, url: httpx.URL) -> None:
        delay = self._options.delay
        if self._options.robots:
            self._robots.check(url)
            delay = max(delay, self._robots.delay(url))
        if not self._pace.wait(url.host, delay, self._network.left):
            raise FetchTimeout(f"{url}: too many pages of {url.host} are requested at once")

    def _page(
        self,
        response: httpx.Response,
        source: str,
        types: tuple[str, ...] = _PAGE_TYPES,
        limit: int | None = None,
    ) -> Page:
        url = str(response.url)
        content_type = response.headers.get("content-type")
        if response.status_code >= 300:
            raise FetchError(f"{url}: the server answers with status {response.status_code}")
        if media_type(content_type) not in types:
            raise FetchError(f"{url}: not a page but {media_type(content_type)}")
        try:
            pieces = decode_body(response.iter_raw(), response.headers.get("content-encoding"))
            html = join_bounded(pieces, limit or self._options.max_bytes)
        except UnreadablePage as error:
            raise FetchError(f"{url}: {error}") from error
        when = datetime.now(UTC)
        return Page(html, url=url, source=source, content_type=content_type, fetched_at=when)


def _is_about(known: Validators, url: httpx.URL) -> bool:
    return known.url == str(url)


def _validators(response: httpx.Response) -> Validators:
    etag, modified = (
        value if _VALIDATOR.fullmatch(value) else None
        for value in (response.headers.get(name, "") for name in ("etag", "last-modified"))
    )
    return Validators(str(response.url), etag, modified)


class _Pace:
    """Spaces requests to one host, from start to start."""

    def __init__(self, clock: Clock, sleep: Callable[[float], None]) -> None:
        self._clock = clock
        self._sleep = sleep
        self._free: dict[str, float] = {}
        self._lock = threading.Lock()

    def wait(self, host: str, delay: float, most: float) -> bool:
        """Wait for a turn; False without waiting if it comes after `most` seconds."""
        with self._lock:
            now = self._clock()
            turn = max(now, self._free.get(host, now))
            if turn - now > most:
                return False
            if len(self._free) > _MAX_HOSTS:
                self._free = {host: free for host, free in self._free.items() if free > now}
            self._free[host] = turn + delay
        if turn > now:
            self._sleep(turn - now)
        return True


def _headers() -> dict[str, str]:
    from honbun import __version__

    return {
        "User-Agent": f"honbun/{__version__} (reads the main content of web pages)",
        "Accept": "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.5",
        "Accept-Encoding": accepted_codings(),
    }
