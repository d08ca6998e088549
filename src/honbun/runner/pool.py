"""WorkerPool: worker processes with limits per item.

A worker receives a chunk of items and answers them one by one, so the pool knows which item it is
working on and since when. When a worker dies, or is killed because an item takes too long, that
item is lost and the rest of its chunk goes to a new worker.

The pool starts no threads. The main thread of a program may fork at any time. In a program with
several threads, another thread could hold a lock that the forked process needs; so threads other
than the main one start workers from a fork server, which has no threads.
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
from honbun.runner.worker import LEAVING, QUESTION, READY, work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from typing import Self

    from honbun.runner.task import Task

Item = TypeVar("Item")
Result = TypeVar("Result")

_METHODS = ("fork", "forkserver") if sys.platform == "linux" else ("spawn", "spawn")
"""How the main thread starts a process, and how others do. A fork is ready in milliseconds; on
other systems than Linux the system libraries do not support it."""
_START_SECONDS = 60.0
"""Seconds that a process may take to start, on the busiest machine."""
_MAX_STEP = 1.0
"""Seconds between two polls that count at most, however many have passed: when a program was
suspended or busy elsewhere, its pages are not taken for slow ones."""
_POLL_INTERVAL = 0.002
"""Seconds between two polls without waiting: a poll takes a hundredth of this, and a worker is
idle for no longer."""


class WorkerPool(Generic[Item, Result]):
    """Up to `jobs` worker processes, started as they are needed."""

    def __init__(
        self, function: Callable[[Item], Result], jobs: int, limits: Limits | None
    ) -> None:
        self._function = function
        self._jobs = jobs
        self._limits = limits
        self._workers: list[_Worker[Item, Result]] = []
        self._queue: deque[list[Task[Item, Result]]] = deque()
        self._polled = time.monotonic()
        self._closed = threading.Event()
        # Runs before the end of the program waits for its processes, if nobody called it.
        self.close = Finalize(None, _close, args=(self._workers, self._closed), exitpriority=10)

    @property
    def is_free(self) -> bool:
        """Whether a worker would start on a new chunk at once."""
        idle = len(self._workers) < self._jobs or not all(worker.tasks for worker in self._workers)
        return idle and not self._queue

    def submit(self, tasks: list[Task[Item, Result]]) -> None:
        """Add a chunk."""
        self._queue.append(tasks)
        self._assign()

    def wait(self, timeout: float | None = None) -> int:
        """Wait until a task is answered or lost, or a timeout; return the bytes of the answers."""
        busy = {worker.pipe: worker for worker in self._workers if worker.tasks}
        left = [worker.seconds_left for worker in busy.values()]
        patience = min([_MAX_STEP, *left] if timeout is None else [_MAX_STEP, timeout, *left])
        ready = connection.wait(busy, max(0.0, patience))
        self._polled = time.monotonic()
        size = 0
        for pipe, worker in busy.items():
            if pipe in ready:
                size += self._receive(worker)
            elif reason := worker.timed_out(self._polled):
                self._replace(worker, reason)
        self._assign()
        return size

    def poll(self) -> int:
        """As `wait`, without waiting, and not more often than is useful."""
        return self.wait(0.0) if time.monotonic() - self._polled > _POLL_INTERVAL else 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _receive(self, worker: _Worker[Item, Result]) -> int:
        try:
            answer = worker.pipe.recv_bytes()
        except (EOFError, OSError):  # also in the middle of an answer
            self._replace(worker, worker.cause_of_death())
            return 0
        if answer == LEAVING:
            self._replace(worker, None)
            return 0
        if answer == READY:
            self._send(worker)
            return 0
        if answer.startswith(QUESTION):
            self._reply(worker, answer.removeprefix(QUESTION))
            return 0
        worker.set_answer(answer)
        return len(answer)

    def _send(self, worker: _Worker[Item, Result]) -> None:
        try:
            worker.send()
        except OSError:
            # A worker that died while idle was not working on an item.
            self._replace(worker, worker.cause_of_death() if worker.is_new else None)

    def _reply(self, worker: _Worker[Item, Result], question: bytes) -> None:
        reply = worker.tasks[0].reply(question)
        try:
            worker.pipe.send_bytes(reply)
        except OSError:
            self._replace(worker, worker.cause_of_death())

    def _replace(self, worker: _Worker[Item, Result], reason: str | None) -> None:
        """Remove a worker; its current item is lost if a reason is given, the rest is queued."""
        self._workers.remove(worker)
        worker.kill()
        if reason is not None:
            worker.tasks.popleft().set_lost(reason)
        if worker.tasks:
            self._queue.appendleft(list(worker.tasks))

    def _assign(self) -> None:
        """Give queued chunks to idle workers; start workers up to the number of jobs."""
        while self._queue:
            worker = next((worker for worker in self._workers if not worker.tasks), None)
            if worker is None:
                if len(self._workers) >= self._jobs:
                    return
                worker = self._start()
            worker.assign(self._queue.popleft())
            if not worker.is_new:
                self._send(worker)

    def _start(self) -> _Worker[Item, Result]:
        worker: _Worker[Item, Result] = _Worker(self._function, self._limits)
        self._workers.append(worker)
        if self._closed.is_set():
            # The program is ending while one of its threads works: it would wait for this process.
            _close(self._workers, self._closed)
            raise WorkerDied("the program is ending")
        return worker


class _Worker(Generic[Item, Result]):
    """One worker process, and its tasks."""

    def __init__(self, function: Callable[[Item], Result], limits: Limits | None) -> None:
        self.tasks: deque[Task[Item, Result]] = deque()
        """Unanswered tasks; the worker is at the first."""
        self.is_new = True
        """Whether nothing was sent yet: the process may not listen."""
        self._limits = limits or Limits(None, None)
        self._spent = self._seen = 0.0
        """Seconds spent on the first task, and when that was last measured."""
        from_main = threading.current_thread() is threading.main_thread()
        context: Any = multiprocessing.get_context(_METHODS[0 if from_main else 1])
        pipe, theirs = context.Pipe()
        self.pipe: Connection[Any, Any] = pipe
        arguments = (function, theirs, limits, from_main)
        self._process: BaseProcess = context.Process(target=work, args=arguments)
        with suppress(AttributeError, ValueError):  # there is no stdout, or it is closed
            # start() flushes too, and a closed stdout would look like a process that fails.
            sys.stdout.flush()
        try:
            with _no_fork_warning() if from_main else nullcontext():
                self._process.start()
        except OSError as error:
            pipe.close()
            raise WorkerDied(f"a process cannot be started: {error.strerror}") from error
        finally:
            theirs.close()

    def assign(self, tasks: list[Task[Item, Result]]) -> None:
        """Set the next chunk of an idle worker."""
        self.tasks.extend(tasks)
        self._restart_clock()

    def send(self) -> None:
        """Send the tasks; the worker must be listening, or this could block forever."""
        items = [task.item for task in self.tasks]
        self.pipe.send_bytes(pickle.dumps(items, pickle.HIGHEST_PROTOCOL))
        self.is_new = False
        self._restart_clock()

    def set_answer(self, answer: bytes) -> None:
        """Answer the first task."""
        self.tasks.popleft().set_answer(answer)
        self._restart_clock()

    def _restart_clock(self) -> None:
        self._spent, self._seen = 0.0, time.monotonic()

    @property
    def seconds_left(self) -> float:
        most = _START_SECONDS if self.is_new else self._limits.seconds
        return math.inf if most is None else most - self._spent

    def timed_out(self, now: float) -> str | None:
        """Why the current item is given up, if it has taken too long."""
        self._spent += min(now - self._seen, _MAX_STEP)
        self._seen = now
        if self.seconds_left > 0:
            return None
        if self.is_new:
            return "its worker process did not start"
        return too_slow(self._limits)

    def cause_of_death(self) -> str:
        """The message for the item that a dead worker was at."""
        self._process.join(_MAX_STEP)  # the exit status follows shortly
        self.kill()
        code = self._process.exitcode or 0
        try:
            how = f"exit status {code}" if code >= 0 else signal.Signals(-code).name
        except ValueError:  # a signal without a name
            how = f"signal {-code}"
        perhaps = ", perhaps out of memory" if how == "SIGKILL" else ""
        return f"its worker process died ({how}{perhaps})"

    def kill(self) -> None:
        """End the process and wait for it."""
        self.pipe.close()
        self._process.kill()
        self._process.join()


@contextmanager
def _no_fork_warning() -> Iterator[None]:
    """Suppress the warning of Python 3.12+ about a fork in a program with threads.

    The threads are those of a table engine, and hold no lock while this code runs. Warning filters
    are global, so only the main thread may change them.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _close(workers: list[_Worker[Item, Result]], closed: threading.Event) -> None:
    closed.set()
    while workers:
        workers.pop().kill()
