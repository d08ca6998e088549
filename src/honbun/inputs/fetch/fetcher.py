"""Fetching a page by its URL, politely and warily.

Politely: robots.txt is honoured, a host is not asked more often than it can bear, and we say who
we are. Warily: every hop of a redirect is judged like a URL of its own (see `network.py`), and
size and time are bounded whatever the server sends.
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

from honbun.errors import FetchError, FetchTimeout, MissingExtra, UnreadablePage
from honbun.inputs.fetch.decoding import accepted_codings, decode_body, join_bounded, media_type
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from types import TracebackType
    from typing import Self

    import httpx

    from honbun.inputs.fetch.network import Clock, Resolve
    from honbun.inputs.options import ReadOptions

_PAGES = (
    "text/html",
    "application/xhtml+xml",
    "application/xml",  # XHTML of careful servers
    "text/xml",
    "text/plain",  # HTML of careless ones
    "",
)
_MANY_HOSTS = 10_000
_VALIDATOR = re.compile(r"[!-~](?:[ -~]{0,1000}[!-~])?")
"""What can be sent back as it came: sites send dates in their own language, and worse."""


def require_fetch() -> None:
    """Raise MissingExtra when URLs cannot be fetched here."""
    try:
        import httpcore  # noqa: F401
        import httpx  # noqa: F401
        import protego  # noqa: F401
    except ImportError as error:
        raise MissingExtra("fetching a URL", "fetch") from error


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said of a version of its page, to ask it whether there is a newer one."""

    url: str
    """The page that they are about, after all redirects: nobody else is shown them."""
    etag: str | None = None
    last_modified: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The request for a newer version only (RFC 9110, 13.1)."""
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value}


@dataclass(frozen=True, slots=True)
class FetchResult:
    """What a server answered to the question for a newer version of a page."""

    page: Page | None
    """None where the version that was asked about is still the newest: not modified."""
    validators: Validators
    """Those to ask with the next time."""


class Fetcher:
    """Fetches pages, remembering each site's rules and when it was last asked.

    May be shared by threads. With `hosts` no others are asked, whatever a page or a redirect names:
    names of hosts, or `*.example.org` for all that end so. `patience` is how many seconds a page
    may take in all, with its redirects, robots.txt, and the waits between. `resolve`, `clock` and
    `sleep` are there for tests.
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
        require_fetch()
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
        """The page at a URL; its own `url` is the one that the last redirect led to.

        Raises RefusedAddress, RefusedByRobots, or FetchError for whatever else went wrong.
        """
        with self._answer(url, None) as response:
            return self._page(response, url)

    def fetch_newer(self, url: str, known: Validators | None = None) -> FetchResult:
        """The page at a URL, unless it still is the version that the validators are of.

        Raises what `fetch` does.
        """
        with self._answer(url, known) as response:
            found = _validators(response)
            if response.status_code == 304 and known is not None and _is_about(known, response.url):
                # RFC 9110, 15.4.5: the ETag comes again, the date need not.
                modified = found.last_modified or known.last_modified
                return FetchResult(None, Validators(known.url, found.etag or known.etag, modified))
            return FetchResult(self._page(response, url), found)

    @contextmanager
    def _answer(self, url: str, known: Validators | None) -> Iterator[httpx.Response]:
        """The response at the end of all redirects, its body still to be read."""
        from honbun.inputs.fetch.network import redirect, web_url

        hop = web_url(url)
        with self._network.within(self._patience):
            for _ in range(self._options.max_redirects + 1):
                self._wait(hop)
                asked = known.headers if known and _is_about(known, hop) else {}
                with self._network.get(hop, asked) as response:
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
            raise FetchTimeout(f"{url}: too many pages of {url.host} are asked for at once")

    def _page(self, response: httpx.Response, source: str) -> Page:
        url = str(response.url)
        content_type = response.headers.get("content-type")
        if response.status_code >= 300:
            raise FetchError(f"{url}: the server answers with status {response.status_code}")
        if media_type(content_type) not in _PAGES:
            raise FetchError(f"{url}: not a page but {media_type(content_type)}")
        try:
            pieces = decode_body(response.iter_raw(), response.headers.get("content-encoding"))
            html = join_bounded(pieces, self._options.max_bytes)
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
    """Keeps requests to one host apart, from the start of one to the start of the next."""

    def __init__(self, clock: Clock, sleep: Callable[[float], None]) -> None:
        self._clock = clock
        self._sleep = sleep
        self._free: dict[str, float] = {}
        self._lock = threading.Lock()

    def wait(self, host: str, delay: float, most: float) -> bool:
        """Wait for one's turn; False, and no wait, where it comes after `most` seconds."""
        with self._lock:
            now = self._clock()
            turn = max(now, self._free.get(host, now))
            if turn - now > most:
                return False
            if len(self._free) > _MANY_HOSTS:
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
