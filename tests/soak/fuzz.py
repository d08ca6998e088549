"""Fuzzes every target in its own process and stores failing inputs in a folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from typing import TYPE_CHECKING

from tests.fuzz.broken_target import BROKEN_TARGET
from tests.fuzz.harness import LONGEST_SECONDS, has_atheris
from tests.fuzz.targets import TARGETS
from tests.soak.part import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

_START = 5.0
"""The estimated start-up time of a process, in seconds, until it is measured."""
_LEAST = 2.0
"""The minimum time of a target, in seconds."""
_PATIENCE = LONGEST_SECONDS + 60
"""Seconds beyond its share after which a process is killed, because it hangs."""
_BROKEN = ("crash-*", "timeout-*", "oom-*")
"""File names of the failing inputs that libFuzzer writes."""


@dataclass(frozen=True, slots=True)
class Run:
    """The result of one target."""

    name: str
    examples: int
    """Inputs of Hypothesis."""
    executions: int
    """Inputs of the fuzzer."""
    seconds: float
    edges: int
    features: int
    fault: str | None

    def __str__(self) -> str:
        if not self.examples + self.executions and not self.fault:
            return "not reached: no time was left"
        if not self.executions:
            return f"{self.examples:,} examples"
        return (
            f"{self.examples:,} examples; {self.executions:,} executions, "
            f"{self.executions / max(self.seconds, 1):,.0f}/s; "
            f"{self.edges:,} edges, {self.features:,} features"
        )


class Budget:
    """Time for tasks on several cores, divided evenly among the remaining ones."""

    def __init__(self, seconds: float, tasks: int, cores: int) -> None:
        self._until = time.monotonic() + seconds
        self._left = tasks
        self._cores = cores
        self._more = [_START]
        """The time of each finished task beyond its share."""

    def share(self) -> float:
        """Seconds for the next task; negative if no time is left."""
        left = self._until - time.monotonic()
        more = sum(self._more) / len(self._more)
        share = left * self._cores / self._left - more
        self._left -= 1
        return max(share, _LEAST) if left > 0 else -1.0

    def took(self, share: float, seconds: float) -> None:
        """Record the time of a task."""
        self._more.append(seconds - share)


def run(seconds: float) -> Outcome:
    """Fuzz all targets in parallel, each for the same time."""
    cores = os.cpu_count() or 1
    folder = Path(tempfile.mkdtemp(prefix="honbun-fuzz-"))
    names = [target.name for target in (BROKEN_TARGET, *TARGETS)]
    budget = Budget(seconds, len(names), cores)
    with ExitStack() as stack, ThreadPoolExecutor(cores) as pool:
        servers: SimpleQueue[Popen[str]] = SimpleQueue()
        for _ in range(cores):
            servers.put(stack.enter_context(_fork_server()))
        broken, *runs = pool.map(lambda name: _fuzz(name, folder, budget, servers), names)
    faults = [f"{one.name}: {one.fault}" for one in runs if one.fault]
    if not broken.fault:
        faults.append(f"{broken.name} was not detected")
    if not faults:
        shutil.rmtree(folder)
    return Outcome(not faults, _figures(broken, runs), tuple(faults))


def _figures(broken: Run, runs: list[Run]) -> dict[str, str]:
    guide = "atheris" if has_atheris() else "Hypothesis alone: atheris is not installed"
    total = sum(one.examples + one.executions for one in runs)
    failed = sum(one.fault is not None for one in runs)
    return {
        "guided by": guide,
        "inputs": f"{total:,}",
        "targets broken": str(failed),
        f"{broken.name}, inserted on purpose": "detected" if broken.fault else "NOT detected",
        **{one.name: str(one) for one in runs},
    }


def _fuzz(name: str, folder: Path, budget: Budget, servers: SimpleQueue[Popen[str]]) -> Run:
    server = servers.get()
    started, seconds = time.monotonic(), budget.share()
    status = 0
    own = folder / re.sub(r"\W+", "-", name)
    own.mkdir()
    (own / "log").touch()
    if seconds > 0:
        assert server.stdin is not None
        assert server.stdout is not None
        print(json.dumps([name, str(own), seconds, seconds + _PATIENCE]), file=server.stdin)
        server.stdin.flush()
        status = int(server.stdout.readline() or -1)
        budget.took(seconds, time.monotonic() - started)
    servers.put(server)
    return read(name, own, status)


@contextmanager
def _fork_server() -> Iterator[Popen[str]]:
    command = [sys.executable, "-m", "tests.fuzz.fork_server"]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, encoding="utf-8") as process:
        yield process


def read(name: str, folder: Path, status: int) -> Run:
    """The result of a process, read from its log and its folder."""
    log = (folder / "log").read_text("utf-8", "replace")
    broken = sorted(path for kind in _BROKEN for path in folder.glob(kind))
    fault = None
    if status or broken:
        errors = re.findall(r"(?m)^(?:\w+\.)*\w*(?:Error|Exception|Exit|Warning)\b.*$", log)
        where = broken[0] if broken else folder / "log"
        fault = f"{errors[-1] if errors else f'ended with {status}'}; saved as {where}"
    return Run(
        name=name,
        examples=_last(r"examples: (\d+)", log),
        executions=_last(r"stat::number_of_executed_units: (\d+)|^#(\d+)\t", log),
        seconds=_last(r"Done \d+ runs in (\d+) second", log),
        edges=_last(r" cov: (\d+)", log),
        features=_last(r" ft: (\d+)", log),
        fault=fault,
    )


def _last(pattern: str, log: str) -> int:
    found = list(re.finditer(pattern, log, re.MULTILINE))
    return int(next(filter(None, found[-1].groups()))) if found else 0
