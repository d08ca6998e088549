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

from tests.resume.killing import Ended, files, unfinished
from tests.resume.killing import run as run_command
from tests.resume.pages import write_sites, write_threads
from tests.soak.part import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGES = 150
_MOST_KILLS = 6
"""The maximum number of kills of one run."""
_BASE = ("--base-url", "https://a.example/")
_FORMS = {
    ("extract",): ("jsonl", "text", "markdown", "html", "csv", "parquet"),
    ("extract", "--alone"): ("jsonl", "text", "markdown", "html", "csv", "parquet"),
    ("posts", *_BASE): ("jsonl", "csv", "text", "rss", "atom", "json"),
    ("standard",): ("xml", "jsonl"),
    ("similar",): ("jsonl", "csv", "parquet", "html", "text"),
    ("extract", "--engine", "duckdb"): ("jsonl",),
}
_FOLDERS = {
    ("extract",): ("text", "markdown", "html"),
    ("extract", "--alone"): ("markdown",),
    ("posts", *_BASE): ("jsonl", "atom"),
    ("standard",): ("xml", "jsonl"),
}
_JOB_OPTIONS = (
    ("--jobs", "1", "--page-timeout", "0", "--page-memory", "0"),
    ("--jobs", "1"),
    ("--jobs", "2"),
)


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
    return Outcome(
        not faults, {name: f"{number:,}" for name, number in figures.items()}, tuple(faults)
    )


@dataclass(frozen=True)
class _Case:
    """A command with its options and output."""

    folder: Path
    command: tuple[str, ...]
    output: str

    @property
    def worker_type(self) -> str:
        """How the run processes its pages."""
        if "--engine" in self.command:
            return "by parts of the input"
        return "one by one" if "--page-timeout" in self.command else "by workers"

    @cached_property
    def whole(self) -> tuple[Ended, dict[str, bytes], float]:
        """An uninterrupted run, its output and its duration."""
        started = time.monotonic()
        ended = self._run("whole")
        return ended, files(self.folder / "whole"), time.monotonic() - started

    def kill_and_resume(self, generator: random.Random, figures: Counter[str]) -> Iterator[str]:
        """Kill runs, let the last one finish, and return the faults."""
        for path in sorted(self.folder.glob("out/**/*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        whole, expected, seconds = self.whole
        worked, faults = 0, []
        with tempfile.TemporaryDirectory() as journal:
            for _ in range(generator.randint(1, _MOST_KILLS)):
                ended = self._killed(journal, generator, len(whole.events), seconds)
                worked += ended.pages
                figures["kills"] += ended.killed
                figures["runs"] += 1
                found = files(self.folder / "out")
                if not found.items() <= expected.items():
                    faults.append("an output is not whole after a kill")
                faults += _faults(ended, whole.status)
            last = self._run("out", "--resume", journal)
        figures["runs"] += 1
        figures["runs resumed and completed"] += 1
        figures["pages"] += whole.pages
        figures[f"pages processed again, {self.worker_type}"] += worked + last.pages - whole.pages
        faults += _faults(last, whole.status)
        if worked + last.pages < whole.pages:
            faults.append("fewer pages processed than in the uninterrupted run")
        if files(self.folder / "out") != expected:
            faults.append("the output differs")
        if left := unfinished(self.folder):
            faults.append(f"left behind: {left}")
        return iter(faults)

    def _killed(self, journal: str, generator: random.Random, events: int, seconds: float) -> Ended:
        resume = ("--resume", journal)
        if generator.random() < 0.3:
            return self._run("out", *resume, seconds=generator.uniform(0, seconds))
        return self._run("out", *resume, point=("pwrs", generator.randint(1, events)))

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
    """Faults of the exit of a run, unless it was killed."""
    if ended.killed or (ended.status == status and "Traceback" not in ended.errors):
        return []
    return [f"status {ended.status}: {ended.errors.strip()}"]


def _cases(folder: Path) -> Iterator[_Case]:
    sites = write_sites(folder / "sites", _PAGES)
    threads = write_threads(folder / "threads", _PAGES)
    for outputs, name in ((_FORMS, "output"), (_FOLDERS, "folder/")):
        for (command_name, *options), forms in outputs.items():
            inputs = threads if command_name == "posts" else sites
            for form in forms:
                for job_options in _JOB_OPTIONS:
                    command = (command_name, str(inputs), *options, "-f", form, *job_options)
                    place = folder / "-".join(
                        (command_name, *options[:1], form, name[0], *job_options[1::2])
                    )
                    yield _Case(place, command, name)
