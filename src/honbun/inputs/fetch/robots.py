"""robots.txt, read and kept for each site as RFC 9309 asks.

A site without one (4xx) is open. One whose rules cannot be had (5xx, no answer) is closed: the
first raises RefusedByRobots, the second whatever FetchError the attempt ended in.
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
_LONGEST = 512 * 1024
"""RFC 9309 asks for at least 500 KiB; rules beyond are not read."""
_REDIRECTS = 5
_KEPT_SECONDS = 3600.0
"""RFC 9309 allows a day; a server that runs for weeks should notice a change sooner."""
_KEPT_FAILURE_SECONDS = 60.0
"""Long enough for a list of URLs on a dead site not to take its timeout for each."""
_KEPT_SITES = 1000
_KEPT_BYTES = 5_000_000
"""Rules that are kept, as they were read; in memory they take several times as much."""
_LONGEST_DELAY = 30.0
"""A site that asks for more does not want this kind of visitor, but a person is waiting."""


@dataclass(frozen=True, slots=True)
class _Rules:
    said: Protego
    until: float
    size: int = 0
    failure: FetchError | None = None


class Robots:
    """The rules of the sites asked about so far; of many, those that were asked last."""

    def __init__(self, network: Network, clock: Clock) -> None:
        self._network = network
        self._clock = clock
        self._kept: dict[httpx.URL, _Rules] = {}
        self._size = 0
        self._lock = threading.Lock()

    def check(self, url: httpx.URL) -> None:
        """Raise RefusedByRobots when the site asks us to stay away from a page."""
        rules = self._rules(url)
        if rules.failure:
            raise type(rules.failure)(*rules.failure.args)
        if not rules.said.can_fetch(str(url), _AGENT):
            raise RefusedByRobots(f"{url}: the site's robots.txt asks not to fetch this page")

    def delay(self, url: httpx.URL) -> float:
        """The seconds that a site wants between two requests, within reason."""
        return min(self._rules(url).said.crawl_delay(_AGENT) or 0.0, _LONGEST_DELAY)

    def _rules(self, url: httpx.URL) -> _Rules:
        place = url.copy_with(raw_path=b"/robots.txt")
        rules = self._kept.get(place)
        if rules is None or rules.until < self._clock():
            rules = self._ask(place)
            with self._lock:
                self._forget(place)
                self._kept[place] = rules
                self._size += rules.size
                while len(self._kept) > _KEPT_SITES or self._size > _KEPT_BYTES:
                    self._forget(next(iter(self._kept)))
        return rules

    def _forget(self, place: httpx.URL) -> None:
        if rules := self._kept.pop(place, None):
            self._size -= rules.size

    def _ask(self, place: httpx.URL) -> _Rules:
        try:
            text = self._read(place)
        except FetchError as error:
            return _Rules(Protego(), self._clock() + _KEPT_FAILURE_SECONDS, failure=error)
        return _Rules(Protego.parse(text), self._clock() + _KEPT_SECONDS, len(text))

    def _read(self, place: httpx.URL) -> str:
        url = place
        for _ in range(_REDIRECTS + 1):
            with self._network.get(url) as response:
                if response.status_code >= 500:
                    raise RefusedByRobots(
                        f"{place} answers with status {response.status_code}, "
                        "and as long as a site cannot say what it allows, nothing is fetched"
                    )
                onward = redirect(response)
                if onward is None:
                    return _text(response) if response.status_code < 300 else ""
                url = onward
        return ""  # RFC 9309, 2.3.1.2: with more redirects, as if there were none


def _text(response: httpx.Response) -> str:
    try:
        body = head(
            decode_body(response.iter_raw(), response.headers.get("content-encoding")), _LONGEST
        )
    except UnreadablePage:
        return ""
    return body[:_LONGEST].decode("utf-8-sig", "replace")
