"""Whether a page costs the same in a large collection as in a small one.

Every size is measured in its own process, on pages that are generated while they are read.
Generating them is timed separately. The cost of a single page is the base: the interpreter, the
libraries, the first use of everything.
"""

from __future__ import annotations

import os
import resource
import stat
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.evaluation.report import table
from lab.bench.measure import apart, cpu_seconds, memory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun import Page

_FILES = Path("/proc/self/fd")
_BASE_RUNS = 5
"""The base is short and a single run mostly noise, so the median counts."""
_COUNTED = 200
"""Pages whose blocks are counted; the others are generated in the same way."""
_HEADER = (
    "pages",
    "blocks",
    "seconds",
    "ms/page",
    "× first",
    "read",
    "judge",
    "give",
    "making",
    "CPU ms/page",
    "once read MB",
    "peak MB",
    "a worker MB",
    "in all MB",
    "disk MB",
)
EXPLAINED = (
    "Seconds is wall time, without making the pages. ms/page has three parts: read (until the last "
    "page is in), judge (until the first content is out) and give (the rest); making is apart. "
    "× first compares ms/page with that of the smallest size. Once read is what the main process "
    "holds before it judges, peak the most it ever held; a worker is the largest one. In all is "
    "the peak and all workers as if each were the largest and shared nothing. Disk is what lay in "
    "temporary files."
)


@dataclass(frozen=True, slots=True)
class Run:
    """A measurement: number of pages, number of processes and method."""

    pages: int
    jobs: int
    faithful: bool = False

    def __str__(self) -> str:
        method = "the papers' method" if self.faithful else "templates"
        return f"{self.pages:,} pages, {self.jobs} job(s), {method}"


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one run in seconds and bytes."""

    pages: int
    jobs: int
    blocks: int
    """The approximate total number of blocks."""
    read: float
    judge: float
    give: float
    making: float
    """Generating the pages; not part of the other figures."""
    cpu: float
    peak: int
    held: int
    """Memory after the last page has been read."""
    worker: int
    """Memory of the largest worker process."""
    disk: int

    @property
    def wall(self) -> float:
        return self.read + self.judge + self.give

    @property
    def memory(self) -> int:
        return self.peak + (self.jobs * self.worker if self.jobs > 1 else 0)


def report(sizes: Sequence[int], jobs: int, *, faithful: bool = False) -> str:
    """A table of the sizes, with a comparison of the last and the first."""
    one = Run(1, jobs, faithful)
    base = sorted((_apart(one) for _ in range(_BASE_RUNS)), key=_wall)[_BASE_RUNS // 2]
    costs = [_apart(Run(size, jobs, faithful)) for size in sizes]
    rows = [_row(cost, costs[0]) for cost in (base, *costs)]
    return "\n\n".join((table(_HEADER, rows), _verdict(costs[0], costs[-1], base)))


def measure(run: Run) -> Cost:
    """Extract the pages in this process."""
    from honbun import ContentOptions, Run, extract
    from lab.bench.pages import pages

    cpu = cpu_seconds()
    source = _Timed(pages(run.pages))
    begin = time.perf_counter()
    contents = extract(source, ContentOptions(faithful=run.faithful), run=Run(run.jobs))
    next(contents)
    first = time.perf_counter()
    disk = _disk()
    for _ in contents:
        pass
    end = time.perf_counter()
    return Cost(
        pages=run.pages,
        jobs=run.jobs,
        read=source.ended - begin - source.spent,
        judge=first - source.ended,
        give=end - first,
        making=source.spent,
        cpu=cpu_seconds() - cpu - source.cpu,
        peak=memory(),
        held=source.held,
        worker=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
        disk=disk,
        blocks=round(run.pages * _blocks(pages(min(run.pages, _COUNTED)))),
    )


class _Timed:
    """Pages, with the time to generate them, and the time and memory at their end."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages = pages
        self.spent = 0.0
        self.cpu = 0.0
        self.ended = 0.0
        self.held = 0

    def __iter__(self) -> Iterator[Page]:
        pages = iter(self._pages)
        while True:
            begin, cpu = time.perf_counter(), time.process_time()
            page = next(pages, None)
            self.ended = time.perf_counter()
            self.spent += self.ended - begin
            self.cpu += time.process_time() - cpu
            if page is None:
                self.held = memory("VmRSS")
                return
            yield page


def _blocks(pages: Iterable[Page]) -> float:
    """The average number of blocks of a page."""
    from honbun.html.blocks import split

    counts = [len(split(page.parse())) for page in pages]
    return sum(counts) / len(counts)


def _disk() -> int:
    """Bytes in open files without a name, such as temporary ones; 0 if unknown."""
    if not _FILES.exists():
        return 0
    sizes = []
    for file in _FILES.iterdir():
        try:
            status = os.fstat(int(file.name))
        except OSError:  # the handle of the listing itself, closed by now
            continue
        if stat.S_ISREG(status.st_mode) and not status.st_nlink:
            sizes.append(status.st_size)
    return sum(sizes)


def _wall(cost: Cost) -> float:
    return cost.wall


def _apart(run: Run) -> Cost:
    print(f"growth: {run}", file=sys.stderr, flush=True)
    return apart(measure, run)


def _row(cost: Cost, first: Cost) -> list[object]:
    times = (cost.read, cost.judge, cost.give, cost.making, cost.cpu)
    memory = (cost.held, cost.peak, cost.worker, cost.memory, cost.disk)
    ratio = (cost.wall / cost.pages) / (first.wall / first.pages)
    return [
        f"{cost.pages:,}",
        f"{cost.blocks:,}",
        f"{cost.wall:,.1f}",
        f"{1000 * cost.wall / cost.pages:.2f}",
        f"{ratio:.2f}" if cost.pages >= first.pages else "",
        *(f"{1000 * value / cost.pages:.2f}" for value in times),
        *(f"{value / 2**20:,.0f}" if value else "" for value in memory),
    ]


def _beyond(value: float, base: float, cost: Cost) -> float:
    """The cost per page beyond the first page."""
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
