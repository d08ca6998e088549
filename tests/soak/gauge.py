"""Gauge: memory, open files and threads of a running program, from /proc (Linux only).

Memory is that of the process and its descendants; shared memory counts once (PSS).
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
    """The resources of a process at one moment."""

    own: float
    """Megabytes of the process itself."""
    megabytes: float
    """Including its descendants."""
    files: int
    threads: int


class Gauge:
    """Samples a process twice a second in a separate thread, until it is closed."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._over = threading.Event()
        self.held = [self._look()]
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def close(self) -> None:
        """Stop sampling."""
        self._over.set()
        self._thread.join()

    @property
    def worked(self) -> float:
        """CPU seconds of the process and its descendants."""
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
    """A process and its descendants."""
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
    """The fields after the name in `stat` of proc(5); empty for a process that has ended."""
    try:
        # The name, in parentheses, may contain anything.
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
    """A value in the middle and the last third of a run; the first third is the warm-up."""

    middle: float
    last: float

    @classmethod
    def of(cls, figures: list[float]) -> Thirds:
        """The medians, because a peak is not growth."""
        third = len(figures) // 3
        return cls(median(figures[third : 2 * third + 1]), median(figures[2 * third :]))

    def is_flat(self, within: float) -> bool:
        """Whether the last third exceeds the middle one by at most this share."""
        return self.last <= self.middle * (1 + within)

    def __str__(self) -> str:
        return f"{self.middle:.0f} → {self.last:.0f}"
