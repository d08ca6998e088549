"""Workers of a program that has other threads, and asks for results in one of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from tests.runner.deeds import done, lost
from tests.runner.test_crew import are_gone

LOCK = threading.Lock()

PROGRAM = """
import os, sys, threading
from honbun.runner.limits import Limits
from honbun.runner.map import ordered_map
from tests.runner.deeds import done

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


def locked(item: str) -> str:
    """Work that needs what a thread of ours may hold."""
    with LOCK:
        return item


def test_a_worker_does_not_wait_for_what_other_threads_hold() -> None:
    with LOCK, ThreadPoolExecutor(1) as thread:
        items = ["a", "b"]
        found = thread.submit(
            lambda: list(ordered_map(locked, items, 1, limits=Limits(seconds=30), lost=lost))
        )
        assert found.result() == items


def test_what_goes_wrong_is_told_in_any_thread() -> None:
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(
            lambda: list(
                ordered_map(done, ["a", "exit", "be killed", "b"], 1, limits=Limits(), lost=lost)
            )
        ).result()
    assert [found[0], found[3]] == ["done: a", "done: b"]
    assert "exit status 3" in found[1]
    assert "SIGKILL" in found[2]


def test_a_worker_at_work_without_end_does_not_outlive_a_program_that_is_killed() -> None:
    alive, theirs = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(theirs)], pass_fds=[theirs], stderr=subprocess.PIPE
    ) as running:
        os.close(theirs)
        assert os.read(alive, 1) == b"!"
        assert running.wait(60) == -signal.SIGKILL
        # Its processes have its standard error.
        assert running.stderr is not None
        assert are_gone(running.stderr.fileno())
    os.close(alive)
