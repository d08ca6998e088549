"""Threads for work that would hold up the event loop.

They are few, and so are those who may wait for them: beyond that the server says that it is busy.
They do not keep the program from ending, as those of `concurrent.futures` do: nobody who stops the
server wants to wait for a site that does not answer.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import queue
import threading
from collections import Counter, OrderedDict, deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import LifoQueue
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from honbun.errors import HonbunError, UnreadablePage
from honbun.runner.limits import Limits
from honbun.runner.pool import WorkerPool
from honbun.runner.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.feeds.model import Feed
    from honbun.stores.feed_state import CachedPage

Result = TypeVar("Result")

_WAITING = 1000
"""Pieces of work in line: more than a reader of feeds has feeds."""


class Workers:
    """A number of threads that do what they are told, one thing after the other."""

    def __init__(self, number: int) -> None:
        self._line: queue.Queue[tuple[Future[Any], Callable[[], Any]] | None] = queue.Queue(
            _WAITING + number
        )
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(number)]
        for thread in self._threads:
            thread.start()

    async def do(self, work: Callable[[], Result]) -> Result:
        """What the work gives or raises; a status of 503 where too many wait."""
        future: Future[Result] = Future()
        if self._line.qsize() >= _WAITING:
            raise HTTPException(503, "the server is busy", {"Retry-After": "10"})
        self._line.put_nowait((future, work))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Let the threads end, each after the work in its hands."""
        while not self._line.empty():
            if told := self._line.get_nowait():
                told[0].cancel()
        for _ in self._threads:
            self._line.put_nowait(None)

    def _work(self) -> None:
        while told := self._line.get():
            future, work = told
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = work()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)


# Fetching: whose turn it is to ask a site.
#
# Sites are slow, and some never answer. A host has only so many requests under way at one time, so
# that a slow one holds up nobody but those who want its pages; all hosts together have as many as
# there are threads. Whoever comes beyond that stands in the line of the host, and the hosts take
# turns. To stand in line takes no thread, and comes to an end.

_PER_HOST = 4
"""Requests that one host has under way: a page of it that never comes must not stop the others."""
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


# Aside: a process of its own for work on pages.
#
# Python does one thing at a time in a process: while it parses a page of megabytes, nobody else is
# answered as quickly as they could be. And pages are hostile: one that takes for ever, or all
# memory, or ends the process that reads it, must cost no more than itself.
#
# The server has many threads, and so the processes of its crews are forked from a server that has
# none (`parallel.crew`). That is made ready here, with what they need read in already.

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = tuple[Callable[..., Any], tuple[object, ...]]


_PRELOADED = ["honbun.web.feeds", "honbun.web.freshness", "honbun.web.inspect.results"]
_LOOK = 0.2
"""Seconds between two looks at whether the server stops."""


class Aside:
    """One process, started when it is first needed; whoever comes while it works waits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._crew = self._another()
        self._closed = False

    def do(
        self,
        function: Callable[..., Result],
        *given: object,
        asked: Callable[..., object] | None = None,
    ) -> Result:
        """What a function gives or raises there; UnreadablePage where it is over before that.

        What it asks there (`parallel.worker.ask`), `asked` answers here.
        """
        task: Task[Work, Result] = Task((function, given), asked)
        with self._lock:
            try:
                self._have_done(task)
            except BaseException:
                # Whatever the process is at now, nobody waits for it.
                self._crew.close()
                self._crew = self._another()
                raise
        try:
            return task.result(_lost)
        except HonbunError:
            raise
        except Exception as error:
            # Pages are hostile: one that breaks a step, in whatever way, is its own fault.
            raise UnreadablePage(f"{type(error).__name__}: {error}") from error

    def stop(self) -> None:
        """Have nothing more done, and give up what is under way."""
        self._closed = True

    def close(self) -> None:
        """End the process, whatever it is at."""
        self.stop()
        with self._lock:
            self._crew.close()

    def _have_done(self, task: Task[Work, Result]) -> None:
        self._go_on()
        self._crew.submit([task])
        while not task.is_done:
            self._go_on()
            self._crew.wait(_LOOK)

    def _go_on(self) -> None:
        if self._closed:
            raise UnreadablePage("the server is stopping")

    def _another(self) -> WorkerPool[Work, Any]:
        return WorkerPool(_called, 1, self._limits)


def prepare() -> None:
    """Let what processes are forked from start by now: it takes a second, and nobody waits yet."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        from multiprocessing.forkserver import ensure_running

        multiprocessing.get_context("forkserver").set_forkserver_preload(_PRELOADED)
        ensure_running()


def _called(work: Work) -> Any:
    function, given = work
    return function(*given)


def _lost(_: Work, why: str) -> NoReturn:
    raise UnreadablePage(why)


# Readers: the processes in which pages are parsed and drawn, and long feeds written.
#
# Large pages have one of their own, so that small ones do not wait for them.

_LARGE = 300_000
"""Bytes of pages that take a while."""
_MOST = 4
"""Processes for small pages, where the machine has so many cores."""
SHOWING = 2
"""Processes for pages that somebody looks at."""
_LIMITS = Limits(seconds=30.0)
"""What a page may take: the slowest honest ones of 5 MB take a few seconds, on a busy machine some
more; and whoever asked does not wait for longer."""


class Readers:
    """Some processes, each started when it is first needed."""

    def __init__(self) -> None:
        prepare()
        self._large, self._long = Aside(_LIMITS), Aside(_LIMITS)
        self._small = _Pool(min(os.cpu_count() or 1, _MOST))
        self._shown = _Pool(SHOWING)

    def lists(
        self, read: Callable[[CachedPage, str], Feed], version: CachedPage, page: str
    ) -> Feed:
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
