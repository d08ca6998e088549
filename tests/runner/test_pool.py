"""Worker processes end with their program, and a dead worker is replaced."""

from __future__ import annotations

import io
import multiprocessing
import os
import select
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from honbun.runner.pool import WorkerPool
from honbun.runner.task import Task
from tests.runner.actions import done, lost, process

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = """
import os, sys, time
from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from tests.runner.actions import done

alive = int(sys.argv[1])

def say_and_do(action):
    os.write(alive, b"!")
    return done(action)

if __name__ == "__main__":
    try:
        results = ordered_map(say_and_do, ["nothing", *sys.argv[2:]], 2, chunk=1, limits=Limits())
        next(results)
        if sys.argv[2:]:
            list(results)
    except KeyboardInterrupt:
        print("interrupted")
"""
THREAD_PROGRAM = """
import os, sys, threading
from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from tests.runner.actions import done

alive = int(sys.argv[1])

def work():
    results = ordered_map(done, ["nothing", "spin"], 1, chunk=1, limits=Limits(seconds=0.1))
    next(results)
    os.write(alive, b"!")
    os.kill(os.getpid(), 9)

if __name__ == "__main__":
    os.set_inheritable(alive, False)
    threading.Thread(target=work).start()
"""
LOCK = threading.Lock()


@contextmanager
def program(*actions: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Start a program whose workers do these; yield it and a pipe that its processes hold open."""
    alive, theirs = os.pipe()
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PROGRAM, str(theirs), *actions]
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, pass_fds=[theirs], start_new_session=True
    ) as running:
        os.close(theirs)
        for _ in ("nothing", *actions):
            assert os.read(alive, 1) == b"!"
        yield running, alive
    os.close(alive)


def closes(alive: int) -> bool:
    """Whether all processes end that hold the other end of a pipe."""
    ready, _, _ = select.select([alive], [], [], 60)
    return bool(ready) and os.read(alive, 1) == b""


def test_workers_print_nothing_when_a_terminal_interrupts_them() -> None:
    with program("sleep", "sleep") as (running, alive):
        os.killpg(running.pid, signal.SIGINT)
        assert running.communicate(timeout=60) == (b"interrupted\n", b"")
        assert closes(alive)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_program(end: signal.Signals) -> None:
    with program("sleep", "spin") as (running, alive):
        running.send_signal(end)
        assert closes(alive)
        assert running.communicate(timeout=60) == (b"", b"")


def test_no_worker_of_a_thread_outlives_its_program() -> None:
    alive, theirs = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", THREAD_PROGRAM, str(theirs)],
        pass_fds=[theirs],
        stderr=subprocess.PIPE,
    ) as running:
        os.close(theirs)
        assert os.read(alive, 1) == b"!"
        assert running.wait(60) == -signal.SIGKILL
        # Its workers hold its stderr open.
        assert running.stderr is not None
        assert closes(running.stderr.fileno())
    os.close(alive)


def test_a_program_that_leaves_results_unused_ends() -> None:
    with program() as (running, alive):
        assert running.communicate(timeout=60) == (b"", b"")
        assert closes(alive)


def test_workers_end_when_results_are_dropped() -> None:
    others = set(multiprocessing.active_children())
    results = ordered_map(done, ["a", "sleep", "sleep"], 2, chunk=1, limits=Limits())
    assert next(results) == "done: a"
    assert set(multiprocessing.active_children()) - others
    del results
    assert set(multiprocessing.active_children()) <= others


def test_a_worker_that_dies_while_idle_loses_no_item() -> None:
    others = set(multiprocessing.active_children())
    with WorkerPool(process, 1, None) as pool:
        first, second = Task[str, int]("nothing"), Task[str, int]("nothing")
        pool.submit([first])
        while not first.is_done:
            pool.wait()
        [worker] = set(multiprocessing.active_children()) - others
        worker.kill()
        worker.join()
        pool.submit([second])
        while not second.is_done:
            pool.wait()
        assert first.result(None) == worker.pid
        assert second.result(None) != worker.pid


def within(action: str) -> list[str]:
    """A worker that has workers of its own, as the process of an engine has."""
    return list(ordered_map(done, ["a", action, "b"], 1, limits=Limits(), lost="{}: {}".format))


def test_workers_can_have_workers() -> None:
    found = list(ordered_map(within, ["exit", "kill"], 2, chunk=1, local=0))
    assert [(first, last) for first, _, last in found] == [("done: a", "done: b")] * 2
    assert [middle.partition(" died ")[2] for _, middle, _ in found] == [
        "(exit status 3)",
        "(SIGKILL, perhaps out of memory)",
    ]


def test_a_worker_that_is_killed_ends_its_own_workers() -> None:
    with WorkerPool(within, 1, Limits(seconds=0.5)) as pool:
        task = Task[str, list[str]]("sleep")
        pool.submit([task])
        while not task.is_done:
            pool.wait()
        assert task.result(lambda _, why: [why]) == ["it took longer than 0.5 s"]


class ClosedPipe(io.StringIO):
    """A stdout whose reader has gone."""

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_closed_stdout_is_not_reported_as_a_process_that_cannot_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", ClosedPipe())
        with pytest.raises(BrokenPipeError):
            list(ordered_map(done, ["a"], 1, limits=Limits()))


def locked(item: str) -> str:
    """Work that needs a lock which another thread of the parent may hold."""
    with LOCK:
        return item


def test_workers_do_not_inherit_locks_that_other_threads_hold() -> None:
    with LOCK, ThreadPoolExecutor(1) as thread:
        items = ["a", "b"]
        found = thread.submit(
            lambda: list(ordered_map(locked, items, 1, limits=Limits(seconds=30), lost=lost))
        )
        assert found.result() == items


def test_dead_workers_are_reported_in_any_thread() -> None:
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(
            lambda: list(
                ordered_map(done, ["a", "exit", "kill", "b"], 1, limits=Limits(), lost=lost)
            )
        ).result()
    assert [found[0], found[3]] == ["done: a", "done: b"]
    assert "exit status 3" in found[1]
    assert "SIGKILL" in found[2]
