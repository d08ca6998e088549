"""Fuzzes every target in its own process and stores failing inputs in a folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.harness import folder_name, has_atheris
from tests.fuzz.targets import BY_NAME
from tests.soak.part import Outcome

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


def run(seconds: float) -> Outcome:
    """Fuzz all targets in parallel, each for the same time."""
    folder = Path(tempfile.mkdtemp(prefix="honbun-fuzz-"))
    command = [sys.executable, "-m", "tests.fuzz.harness", str(folder), str(seconds)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    broken, *runs = [read(name, folder / folder_name(name)) for name in BY_NAME]
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


def read(name: str, folder: Path) -> Run:
    """The result of a target, read from its folder."""
    path = folder / "log"
    log = path.read_text("utf-8", "replace") if path.exists() else ""
    status = int((folder / "status").read_text()) if path.exists() else 0
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
