"""A command in a process of its own, with the time and memory that it takes."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

_SCRIPT = """
import json, os, resource, signal, subprocess, sys
run = subprocess.Popen(sys.argv[2:], start_new_session=True)
try:
    status = run.wait(float(sys.argv[1]))
except subprocess.TimeoutExpired:
    os.killpg(run.pid, signal.SIGKILL)
    status = run.wait() and None
used = resource.getrusage(resource.RUSAGE_CHILDREN)
unit = 1 if sys.platform == "darwin" else 1024
print(json.dumps([status, used.ru_utime + used.ru_stime, used.ru_maxrss * unit]), file=sys.stderr)
"""
"""Runs a command with a time limit and writes its usage to stderr. This needs a separate process,
because a child inherits the peak memory of its parent, which for a test run may be any value."""


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a run; the status is None if its time was over."""

    status: int | None
    processor: float
    """CPU seconds."""
    memory: int
    """The peak in bytes."""
    output: str
    errors: tuple[str, ...]

    def __str__(self) -> str:
        used = f"{self.processor:.1f} s of CPU time, {self.memory >> 20} MB"
        return used if self.status is not None else f"stopped, the time was over: {used}"


def measure(seconds: float, *arguments: str) -> Run:
    """Run `honbun` with these arguments, for at most this many seconds."""
    command = [sys.executable, "-m", "honbun.cli.app", *arguments]
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(seconds), *command],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    *errors, last = done.stderr.splitlines()
    status, processor, memory = json.loads(last)
    return Run(status, processor, memory, done.stdout, tuple(errors))
