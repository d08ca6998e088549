"""How much one client may ask: a bucket of tokens for each, filled anew all the time."""

from __future__ import annotations

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

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
