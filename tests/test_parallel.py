from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import count, islice

import pytest

from honbun.parallel.ordered import ordered_map


def double(number: int) -> int:
    return 2 * number


def refuse_ninety(number: int) -> int:
    if number == 90:
        raise ValueError("ninety")
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(ordered_map(double, range(300), jobs)) == list(range(0, 600, 2))


def test_endless_input_is_not_read_ahead_of_need() -> None:
    taken = count()
    results = ordered_map(double, taken, 2)
    assert list(islice(results, 200)) == list(range(0, 400, 2))
    results.close()  # type: ignore[attr-defined]
    assert next(taken) < 500


def test_an_error_of_a_worker_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="ninety"):
        list(ordered_map(refuse_ninety, range(200), 2))


INTERRUPTED = """
import time
from honbun.parallel.ordered import ordered_map

if __name__ == "__main__":
    try:
        results = ordered_map(time.sleep, [0.0] * 8 + [60.0] * 4, 3, chunk=1, alone=0)
        next(results)
        print("working", flush=True)
        list(results)
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_workers_say_nothing_when_a_terminal_interrupts_them() -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        assert process.stdout
        assert process.stdout.readline() == b"working\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=30) == (b"interrupted\n", b"")
