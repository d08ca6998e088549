"""Readers: the processes in which pages are parsed and drawn, and long feeds written.

Large pages have one of their own, so that small ones do not wait for them.
"""

from __future__ import annotations

import os
from queue import LifoQueue
from typing import TYPE_CHECKING, TypeVar

from honbun.parallel.limits import Limits
from honbun.web.aside import Aside, prepare

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.io.subscriptions import Cached
    from honbun.listing.model import Lists

_LARGE = 300_000
"""Bytes of pages that take a while."""
_MOST = 4
"""Processes for small pages, where the machine has so many cores."""
SHOWING = 2
"""Processes for pages that somebody looks at."""
_LIMITS = Limits(seconds=30.0)
"""What a page may take: the slowest honest ones of 5 MB take a few seconds, on a busy machine some
more; and whoever asked does not wait for longer."""

Result = TypeVar("Result")


class Readers:
    """Some processes, each started when it is first needed."""

    def __init__(self) -> None:
        prepare()
        self._large, self._long = Aside(_LIMITS), Aside(_LIMITS)
        self._small = _Pool(min(os.cpu_count() or 1, _MOST))
        self._shown = _Pool(SHOWING)

    def lists(self, read: Callable[[Cached, str], Lists], version: Cached, page: str) -> Lists:
        """The lists of a page, read there."""
        if len(version.body) > _LARGE:
            return self._large.do(read, version, page)
        return self._small.do(read, version, page)

    def long(self, write: Callable[..., bytes], *given: object) -> bytes:
        """A long feed, written there."""
        return self._long.do(write, *given)

    def show(
        self,
        function: Callable[..., Result],
        *given: object,
        asked: Callable[..., object] | None = None,
    ) -> Result:
        """What a function makes of a page that somebody looks at, made there; see `Aside.do`."""
        return self._shown.do(function, *given, asked=asked)

    def close(self) -> None:
        """End them, whatever they are at."""
        asides = (self._large, self._long, *self._small.asides, *self._shown.asides)
        for aside in asides:
            aside.stop()
        for aside in asides:
            aside.close()


class _Pool:
    """Some processes, of which any will do."""

    def __init__(self, number: int) -> None:
        self.asides = [Aside(_LIMITS) for _ in range(number)]
        # The last that was at work comes first: the others need not be there.
        self._free: LifoQueue[Aside] = LifoQueue()
        for aside in self.asides:
            self._free.put(aside)

    def do(
        self,
        function: Callable[..., Result],
        *given: object,
        asked: Callable[..., object] | None = None,
    ) -> Result:
        aside = self._free.get()
        try:
            return aside.do(function, *given, asked=asked)
        finally:
            self._free.put(aside)
