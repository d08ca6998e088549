"""Runs of every command, killed at random points or times and resumed until they finish.

The final output must equal that of an uninterrupted run byte for byte, and after every kill an
output must be absent or complete.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.outputs import FORMATS, Result, format_names
from tests.resume.killing import Ended, files, unfinished
from tests.resume.killing import run as run_command
from tests.resume.pages import write_sites, write_threads
from tests.soak.part import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGES = 150
_MOST_KILLS = 6
"""The maximum number of kills of one run."""
_COMMANDS: dict[str, Result] = {
    "extract": "content",
    "extract --alone": "content",
    "extract --engine duckdb": "content",
    "posts --base-url https://a.example/": "posts",
    "standard": "standard",
    "similar": "pairs",
}
_JOBS = ("--jobs 1 --page-timeout 0 --page-memory 0", "--jobs 1", "--jobs 2")


def run(seconds: float) -> Outcome:
    """Kill and resume runs for this many seconds."""
    until = time.monotonic() + seconds
    generator = random.Random()
    figures: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        cases = list(_cases(Path(folder)))
        generator.shuffle(cases)
        while time.monotonic() < until:
            case = cases[figures["runs resumed and completed"] % len(cases)]
            found = case.kill_and_resume(generator, figures)
            faults += [f"{' '.join(case.command)}: {fault}" for fault in found]
    figures["differences"] = len(faults)
    shown = {name: f"{number:,}" for name, number in figures.items()}
    return Outcome(not faults, shown, tuple(faults))


def _cases(folder: Path) -> Iterator[_Case]:
    """Every command, format and number of processes, to a file and to a folder."""
    sites = write_sites(folder / "sites", _PAGES)
    threads = write_threads(folder / "threads", _PAGES)
    for line, result in _COMMANDS.items():
        name, *options = line.split()
        inputs = str(threads if name == "posts" else sites)
        for form in format_names(result):
            for jobs in _JOBS:
                command = (name, inputs, *options, "-f", form, *jobs.split())
                for output in ("output", "folder/"):
                    if output == "output" or FORMATS[form].writers[result].single:
                        place = folder / f"case-{abs(hash((command, output)))}"
                        yield _Case(place, command, output)


@dataclass(frozen=True)
class _Case:
    """A command with its options and output."""

    folder: Path
    command: tuple[str, ...]
    output: str

    @cached_property
    def whole(self) -> tuple[Ended, dict[str, bytes], float]:
        """An uninterrupted run, its output and its duration."""
        started = time.monotonic()
        ended = self._run("whole")
        return ended, files(self.folder / "whole"), time.monotonic() - started

    def kill_and_resume(self, generator: random.Random, figures: Counter[str]) -> list[str]:
        """Kill runs, let the last one finish, and return the faults."""
        for path in sorted(self.folder.glob("out/**/*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        whole, expected, seconds = self.whole
        worked, faults = 0, []
        with tempfile.TemporaryDirectory() as journal:
            resume = ("--resume", journal)
            for _ in range(generator.randint(1, _MOST_KILLS)):
                if generator.random() < 0.3:
                    ended = self._run("out", *resume, seconds=generator.uniform(0, seconds))
                else:
                    point = ("pwrs", generator.randint(1, len(whole.events)))
                    ended = self._run("out", *resume, point=point)
                worked += ended.pages
                figures["kills"] += ended.killed
                if not files(self.folder / "out").items() <= expected.items():
                    faults.append("an output is not whole after a kill")
                faults += [] if ended.killed else _faults(ended, whole.status)
            last = self._run("out", *resume)
        figures["runs resumed and completed"] += 1
        figures["pages"] += whole.pages
        figures["pages processed again"] += worked + last.pages - whole.pages
        faults += _faults(last, whole.status)
        if worked + last.pages < whole.pages:
            faults.append("fewer pages processed than in the uninterrupted run")
        if files(self.folder / "out") != expected:
            faults.append("the output differs")
        if left := unfinished(self.folder):
            faults.append(f"left behind: {left}")
        return faults

    def _run(
        self,
        place: str,
        *more: str,
        point: tuple[str, int] | None = None,
        seconds: float | None = None,
    ) -> Ended:
        (self.folder / place).mkdir(parents=True, exist_ok=True)
        output = f"{self.folder}/{place}/{self.output}"
        return run_command([*self.command, "-o", output, *more], point, seconds)


def _faults(ended: Ended, status: int) -> list[str]:
    if ended.status == status and "Traceback" not in ended.errors:
        return []
    return [f"status {ended.status}: {ended.errors.strip()}"]
