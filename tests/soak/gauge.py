"""Gauge: memory, open files and threads of a running program, from /proc (Linux only)."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_EVERY = 0.5


@dataclass(frozen=True, slots=True)
class Held:
    """The resources of a process at one moment."""

    memory: int
    """Megabytes; shared memory counts once (PSS)."""
    files: int
    threads: int


class Gauge:
    """Samples a process twice a second in a separate thread, until it is closed."""

    def __init__(self, process: int) -> None:
        self._folder = Path("/proc") / str(process)
        self._over = threading.Event()
        self.held = [self._look()]
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def close(self) -> None:
        """Stop sampling."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(_EVERY):
            self.held.append(self._look())

    def _look(self) -> Held:
        found = re.search(r"(?m)^Pss:\s*(\d+)", (self._folder / "smaps_rollup").read_text())
        files, threads = (len(list((self._folder / name).iterdir())) for name in ("fd", "task"))
        return Held(int(found[1]) // 1024 if found else 0, files, threads)


def thirds(figures: list[int]) -> tuple[float, float]:
    """The medians of the middle and the last third of a run; the first third is the warm-up."""
    third = len(figures) // 3
    return median(figures[third : 2 * third + 1]), median(figures[2 * third :])
