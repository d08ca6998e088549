"""Readers: the processes in which pages are parsed, and long feeds written.

Large pages have one of their own, so that small ones do not wait for them.
"""

from __future__ import annotations

import os
from queue import LifoQueue
from typing import TYPE_CHECKING

from honbun.web.aside import Aside, prepare

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.io.subscriptions import Cached
    from honbun.listing.model import Lists

_LARGE = 300_000
"""Bytes of pages that take a while."""
_MOST = 4
"""Processes for small pages, where the machine has so many cores."""
_SECONDS = 30.0
"""What a page may take: the slowest honest ones of 5 MB take a few seconds, on a busy machine some
more."""


class Readers:
    """Some processes, each started when it is first needed."""

    def __init__(self) -> None:
        prepare()
        self._large, self._long = Aside(_SECONDS), Aside(_SECONDS)
        self._small = [Aside(_SECONDS) for _ in range(min(os.cpu_count() or 1, _MOST))]
        # The last that was at work comes first: the others need not be there.
        self._free: LifoQueue[Aside] = LifoQueue()
        for aside in self._small:
            self._free.put(aside)

    def lists(self, read: Callable[[Cached, str], Lists], version: Cached, page: str) -> Lists:
        """The lists of a page, read there."""
        if len(version.body) > _LARGE:
            return self._large.do(read, version, page)
        aside = self._free.get()
        try:
            return aside.do(read, version, page)
        finally:
            self._free.put(aside)

    def long(self, write: Callable[..., bytes], *given: object) -> bytes:
        """A long feed, written there."""
        return self._long.do(write, *given)

    def close(self) -> None:
        """End them, whatever they are at."""
        for aside in (self._large, self._long, *self._small):
            aside.close()
