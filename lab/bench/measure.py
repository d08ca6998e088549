"""Time and memory of a call, if needed in a process of its own."""

from __future__ import annotations

import os
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

_STATUS = Path("/proc/self/status")


def apart(
    work: Callable[..., Result],
    *arguments: object,
    initializer: Callable[[], object] | None = None,
) -> Result:
    """The result of a call in a new process, which may have child processes."""
    with ProcessPoolExecutor(1, get_context("spawn"), initializer) as pool:
        return pool.submit(work, *arguments).result()


def best(rounds: int, work: Callable[[], object]) -> float:
    """The least CPU seconds of some calls."""
    times = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def memory(field: str = "VmHWM") -> int:
    """Bytes, from the kernel if possible: `getrusage` includes the memory of the parent."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    lines = _STATUS.read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))
