from __future__ import annotations

import io
import multiprocessing
import os
import select
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from honbun.runner.pool import Crew
from honbun.runner.task import Task
from tests.runner.deeds import done, process

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = """
import os, sys, time
from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from tests.runner.deeds import done

alive = int(sys.argv[1])

def say_and_do(deed):
    os.write(alive, b"!")
    return done(deed)

if __name__ == "__main__":
    try:
        results = ordered_map(say_and_do, ["nothing", *sys.argv[2:]], 2, chunk=1, limits=Limits())
        next(results)
        if sys.argv[2:]:
            list(results)
    except KeyboardInterrupt:
        print("interrupted")
"""


@contextmanager
def program(*deeds: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A program whose workers do these, and a pipe that ends when all its processes are gone."""
    alive, theirs = os.pipe()
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PROGRAM, str(theirs), *deeds]
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, pass_fds=[theirs], start_new_session=True
    ) as running:
        os.close(theirs)
        for _ in ("nothing", *deeds):
            assert os.read(alive, 1) == b"!"
        yield running, alive
    os.close(alive)


def are_gone(alive: int) -> bool:
    """Whether all processes end that hold the other end."""
    ready, _, _ = select.select([alive], [], [], 60)
    return bool(ready) and os.read(alive, 1) == b""


def test_workers_say_nothing_when_a_terminal_interrupts_them() -> None:
    with program("sleep", "sleep") as (running, alive):
        os.killpg(running.pid, signal.SIGINT)
        assert running.communicate(timeout=60) == (b"interrupted\n", b"")
        assert are_gone(alive)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_program_whatever_it_is_at(end: signal.Signals) -> None:
    with program("sleep", "spin") as (running, alive):
        running.send_signal(end)
        assert are_gone(alive)
        assert running.communicate(timeout=60) == (b"", b"")


def test_a_program_that_leaves_results_behind_ends() -> None:
    with program() as (running, alive):
        assert running.communicate(timeout=60) == (b"", b"")
        assert are_gone(alive)


def test_results_that_nobody_wants_end_the_workers() -> None:
    results = ordered_map(done, ["a", "sleep", "sleep"], 2, chunk=1, limits=Limits())
    assert next(results) == "done: a"
    assert multiprocessing.active_children()
    del results
    assert multiprocessing.active_children() == []


def test_a_worker_that_dies_while_it_has_nothing_to_do_costs_nothing() -> None:
    with Crew(process, 1, None) as crew:
        first, second = Task[str, int]("nothing"), Task[str, int]("nothing")
        crew.give([first])
        while not first.is_settled:
            crew.look()
        [worker] = multiprocessing.active_children()
        worker.kill()
        worker.join()
        crew.give([second])
        while not second.is_settled:
            crew.look()
        assert first.result(None) == worker.pid
        assert second.result(None) != worker.pid


def within(deed: str) -> list[str]:
    """A worker that has workers of its own, as an engine's process has."""
    lost = "{}: {}".format
    return list(ordered_map(done, ["a", deed, "b"], 1, limits=Limits(), lost=lost))


def test_workers_may_have_workers() -> None:
    found = list(ordered_map(within, ["exit", "be killed"], 2, chunk=1, alone=0))
    assert [(first, last) for first, _, last in found] == [("done: a", "done: b")] * 2
    assert [middle.partition(" died ")[2] for _, middle, _ in found] == [
        "(exit status 3)",
        "(SIGKILL, perhaps for want of memory)",
    ]


def test_a_worker_that_dies_takes_its_own_workers_with_it() -> None:
    with Crew(within, 1, Limits(seconds=0.5)) as crew:
        task = Task[str, list[str]]("sleep")
        crew.give([task])
        while not task.is_settled:
            crew.look()
        assert task.result(lambda _, why: [why]) == ["it took longer than 0.5 s"]


class Left(io.StringIO):
    """Standard output whose reader has left."""

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_reader_who_has_left_is_not_taken_for_a_process_that_does_not_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Left())
        with pytest.raises(BrokenPipeError):
            list(ordered_map(done, ["a"], 1, limits=Limits()))
