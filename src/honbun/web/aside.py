"""Aside: a process of its own for work that takes the processor for long.

Python does one thing at a time in a process: while it parses a page of megabytes, nobody else is
answered as quickly as they could be. And pages are hostile: one that takes for ever, or ends the
process that reads it, must cost no more than itself.

The process is forked from a server that was started for this and has no threads: ours has many, and
one of them might hold, at that very moment, what the new process needs.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.errors import HonbunError, UnreadablePage

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Result = TypeVar("Result")

_FORKED = "forkserver" in multiprocessing.get_all_start_methods()
_LARGEST = 250_000_000
"""Bytes that the process may have held: beyond, the next work is done by a new one."""
_KILOBYTE = 1 if sys.platform == "darwin" else 1024
"""In what the system counts the memory of a process."""


class Aside:
    """One process, started when it is first needed; whoever comes while it works waits."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._child: tuple[BaseProcess, Connection[Any, Any]] | None = None

    def do(self, function: Callable[..., Result], *given: object) -> Result:
        """What a function gives or raises there; UnreadablePage where it is over before that."""
        with self._lock:
            self._child = self._child or _started()
            _, pipe = self._child
            try:
                pipe.send((function, given))
                if not pipe.poll(self._seconds):
                    raise UnreadablePage(f"it took longer than {self._seconds:g} seconds to read")
                result, error, stays = pipe.recv()
            except (EOFError, OSError) as lost:
                self._end()
                raise UnreadablePage("the process that was to read it has died") from lost
            except UnreadablePage:
                self._end()
                raise
            if not stays:
                self._end()
        if error is not None:
            raise error
        found: Result = result
        return found

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._end()

    def _end(self) -> None:
        if self._child is not None:
            child, pipe = self._child
            self._child = None
            child.kill()
            pipe.close()


def prepare() -> None:
    """Let what processes are forked from start by now: it takes a second, and nobody waits yet."""
    if _FORKED:
        from multiprocessing.forkserver import ensure_running

        _context().set_forkserver_preload(["honbun.web.feeds", "honbun.web.visits"])
        ensure_running()


def _context() -> Any:
    return multiprocessing.get_context("forkserver" if _FORKED else "spawn")


def _started() -> tuple[BaseProcess, Connection[Any, Any]]:
    context = _context()
    pipe, theirs = context.Pipe()
    child = context.Process(target=_work, args=(theirs,), daemon=True)
    child.start()
    theirs.close()
    return child, pipe


def _work(pipe: Connection[Any, Any]) -> None:
    """The process: does what it is told until nobody tells it anything any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    with suppress(EOFError, OSError):
        while True:
            function, given = pipe.recv()
            result, error = None, None
            try:
                result = function(*given)
            except HonbunError as raised:
                error = type(raised)(*raised.args)
            except Exception as raised:
                error = UnreadablePage(f"{type(raised).__name__}: {raised}")
            pipe.send((result, error, _held() < _LARGEST))


def _held() -> int:
    """The most bytes that this process ever held, where the system says so."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KILOBYTE
