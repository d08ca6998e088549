"""The worker's side of a pool: receives chunks of items and answers each item separately.

While it works on an item, a worker limits its own memory (`MemoryLimit`) and processor time
(`CpuTimer`). The pool ends a worker that is too slow, but the program may be killed, and native
code does not return to Python: then only the operating system can end the worker.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.runner.task import answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from types import TracebackType

    from honbun.runner.limits import Limits

Item = TypeVar("Item")

READY = b"R"
"""Sent by a worker that has started and waits for items."""
LEAVING = b""
"""Sent by a worker that exits after the previous item because it has grown too large."""
QUESTION = b"A"
"""Prefix of a question that a worker has about its current item."""

_GROWTH = 8
"""A worker that keeps an eighth of its memory limit has memory for what earlier pages left."""
_PARENT: ContextVar[Connection[Any, Any]] = ContextVar("_PARENT")
"""In a worker, the pipe to its parent."""


def ask(*question: object) -> Any:
    """Ask the parent process; the `on_question` of the current `Task` replies."""
    parent = _PARENT.get()
    parent.send_bytes(QUESTION + pickle.dumps(question, pickle.HIGHEST_PROTOCOL))
    return pickle.loads(parent.recv_bytes())


def work(
    function: Callable[[Item], object],
    parent: Connection[Any, Any],
    limits: Limits | None,
    from_main: bool,
) -> None:
    """Answer what the parent sends until it sends no more.

    `from_main` says whether the main thread of the parent started this process.
    """
    _PARENT.set(parent)
    _detach(from_main)
    memory = MemoryLimit(limits.memory if limits else None)
    timer = CpuTimer(limits.seconds if limits and not from_main else None)
    with suppress(EOFError, OSError):  # the parent closed its end, or is gone
        parent.send_bytes(READY)
        while True:
            items = pickle.loads(parent.recv_bytes())
            items.reverse()
            while items:
                with memory, timer:
                    # pop() releases the item before its answer is sent.
                    found = answer(function, items.pop(), limits)
                parent.send_bytes(found)
                if memory.has_grown():
                    parent.send_bytes(LEAVING)
                    return


class CpuTimer:
    """A context in which the process may use twice the seconds given, in processor time.

    That is later than the pool would end it, and does not count the time in which a program was
    suspended. Systems without such a timer enforce nothing.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = 2 * seconds + 1 if seconds and hasattr(signal, "setitimer") else 0.0

    def __enter__(self) -> None:
        self._set(self._seconds)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._set(0.0)

    def _set(self, seconds: float) -> None:
        if self._seconds:
            # Its signal, SIGPROF, ends a process without a handler.
            signal.setitimer(signal.ITIMER_PROF, seconds)


class MemoryLimit:
    """A context in which allocations fail beyond `most` bytes more than were held before.

    Linux counts and limits the writable memory of a process; memory that libraries reserve but do
    not use is not counted. Other systems have no such limit: there nothing is enforced.
    """

    def __init__(self, most: int | None) -> None:
        self._most = most or 0
        self._statm = _open_statm() if most else None
        self._at_start = self._held()

    def __enter__(self) -> None:
        if self._statm is not None:
            _limit_data(self._held() + self._most)

    def __exit__(self, *_: object) -> None:
        if self._statm is not None:
            _limit_data(None)

    def has_grown(self) -> bool:
        """Whether the process kept so much memory that a new one should replace it."""
        return self._statm is not None and self._held() - self._at_start > self._most // _GROWTH

    def _held(self) -> int:
        if self._statm is None:
            return 0
        # proc(5): the sixth number is data + stack, in pages.
        return int(os.pread(self._statm, 256, 0).split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _open_statm() -> int | None:
    """Open the file in which Linux counts the memory of this process."""
    if sys.platform != "linux":
        return None
    try:
        return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _limit_data(size: int | None) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if size is None else size
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _detach(from_main: bool) -> None:
    """Restore default signals, and make sure that the worker ends with its parent."""
    # Ctrl-C reaches the worker too and ends it silently: the parent reports.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux" and from_main:
        _die_with_parent()
    else:
        threading.Thread(target=_watch_parent, daemon=True).start()
    gc.freeze()  # inherited objects are not traversed, so their memory pages stay shared


def _die_with_parent() -> None:
    """Ask Linux to end this process when its parent is gone, even inside native code.

    For Linux the parent is the thread that forked this process. The main thread lives as long as
    the program; another thread may end while the program still needs results.
    """
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL, 0, 0, 0)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():
        os._exit(1)  # the parent was gone before prctl


def _watch_parent() -> None:
    """End this process when its parent is gone, as soon as Python code can run.

    A closed pipe would not show it, because workers inherit the pipes of other workers.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
