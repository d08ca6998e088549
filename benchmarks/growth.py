"""Whether a page costs the same in a large collection as in a small one.

Every size is measured in a process of its own, on pages that are made as they are read. Making
them is timed apart and left out. What one page costs in all is the base: the interpreter, the
libraries, the first use of everything.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.eval.table import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun import Page

_STATUS = Path("/proc/self/status")
_BASE_RUNS = 5
"""The base is short, so a single run of it would be mostly noise: the middle one counts."""
_HEADER = (
    "pages",
    "ms/page",
    "less base",
    "read",
    "compare",
    "give",
    "CPU ms/page",
    "once read MB",
    "peak MB",
    "a worker MB",
    "in all MB",
    "KB/page",
    "less base",
)
EXPLAINED = (
    "ms/page is wall time and has three parts: read (until the last page is in), compare (until "
    "the first content is out) and give (the rest). Once read is what the main process holds "
    "before it compares, peak the most it ever held; a worker is the largest one. In all is the "
    "peak and all workers as if each were the largest and shared nothing; KB/page is that over "
    "the pages."
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run took: seconds and bytes."""

    pages: int
    jobs: int
    read: float
    compare: float
    give: float
    cpu: float
    peak: int
    held: int
    """Memory when the last page has been read."""
    worker: int
    """Memory of the largest worker process."""

    @property
    def wall(self) -> float:
        return self.read + self.compare + self.give

    @property
    def memory(self) -> int:
        return self.peak + self.jobs * self.worker


def report(sizes: Sequence[int], jobs: int) -> str:
    """A table of the sizes and how the last compares with the first."""
    base = sorted((_apart(1, jobs) for _ in range(_BASE_RUNS)), key=_wall)[_BASE_RUNS // 2]
    costs = [_apart(size, jobs) for size in sizes]
    rows = [_row(cost, base) for cost in (base, *costs)]
    return "\n\n".join((table(_HEADER, rows), _verdict(costs[0], costs[-1], base)))


def measure(count: int, jobs: int) -> Cost:
    """Extract so many pages in this process."""
    from benchmarks.generate import pages
    from honbun import extract

    cpu = _cpu()
    source = _Timed(pages(count))
    begin = time.perf_counter()
    contents = extract(source, jobs=jobs)
    next(contents)
    first = time.perf_counter()
    for _ in contents:
        pass
    end = time.perf_counter()
    return Cost(
        pages=count,
        jobs=jobs,
        read=source.ended - begin - source.spent,
        compare=first - source.ended,
        give=end - first,
        cpu=_cpu() - cpu - source.spent,
        peak=_memory("VmHWM"),
        held=source.held,
        worker=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
    )


class _Timed:
    """Pages, the seconds that making them took, and when and with how much memory they ended."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages = pages
        self.spent = 0.0
        self.ended = 0.0
        self.held = 0

    def __iter__(self) -> Iterator[Page]:
        pages = iter(self._pages)
        while True:
            begin = time.perf_counter()
            page = next(pages, None)
            self.ended = time.perf_counter()
            self.spent += self.ended - begin
            if page is None:
                self.held = _memory("VmRSS")
                return
            yield page


def _cpu() -> float:
    """Seconds of processor time, finished children included."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _memory(field: str) -> int:
    """Bytes, from the kernel where it tells: `getrusage` counts the parent's memory as ours."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    lines = _STATUS.read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def _wall(cost: Cost) -> float:
    return cost.wall


def _apart(pages: int, jobs: int) -> Cost:
    print(f"growth: {pages:,} pages, {jobs} job(s)", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "benchmarks.growth", str(pages), str(jobs)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return Cost(**json.loads(done.stdout))


def _row(cost: Cost, base: Cost) -> list[object]:
    milliseconds = [1000 * t / cost.pages for t in (cost.read, cost.compare, cost.give, cost.cpu)]
    beyond = cost.pages > base.pages
    return [
        f"{cost.pages:,}",
        f"{1000 * cost.wall / cost.pages:.2f}",
        f"{1000 * _beyond(cost.wall, base.wall, cost):.2f}" if beyond else "",
        *(f"{value:.2f}" for value in milliseconds),
        f"{cost.held / 2**20:,.0f}",
        f"{cost.peak / 2**20:,.0f}",
        f"{cost.worker / 2**20:,.0f}" if cost.worker else "",
        f"{cost.memory / 2**20:,.0f}",
        f"{cost.memory / cost.pages / 2**10:,.1f}",
        f"{_beyond(cost.memory, base.memory, cost) / 2**10:,.1f}" if beyond else "",
    ]


def _beyond(value: float, base: float, cost: Cost) -> float:
    """The share of each further page in what was spent beyond the first."""
    return (value - base) / (cost.pages - 1)


def _verdict(first: Cost, last: Cost, base: Cost) -> str:
    kinds = {
        "wall time": (first.wall, last.wall, base.wall),
        "CPU time": (first.cpu, last.cpu, base.cpu),
        "memory": (first.memory, last.memory, base.memory),
    }
    ratios = ", ".join(
        f"{name} × {(of_last / last.pages) / (of_first / first.pages):.2f} "
        f"(× {_beyond(of_last, of_base, last) / _beyond(of_first, of_base, first):.2f} less base)"
        for name, (of_first, of_last, of_base) in kinds.items()
    )
    return (
        f"A page among {last.pages:,} against one among {first.pages:,}: {ratios}. "
        "Flat is from 0.8 to 1.2."
    )


if __name__ == "__main__":
    print(json.dumps(asdict(measure(*map(int, sys.argv[1:3])))))
