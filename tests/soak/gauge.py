"""Gauge: what a program holds while it runs: memory, open files, threads (from /proc, so Linux).

Memory is that of the process and of all that it has started, what they share counted once (PSS).
"""

from __future__ import annotations

import os
import re
import threading
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_EVERY = 0.5
_PROCESSES = Path("/proc")


@dataclass(frozen=True, slots=True)
class Held:
    """What a process held at one moment."""

    own: float
    """Megabytes of the process itself."""
    megabytes: float
    """And with all that it has started."""
    files: int
    threads: int


class Gauge:
    """Looks at a process twice a second, from a thread of its own, until it is closed."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._over = threading.Event()
        self.held = [self._look()]
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    @property
    def worked(self) -> float:
        """Seconds that the process has had a processor."""
        family = [_words(one) for one in _family(self._process)]
        return sum(int(one[11]) + int(one[12]) for one in family) / os.sysconf("SC_CLK_TCK")

    def _watch(self) -> None:
        while not self._over.wait(_EVERY):
            self.held.append(self._look())

    def _look(self) -> Held:
        folder = _PROCESSES / str(self._process)
        files = sum(1 for _ in (folder / "fd").iterdir())
        threads = sum(1 for _ in (folder / "task").iterdir())
        own = _memory(self._process)
        others = sum(map(_memory, _family(self._process)[1:]))
        return Held(own, own + others, files, threads)


def _family(process: int) -> list[int]:
    """A process, and all that it and those have started."""
    parents = {
        int(folder.name): int(words[1])
        for folder in _PROCESSES.iterdir()
        if folder.name.isdecimal() and (words := _words(int(folder.name)))
    }
    family = [process]
    for one in family:
        family += [child for child, parent in parents.items() if parent == one]
    return family


def _words(process: int) -> list[str]:
    """What stands behind the name in proc(5)'s `stat`; nothing for a process that has ended."""
    try:
        # The name, in brackets, may hold anything.
        return (_PROCESSES / str(process) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _memory(process: int) -> float:
    try:
        text = (_PROCESSES / str(process) / "smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s*(\d+)", text, re.M)
    return int(found[1]) / 1024 if found else 0.0


@dataclass(frozen=True, slots=True)
class Thirds:
    """A figure in the middle and in the last third of a run; the first is for warming up."""

    middle: float
    last: float

    @classmethod
    def of(cls, figures: list[float]) -> Thirds:
        """The medians: a peak is no growth."""
        third = len(figures) // 3
        return cls(median(figures[third : 2 * third + 1]), median(figures[2 * third :]))

    def is_flat(self, within: float) -> bool:
        """Whether the last third has at most so much more than the middle one."""
        return self.last <= self.middle * (1 + within)

    def __str__(self) -> str:
        return f"{self.middle:.0f} → {self.last:.0f}"
