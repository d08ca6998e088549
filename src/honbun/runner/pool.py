"""Crew: the processes that work on items, each with a pipe of its own, and who minds them.

A worker is given a chunk of items and answers them one by one, so it is known which it is at, and
since when. One that dies, or is at an item for too long and is killed, costs that item; the rest of
its chunk goes to a new one. No thread is started here: a process may be forked at any time, by the
main thread of a program. Where another thread asks there are several, and one may hold, at that
very moment, what the new process needs: there it is forked from a server that has no threads.
"""

from __future__ import annotations

import math
import multiprocessing
import pickle
import signal
import sys
import threading
import time
import warnings
from collections import deque
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing import connection
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from honbun.errors import WorkerDied
from honbun.runner.limits import Limits, too_slow
from honbun.runner.worker import ASKING, LEAVING, READY, work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from typing import Self

    from honbun.runner.task import Task

Item = TypeVar("Item")
Result = TypeVar("Result")

_METHODS = ("fork", "forkserver") if sys.platform == "linux" else ("spawn", "spawn")
"""How the main thread starts a process, and how others do. A fork is ready in milliseconds; beyond
Linux the system's own libraries do not bear one."""
_START = 60.0
"""Seconds that a process may take to start, on the busiest machine."""
_LOOK = 1.0
"""Seconds between two looks at the crew that count at most, however many have passed: a program
that was stopped and goes on, or was busy elsewhere, must not take its pages for slow."""

_GLANCE = 0.002
"""Seconds: to look takes some hundredth of this, and a worker is idle for no longer."""


class Crew(Generic[Item, Result]):
    """Up to `jobs` processes, started as there is work for them."""

    def __init__(
        self, function: Callable[[Item], Result], jobs: int, limits: Limits | None
    ) -> None:
        self._function = function
        self._jobs = jobs
        self._limits = limits
        self._members: list[_Member[Item, Result]] = []
        self._line: deque[list[Task[Item, Result]]] = deque()
        self._looked = time.monotonic()
        self._over = threading.Event()
        # Before the end of the program waits for its processes: nobody may have closed this.
        self.close = Finalize(None, _end, args=(self._members, self._over), exitpriority=10)

    @property
    def is_free(self) -> bool:
        """Whether somebody would take a chunk at once."""
        idle = len(self._members) < self._jobs or not all(m.tasks for m in self._members)
        return idle and not self._line

    def give(self, tasks: list[Task[Item, Result]]) -> None:
        """Have a chunk worked on."""
        self._line.append(tasks)
        self._hand_out()

    def look(self, timeout: float | None = None) -> int:
        """Wait for news of some task, or until the timeout; how many bytes of answers came."""
        busy = {member.pipe: member for member in self._members if member.tasks}
        left = [member.left for member in busy.values()]
        patience = min([_LOOK, *left] if timeout is None else [_LOOK, timeout, *left])
        ready = connection.wait(busy, max(0.0, patience))
        self._looked = time.monotonic()
        size = 0
        for pipe, member in busy.items():
            if pipe in ready:
                size += self._receive(member)
            elif why := member.lateness(self._looked):
                self._replace(member, why)
        self._hand_out()
        return size

    def glance(self) -> int:
        """As `look`, without waiting, and not oftener than is worth its time."""
        return self.look(0.0) if time.monotonic() - self._looked > _GLANCE else 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _receive(self, member: _Member[Item, Result]) -> int:
        try:
            answer = member.pipe.recv_bytes()
        except (EOFError, OSError):  # also in the midst of an answer
            self._replace(member, member.death())
            return 0
        if answer == LEAVING:
            self._replace(member, None)
            return 0
        if answer == READY:
            self._send(member)
            return 0
        if answer.startswith(ASKING):
            self._tell(member, answer.removeprefix(ASKING))
            return 0
        member.answer(answer)
        return len(answer)

    def _send(self, member: _Member[Item, Result]) -> None:
        try:
            member.send()
        except OSError:
            # One that died while it had nothing to do has cost nothing.
            self._replace(member, member.death() if member.is_new else None)

    def _tell(self, member: _Member[Item, Result], question: bytes) -> None:
        told = member.tasks[0].told(question)
        try:
            member.pipe.send_bytes(told)
        except OSError:
            self._replace(member, member.death())

    def _replace(self, member: _Member[Item, Result], why: str | None) -> None:
        """Let a member go; what it was at is lost for the reason given, the rest waits anew."""
        self._members.remove(member)
        member.end()
        if why is not None:
            member.tasks.popleft().lose(why)
        if member.tasks:
            self._line.appendleft(list(member.tasks))

    def _hand_out(self) -> None:
        while self._line:
            member = next((member for member in self._members if not member.tasks), None)
            if member is None:
                if len(self._members) >= self._jobs:
                    return
                member = self._another()
            member.take(self._line.popleft())
            if not member.is_new:
                self._send(member)

    def _another(self) -> _Member[Item, Result]:
        member: _Member[Item, Result] = _Member(self._function, self._limits)
        self._members.append(member)
        if self._over.is_set():
            # The program ends while a thread of it still works: it would wait for this process.
            _end(self._members, self._over)
            raise WorkerDied("the program is ending")
        return member


class _Member(Generic[Item, Result]):
    """One process, and what it was given."""

    def __init__(self, function: Callable[[Item], Result], limits: Limits | None) -> None:
        self.tasks: deque[Task[Item, Result]] = deque()
        """What it has not answered; it is at the first."""
        self.is_new = True
        """Whether it has not been sent anything: it need not listen yet."""
        self._limits = limits or Limits(None, None)
        self._spent = self._seen = 0.0
        """Seconds that it was seen at the first, and when it was seen last."""
        of_main = threading.current_thread() is threading.main_thread()
        context: Any = multiprocessing.get_context(_METHODS[0 if of_main else 1])
        pipe, theirs = context.Pipe()
        self.pipe: Connection[Any, Any] = pipe
        given = (function, theirs, limits, of_main)
        self._process: BaseProcess = context.Process(target=work, args=given)
        with suppress(AttributeError, ValueError):  # there is none, or it is closed
            # It happens below anyhow, where a reader that has left would seem our trouble.
            sys.stdout.flush()
        try:
            with _unwarned() if of_main else nullcontext():
                self._process.start()
        except OSError as error:
            pipe.close()
            raise WorkerDied(f"a process cannot be started: {error.strerror}") from error
        finally:
            theirs.close()

    def take(self, tasks: list[Task[Item, Result]]) -> None:
        """Have it do a chunk next; it has nothing else to do."""
        self.tasks.extend(tasks)
        self._begin()

    def send(self) -> None:
        """Send it what it has to do; it listens, or else this might wait for ever."""
        items = [task.item for task in self.tasks]
        self.pipe.send_bytes(pickle.dumps(items, pickle.HIGHEST_PROTOCOL))
        self.is_new = False
        self._begin()

    def answer(self, packed: bytes) -> None:
        """Take its answer to the first task."""
        self.tasks.popleft().answer(packed)
        self._begin()

    def _begin(self) -> None:
        self._spent, self._seen = 0.0, time.monotonic()

    @property
    def left(self) -> float:
        """Seconds that are left for what it is at."""
        most = _START if self.is_new else self._limits.seconds
        return math.inf if most is None else most - self._spent

    def lateness(self, now: float) -> str | None:
        """What is said of the item that it is at, where it has been at it for too long."""
        self._spent += min(now - self._seen, _LOOK)
        self._seen = now
        if self.left > 0:
            return None
        if self.is_new:
            return "the process that was to work on it did not start"
        return too_slow(self._limits)

    def death(self) -> str:
        """What is said of the item that it was at when it died."""
        self._process.join(_LOOK)  # it is about to say how
        self.end()
        code = self._process.exitcode or 0
        try:
            how = f"exit status {code}" if code >= 0 else signal.Signals(-code).name
        except ValueError:  # one without a name
            how = f"signal {-code}"
        perhaps = ", perhaps for want of memory" if how == "SIGKILL" else ""
        return f"the process that worked on it died ({how}{perhaps})"

    def end(self) -> None:
        """See to it that the process is gone."""
        self.pipe.close()
        self._process.kill()
        self._process.join()


@contextmanager
def _unwarned() -> Iterator[None]:
    """Newer versions of Python warn where a process is forked and there are threads, as those of an
    engine, which hold no lock while it is us who run.

    What is warned of is a matter of the whole program: only its main thread may change it.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _end(members: list[_Member[Item, Result]], over: threading.Event) -> None:
    over.set()
    while members:
        members.pop().end()
