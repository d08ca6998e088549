"""Aside: a process of its own for work on pages.

Python does one thing at a time in a process: while it parses a page of megabytes, nobody else is
answered as quickly as they could be. And pages are hostile: one that takes for ever, or all memory,
or ends the process that reads it, must cost no more than itself.

The server has many threads, and so the processes of its crews are forked from a server that has
none (`parallel.crew`). That is made ready here, with what they need read in already.
"""

from __future__ import annotations

import multiprocessing
import threading
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from honbun.errors import HonbunError, UnreadablePage
from honbun.parallel.crew import Crew
from honbun.parallel.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.parallel.limits import Limits

    Work = tuple[Callable[..., Any], tuple[object, ...]]

Result = TypeVar("Result")

_PRELOADED = ["honbun.web.feeds", "honbun.web.visits", "honbun.web.inspect.alone"]
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
        self._crew.give([task])
        while not task.is_settled:
            self._go_on()
            self._crew.look(_LOOK)

    def _go_on(self) -> None:
        if self._closed:
            raise UnreadablePage("the server is stopping")

    def _another(self) -> Crew[Work, Any]:
        return Crew(_called, 1, self._limits)


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
