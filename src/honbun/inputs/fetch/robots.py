"""robots.txt per site, by RFC 9309.

A site without robots.txt (4xx) allows everything. If robots.txt cannot be fetched, nothing is
allowed: 5xx raises RefusedByRobots, other errors raise their FetchError.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from protego import Protego

from honbun.errors import FetchError, RefusedByRobots, UnreadablePage
from honbun.inputs.fetch.decoding import decode_body, head
from honbun.inputs.fetch.network import redirect

if TYPE_CHECKING:
    import httpx

    from honbun.inputs.fetch.network import Clock, Network

_AGENT = "honbun"
_MAX_BYTES = 512 * 1024
"""RFC 9309 requires at least 500 KiB; the rest is ignored."""
_REDIRECTS = 5
_KEPT_SECONDS = 3600.0
"""RFC 9309 allows a day; a server that runs for weeks should see changes sooner."""
_KEPT_FAILURE_SECONDS = 60.0
"""Long enough that a list of URLs on an unreachable site does not time out for each."""
_KEPT_SITES = 1000
_KEPT_BYTES = 5_000_000
"""Size of the cached files; parsed rules take several times as much memory."""
_MAX_DELAY = 30.0
"""Longer delays are shortened to this, because a person is waiting."""


@dataclass(frozen=True, slots=True)
class _Rules:
    parser: Protego
    until: float
    size: int = 0
    failure: FetchError | None = None


class Robots:
    """The rules of sites, cached; the oldest are dropped first."""

    def __init__(self, network: Network, clock: Clock) -> None:
        self._network = network
        self._clock = clock
        self._kept: dict[httpx.URL, _Rules] = {}
        self._size = 0
        self._lock = threading.Lock()

    def check(self, url: httpx.URL) -> None:
        """Raise RefusedByRobots if robots.txt disallows a page."""
        rules = self._rules(url)
        if rules.failure:
            raise type(rules.failure)(*rules.failure.args)
        if not rules.parser.can_fetch(str(url), _AGENT):
            raise RefusedByRobots(f"{url}: the site's robots.txt asks not to fetch this page")

    def delay(self, url: httpx.URL) -> float:
        """The crawl delay of a site in seconds, up to a maximum."""
        return min(self._rules(url).parser.crawl_delay(_AGENT) or 0.0, _MAX_DELAY)

    def _rules(self, url: httpx.URL) -> _Rules:
        location = url.copy_with(raw_path=b"/robots.txt")
        rules = self._kept.get(location)
        if rules is None or rules.until < self._clock():
            rules = self._fetch(location)
            with self._lock:
                self._forget(location)
                self._kept[location] = rules
                self._size += rules.size
                while len(self._kept) > _KEPT_SITES or self._size > _KEPT_BYTES:
                    self._forget(next(iter(self._kept)))
        return rules

    def _forget(self, location: httpx.URL) -> None:
        if rules := self._kept.pop(location, None):
            self._size -= rules.size

    def _fetch(self, location: httpx.URL) -> _Rules:
        try:
            text = self._read(location)
        except FetchError as error:
            return _Rules(Protego(), self._clock() + _KEPT_FAILURE_SECONDS, failure=error)
        return _Rules(Protego.parse(text), self._clock() + _KEPT_SECONDS, len(text))

    def _read(self, location: httpx.URL) -> str:
        url = location
        for _ in range(_REDIRECTS + 1):
            with self._network.get(url) as response:
                if response.status_code >= 500:
                    raise RefusedByRobots(
                        f"{location} answers with status {response.status_code}, "
                        "so nothing is fetched from the site"
                    )
                onward = redirect(response)
                if onward is None:
                    return _text(response) if response.status_code < 300 else ""
                url = onward
        return ""  # RFC 9309, 2.3.1.2: after more redirects, as if there were no robots.txt


def _text(response: httpx.Response) -> str:
    try:
        body = head(
            decode_body(response.iter_raw(), response.headers.get("content-encoding")), _MAX_BYTES
        )
    except UnreadablePage:
        return ""
    return body[:_MAX_BYTES].decode("utf-8-sig", "replace")
