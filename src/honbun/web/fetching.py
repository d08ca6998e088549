"""Fetching: whose turn it is to ask a site.

Sites are slow, and some never answer. A host has only so many requests under way at one time, so
that a slow one holds up nobody but those who want its pages; all hosts together have as many as
there are threads. Whoever comes beyond that stands in the line of the host, and the hosts take
turns. To stand in line takes no thread, and comes to an end.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from honbun.web.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

_PER_HOST = 4
"""Requests that one host has under way: a page of it that never comes must not stop the others."""
_WAITING = 1_000
"""Pages in line: more than a reader of feeds has feeds."""
_WAITING_PER_HOST = 250
"""Pages of one host in line: it must not fill the line of all."""
_LONGEST = 300.0
"""Seconds in line. A site may want its pages half a minute apart, and who subscribes to many of
them asks for all at once: they come one by one, long after the client has gone."""
_AGAIN = "30"
"""Seconds after which those who found the server busy may ask again."""


@dataclass(frozen=True, slots=True, eq=False)
class _Turn:
    page: str
    came: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Fetching:
    """Threads that ask sites, so many at one time, and so many for each host."""

    def __init__(self, number: int) -> None:
        self._workers = Workers(number)
        self._free = number
        self._under_way: Counter[str] = Counter()
        self._lines: OrderedDict[str, deque[_Turn]] = OrderedDict()

    async def do(self, page: str, work: Callable[[], Result]) -> Result:
        """What the work gives or raises, which asks for a page; a status of 503 for no turn."""
        host = _host(page)
        await self._wait(host, page)
        task = asyncio.ensure_future(self._workers.do(work))
        # The turn lasts as long as the work, also where nobody waits for it any more.
        task.add_done_callback(lambda done: self._over(host, done))
        return await asyncio.shield(task)

    def is_waiting(self, page: str) -> bool:
        """Whether a page is still in line."""
        return any(turn.page == page for turn in self._lines.get(_host(page), ()))

    def close(self) -> None:
        """Let the threads end, each after the work in its hands."""
        self._workers.close()

    async def _wait(self, host: str, page: str) -> None:
        waiting = sum(map(len, self._lines.values()))
        if waiting >= _WAITING or len(self._lines.get(host, ())) >= _WAITING_PER_HOST:
            raise busy()
        turn = _Turn(page)
        self._lines.setdefault(host, deque()).append(turn)
        self._call()
        try:
            async with asyncio.timeout(_LONGEST):
                await turn.came
        except TimeoutError:
            self._leave(host, turn)
            raise busy() from None
        except asyncio.CancelledError:
            self._leave(host, turn)
            raise

    def _call(self) -> None:
        """Give turns to those who can have one: to the hosts in their order, one each."""
        while self._free:
            able = (host for host in self._lines if self._under_way[host] < _PER_HOST)
            host = next(able, None)
            if host is None:
                return
            line = self._lines[host]
            turn = line.popleft()
            self._lines.move_to_end(host)
            if not line:
                del self._lines[host]
            if turn.came.done():  # who was in line leaves it at this very moment
                continue
            turn.came.set_result(None)
            self._free -= 1
            self._under_way[host] += 1

    def _leave(self, host: str, turn: _Turn) -> None:
        line = self._lines.get(host)
        if line and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[host]
        elif not turn.came.cancelled():  # it came just now
            self._give_back(host)

    def _over(self, host: str, task: asyncio.Future[Result]) -> None:
        if not task.cancelled():
            task.exception()  # perhaps nobody waits any more to be told
        self._give_back(host)

    def _give_back(self, host: str) -> None:
        self._free += 1
        self._under_way[host] -= 1
        if not self._under_way[host]:
            del self._under_way[host]
        self._call()


def busy() -> HTTPException:
    """What those are told who cannot have a turn."""
    return HTTPException(503, "the server is busy", {"Retry-After": _AGAIN})


def _host(page: str) -> str:
    return urlsplit(page).hostname or ""
