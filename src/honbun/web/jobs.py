"""Work that would block the event loop: in threads, or in worker processes.

Blocking calls (disk, SQLite, network) run in threads. Pages are parsed and drawn in worker
processes: parsing holds the interpreter lock, and a hostile page can take any amount of time or
memory, or crash its process. Every limit has a queue of limited length; a request beyond it gets
status 503.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from concurrent.futures import Future
from queue import LifoQueue
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from honbun.errors import HonbunError, UnreadablePage
from honbun.runner.limits import Limits
from honbun.runner.pool import WorkerPool
from honbun.runner.task import Task
from honbun.web.responses import busy

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = tuple[Callable[..., Any], tuple[object, ...]]

Result = TypeVar("Result")

_MAX_WAITING = 1_000
"""Jobs that wait for a thread: more than a feed reader has subscriptions."""
_HOST_REQUESTS = 4
"""Requests to one host at the same time: a page that never answers must not block the others."""
_MAX_WAITING_PER_HOST = 250
"""One host must not fill the queue."""
_MAX_QUEUE_SECONDS = 300.0
"""A site may demand 30 seconds between requests while a feed reader asks for many of its pages at
once: they are fetched one by one, long after the client has disconnected."""
_PAGE_LIMITS = Limits(seconds=30.0)
"""The slowest ordinary pages of 5 MB take a few seconds; nobody waits for longer than this."""
_POLL = 0.2
"""Seconds between checks whether the server is stopping."""
_PRELOADED = [
    "honbun.web.feeds",
    "honbun.web.freshness",
    "honbun.web.inspect.results",
    "honbun.web.reading",
]


class Threads:
    """Runs blocking functions in threads, a limited number at the same time."""

    def __init__(self, number: int) -> None:
        self._slots = asyncio.Semaphore(number)
        self._waiting = 0

    async def run(self, function: Callable[..., Result], *args: object) -> Result:
        """What a function returns or raises; status 503 if too many jobs are waiting."""
        if self._waiting >= _MAX_WAITING:
            raise busy()
        self._waiting += 1
        try:
            await self._slots.acquire()
        finally:
            self._waiting -= 1
        return await _in_thread([self._slots], function, args)


class Fetches:
    """Runs requests to sites in threads, a limited number in all and for each host.

    A slow host delays only requests to itself.
    """

    def __init__(self, number: int) -> None:
        self._slots = asyncio.Semaphore(number)
        self._host_slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._waiting: list[tuple[str, str]] = []
        """The host and URL of each request that waits for a slot."""

    async def run(self, url: str, fetch: Callable[..., Result], *args: object) -> Result:
        """What `fetch` returns or raises; status 503 if too many requests are waiting."""
        host = urlsplit(url).hostname or ""
        of_host = sum(other == host for other, _ in self._waiting)
        if len(self._waiting) >= _MAX_WAITING or of_host >= _MAX_WAITING_PER_HOST:
            raise busy()
        host_slots = self._host_slots.setdefault(host, asyncio.Semaphore(_HOST_REQUESTS))
        self._waiting.append((host, url))
        try:
            async with asyncio.timeout(_MAX_QUEUE_SECONDS):
                await _acquire(host_slots, self._slots)
        except TimeoutError:
            raise busy() from None
        finally:
            self._waiting.remove((host, url))
        return await _in_thread([host_slots, self._slots], fetch, args)

    def is_waiting(self, url: str) -> bool:
        """Whether a request for this URL still waits for a slot."""
        return any(url == waiting for _, waiting in self._waiting)


async def _acquire(first: asyncio.Semaphore, second: asyncio.Semaphore) -> None:
    await first.acquire()
    try:
        await second.acquire()
    except BaseException:
        first.release()
        raise


async def _in_thread(
    slots: list[asyncio.Semaphore], function: Callable[..., Result], args: tuple[object, ...]
) -> Result:
    """Call a function in a thread, and release the slots when it has ended.

    The thread is a daemon, unlike those of anyio and `concurrent.futures`: stopping the server must
    not wait for a site that does not answer.
    """
    future: Future[Result] = Future()
    result = asyncio.wrap_future(future)

    def release(_: object) -> None:
        for slot in slots:
            slot.release()

    result.add_done_callback(release)
    threading.Thread(target=_call, args=(future, function, args), daemon=True).start()
    # Shielded: the slots are in use until the thread ends, even if the caller is cancelled.
    return await asyncio.shield(result)


def _call(future: Future[Any], function: Callable[..., Any], args: tuple[object, ...]) -> None:
    try:
        result = function(*args)
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)


class PageProcesses:
    """A number of worker processes for functions that read pages, started when first needed."""

    def __init__(self, number: int, limits: Limits = _PAGE_LIMITS) -> None:
        self._number = number
        self._limits = limits
        self._closed = False
        # Last in, first out: processes that are not needed are not started.
        self._idle: LifoQueue[WorkerPool[Work, Any]] = LifoQueue()
        for _ in range(number):
            self._idle.put(self._new_worker())

    def run(
        self,
        function: Callable[..., Result],
        *args: object,
        answer: Callable[..., object] | None = None,
    ) -> Result:
        """What a function returns or raises in a worker; UnreadablePage if it exceeds a limit.

        `answer` is called here with what the function asks there (`runner.worker.ask`).
        """
        task: Task[Work, Result] = Task((function, args), answer)
        worker = self._idle.get()
        try:
            self._finish(task, worker)
        except BaseException:
            worker.close()  # nobody waits any more for what it is doing
            worker = self._new_worker()
            raise
        finally:
            self._idle.put(worker)
        try:
            return task.result(_lost)
        except HonbunError:
            raise
        except Exception as error:
            # Any exception that a page causes is a problem of that page only.
            raise UnreadablePage(f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._closed = True
        workers = [self._idle.get() for _ in range(self._number)]
        for worker in workers:
            worker.close()
            self._idle.put(worker)

    def _finish(self, task: Task[Work, Any], worker: WorkerPool[Work, Any]) -> None:
        self._check_open()
        worker.submit([task])
        while not task.is_done:
            self._check_open()
            worker.wait(_POLL)

    def _check_open(self) -> None:
        if self._closed:
            raise UnreadablePage("the server is stopping")

    def _new_worker(self) -> WorkerPool[Work, Any]:
        return WorkerPool(_apply, 1, self._limits)


def _apply(work: Work) -> Any:
    function, args = work
    return function(*args)


def _lost(_: Work, reason: str) -> NoReturn:
    raise UnreadablePage(reason)


def start_fork_server() -> None:
    """Start the process that workers are forked from, with our modules loaded.

    A process with threads cannot fork safely, and starting this one takes a second.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        from multiprocessing.forkserver import ensure_running

        multiprocessing.get_context("forkserver").set_forkserver_preload(_PRELOADED)
        ensure_running()
