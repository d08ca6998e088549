"""The child's side of a crew: takes chunks of items, and answers each by itself."""

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

from honbun.runner.task import answered

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from types import TracebackType

    from honbun.runner.limits import Limits

# Fuse: ends a process that works for too long, also where nobody is left to see it.
#
# Who started a process ends it when the time is up. But a program may be killed, and a process in
# native code, which lets nothing of Python run, would go on for ever: so the system itself ends
# it.


class Fuse:
    """Within this context the process may take twice the seconds given, of a processor's time.

    That is later than anybody else would end it, and not sooner for a program that was stopped and
    goes on. Systems without such a clock enforce nothing.
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
            # Its signal ends a process that says nothing else about it.
            signal.setitimer(signal.ITIMER_PROF, seconds)


# Allowance: what a process may add to its memory while it works on one item.
#
# Linux counts, and limits, what a process has mapped to write to: what libraries have reserved but
# not taken does not count. Other systems have no such limit, and there nothing is enforced.

_GROWN = 8
"""A process that keeps an eighth of its allowance has room for what other pages left behind."""


class Allowance:
    """Within this context memory is refused beyond `most` bytes more than were held before it."""

    def __init__(self, most: int | None) -> None:
        self._most = most or 0
        self._counts = _counts() if most else None
        self._at_first = self._held()

    def __enter__(self) -> None:
        if self._counts is not None:
            _refuse_beyond(self._held() + self._most)

    def __exit__(self, *_: object) -> None:
        if self._counts is not None:
            _refuse_beyond(None)

    def is_kept(self) -> bool:
        """Whether so much of it was not given back that another process should go on instead."""
        return self._counts is not None and self._held() - self._at_first > self._most // _GROWN

    def _held(self) -> int:
        if self._counts is None:
            return 0
        # proc(5): the sixth number is data + stack, in pages.
        return int(os.pread(self._counts, 256, 0).split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _counts() -> int | None:
    """The file in which the system counts what this process holds."""
    if sys.platform != "linux":
        return None
    try:
        return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _refuse_beyond(size: int | None) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if size is None else size
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


Item = TypeVar("Item")

READY = b"R"
"""Sent by a worker that has started: from now on it is at its first item."""
LEAVING = b""
"""Sent by a worker that ends after the item before: it has grown too large to go on."""
ASKING = b"A"
"""How a question begins that a worker has about the item it is at."""

_LINE: ContextVar[Connection[Any, Any]] = ContextVar("_LINE")
"""In a worker, the pipe to its parent."""


def ask(*what: object) -> Any:
    """In a worker, what the parent knows: `Task` says whom it asks."""
    line = _LINE.get()
    line.send_bytes(ASKING + pickle.dumps(what, pickle.HIGHEST_PROTOCOL))
    return pickle.loads(line.recv_bytes())


def work(
    function: Callable[[Item], object],
    parent: Connection[Any, Any],
    limits: Limits | None,
    of_main: bool,
) -> None:
    """Answer what the parent sends until it sends no more.

    `of_main` says whether it is the main thread of the parent that has started this process.
    """
    _LINE.set(parent)
    _settle_in(of_main)
    allowance = Allowance(limits.memory if limits else None)
    fuse = Fuse(limits.seconds if limits and not of_main else None)
    with suppress(EOFError, OSError):  # the parent has closed its end, or is gone
        parent.send_bytes(READY)
        while True:
            items = pickle.loads(parent.recv_bytes())
            items.reverse()
            while items:
                with allowance, fuse:
                    # What it was made from is let go before it is sent.
                    answer = answered(function, items.pop(), limits)
                parent.send_bytes(answer)
                if allowance.is_kept():
                    parent.send_bytes(LEAVING)
                    return


def _settle_in(of_main: bool) -> None:
    """Be a process of its own, and no orphan."""
    # Ctrl-C reaches it too, and ends it without a word: the parent says what there is to say.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux" and of_main:
        _die_with_parent()
    else:
        threading.Thread(target=_watch_parent, daemon=True).start()
    gc.freeze()  # what was inherited is not looked through: its pages stay shared


def _die_with_parent() -> None:
    """Ask Linux to end this process when its parent is gone, whatever native code it is in.

    For Linux the parent is the thread that has forked us. The main thread is there as long as the
    program; another may be gone while the program still asks for results.
    """
    import ctypes

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL, 0, 0, 0)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():
        os._exit(1)  # it was gone before that


def _watch_parent() -> None:
    """End this process when its parent is gone, as soon as Python comes to run.

    It inherits the pipes of the others, so that their ends would not tell it.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
