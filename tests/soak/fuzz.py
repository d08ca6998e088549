"""Every target fuzzed, each in a process of its own; what breaks a promise is kept in a folder."""

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

from tests.fuzz.canary import CANARY
from tests.fuzz.harness import LONGEST_SECONDS, is_led
from tests.fuzz.targets import TARGETS
from tests.soak.part import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

_START = 5.0
"""Seconds that a process takes to import everything, until it is known how long they are here."""
_LEAST = 2.0
"""Seconds below which nothing would be tried."""
_PATIENCE = LONGEST_SECONDS + 60
"""Seconds more than its share after which a process is ended: it hangs where nothing tells it to
stop."""
_BROKEN = ("crash-*", "timeout-*", "oom-*")
"""What libFuzzer calls the inputs that it keeps."""


@dataclass(frozen=True, slots=True)
class Run:
    """What became of one target."""

    name: str
    examples: int
    """Inputs that Hypothesis made up."""
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
    """Time for tasks on several cores, which is shared evenly among those that are left."""

    def __init__(self, seconds: float, tasks: int, cores: int) -> None:
        self._until = time.monotonic() + seconds
        self._left = tasks
        self._cores = cores
        self._more = [_START]
        """What each task so far took beyond its share."""

    def share(self) -> float:
        """Seconds for the next task; less than nothing where there is no time left for it."""
        left = self._until - time.monotonic()
        more = sum(self._more) / len(self._more)
        share = left * self._cores / self._left - more
        self._left -= 1
        return max(share, _LEAST) if left > 0 else -1.0

    def took(self, share: float, seconds: float) -> None:
        """Note what a task has taken."""
        self._more.append(seconds - share)


def run(seconds: float) -> Outcome:
    """All targets, side by side on the cores, each for the same time."""
    cores = os.cpu_count() or 1
    folder = Path(tempfile.mkdtemp(prefix="honbun-fuzz-"))
    names = [target.name for target in (CANARY, *TARGETS)]
    budget = Budget(seconds, len(names), cores)
    with ExitStack() as stack, ThreadPoolExecutor(cores) as pool:
        nurseries: SimpleQueue[Popen[str]] = SimpleQueue()
        for _ in range(cores):
            nurseries.put(stack.enter_context(_nursery()))
        canary, *runs = pool.map(lambda name: _fuzz(name, folder, budget, nurseries), names)
    faults = [f"{one.name}: {one.fault}" for one in runs if one.fault]
    if not canary.fault:
        faults.append(f"{canary.name} was not detected")
    if not faults:
        shutil.rmtree(folder)
    return Outcome(not faults, _figures(canary, runs), tuple(faults))


def _figures(canary: Run, runs: list[Run]) -> dict[str, str]:
    led = "atheris" if is_led() else "Hypothesis alone: atheris is not installed"
    total = sum(one.examples + one.executions for one in runs)
    broken = sum(one.fault is not None for one in runs)
    return {
        "guided by": led,
        "inputs": f"{total:,}",
        "targets broken": str(broken),
        f"{canary.name}, inserted on purpose": "detected" if canary.fault else "NOT detected",
        **{one.name: str(one) for one in runs},
    }


def _fuzz(name: str, folder: Path, budget: Budget, nurseries: SimpleQueue[Popen[str]]) -> Run:
    nursery = nurseries.get()
    started, seconds = time.monotonic(), budget.share()
    status = 0
    own = folder / re.sub(r"\W+", "-", name)
    own.mkdir()
    (own / "log").touch()
    if seconds > 0:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        print(json.dumps([name, str(own), seconds, seconds + _PATIENCE]), file=nursery.stdin)
        nursery.stdin.flush()
        status = int(nursery.stdout.readline() or -1)
        budget.took(seconds, time.monotonic() - started)
    nurseries.put(nursery)
    return read(name, own, status)


@contextmanager
def _nursery() -> Iterator[Popen[str]]:
    command = [sys.executable, "-m", "tests.fuzz.nursery"]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, encoding="utf-8") as process:
        yield process


def read(name: str, folder: Path, status: int) -> Run:
    """What a process told of its target, and left in its folder."""
    log = (folder / "log").read_text("utf-8", "replace")
    broken = sorted(path for kind in _BROKEN for path in folder.glob(kind))
    fault = None
    if status or broken:
        said = re.findall(r"(?m)^(?:\w+\.)*\w*(?:Error|Exception|Exit|Warning)\b.*$", log)
        where = broken[0] if broken else folder / "log"
        fault = f"{said[-1] if said else f'ended with {status}'}; kept as {where}"
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
