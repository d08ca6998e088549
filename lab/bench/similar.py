"""Similar: pairs of generated pages within 2 GiB, its growth, and the cost of reading a page."""

from __future__ import annotations

import tempfile
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from honbun.api import similar
from honbun.engines.duckdb import DuckDBEngine
from honbun.errors import HonbunError
from honbun.evaluation.report import table
from honbun.html.blocks import split
from honbun.metadata.declared import declared_metadata
from honbun.runner.run import Run
from honbun.similar import tables
from honbun.similar.marks import quoted
from honbun.similar.model import SimilarOptions
from honbun.similar.pipeline import compare
from honbun.similar.reading import Reader
from honbun.similar.region import region
from honbun.similar.sentences import sentences
from honbun.similar.store import join
from honbun.text.similarity import bands, sentence_key
from lab.bench import similar_pages
from lab.bench.measure import apart, cpu_seconds, memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import ibis
    import pyarrow as pa

    from honbun.page import Page

_MEMORY, _THREADS = "2GiB", 2
_TWINS, _OTHERS = 10_000, 1_000_000
_SHOWN = 0.02
"""Minimum share of the time for a table to be listed separately."""


class _Cost(NamedTuple):
    """The cost of a step, in its own process."""

    wall: float
    cpu: float
    peak: float
    """Memory, in MB."""
    rows: int
    disk: float
    """The store, in MB."""
    seconds: dict[str, float]
    """Seconds of each table."""


def growth(sizes: Sequence[int]) -> tuple[str, str]:
    """The cost of pairs by number of pages, and the time of each table for the last size."""
    rows = []
    first = 0.0
    for size in sizes:
        with _store() as path:
            made = apart(_make, path, partial(similar_pages.batches, size))
            same = apart(_compare, path, SimilarOptions(near=False))
            near = apart(_compare, path, SimilarOptions())
        each = near.wall / size
        first = first or each
        rows.append(
            (
                f"{size:,}",
                f"{made.rows:,}",
                f"{near.rows:,}",
                f"{same.wall:.1f}",
                f"{same.cpu:.1f}",
                f"{same.peak:,.0f}",
                f"{near.wall:.1f}",
                f"{near.cpu:.1f}",
                f"{near.peak:,.0f}",
                f"{each / first:.2f}",
                f"{made.wall:.0f}",
                f"{made.disk:,.0f}",
                f"{near.disk:,.0f}",
            )
        )
    return table(_GROWTH, rows), _stages(near)


_GROWTH = (
    "pages",
    "sentences",
    "pairs",
    "unchanged: seconds",
    "CPU",
    "peak MB",
    "with changed: seconds",
    "CPU",
    "peak MB",
    "× first, a page",
    "making and loading",
    "store MB",
    "at the end",
)


def crowd() -> str:
    """A page at 10,000 URLs, among a million pages that share one sentence."""
    with _store() as path:
        made = apart(_make, path, partial(similar_pages.crowd, _TWINS, _OTHERS))
        cost = apart(_compare, path, SimilarOptions())
    header = ("pages", "sentences", "pairs", "seconds", "CPU", "peak MB")
    figures = (f"{cost.rows:,}", f"{cost.wall:.1f}", f"{cost.cpu:.1f}", f"{cost.peak:,.0f}")
    return table(header, [(f"{_TWINS + _OTHERS:,}", f"{made.rows:,}", *figures)])


def paper(size: int) -> str:
    """The cost of the method of paper 003 from HTML pages to pairs, with two processes."""
    with _store() as path:
        cost = apart(_paper, path, size)
    header = ("pages", "pairs", "seconds", "CPU", "pages a second", "peak MB")
    figures = (f"{cost.wall:.0f}", f"{cost.cpu:.0f}", f"{size / cost.wall:.0f}")
    return table(header, [(f"{size:,}", f"{cost.rows:,}", *figures, f"{cost.peak:,.0f}")])


def _paper(path: Path, size: int) -> _Cost:
    with (
        DuckDBEngine(path, memory=_MEMORY, threads=_THREADS) as engine,
        _measured() as cost,
    ):
        pages = similar_pages.html_pages(size)
        options = SimilarOptions(faithful=True)
        rows = sum(1 for _ in similar(pages, options, engine=engine, run=Run(_THREADS)))
    return cost(path, rows, {})


def reading(pages: Sequence[Page]) -> str:
    """The cost from a page to its sentences, step by step, on one core."""
    reader = Reader(SimilarOptions(region="paper"))
    spent = dict.fromkeys(_STEPS, 0.0)
    total, found, read = 0.0, 0, 0
    for page in pages:
        started = time.process_time()
        try:
            found += len(reader.read(page).sentences)
        except HonbunError:
            continue
        total += time.process_time() - started
        read += 1
        for name, seconds in _steps(page):
            spent[name] += seconds
    rows = [("**whole**", f"{1000 * total / read:.2f}", "100%")]
    rows += [(name, f"{1000 * s / read:.2f}", f"{s / total:.0%}") for name, s in spent.items()]
    summary = (
        f"{read / total:,.0f} pages and {found / total:,.0f} long sentences a second and core."
    )
    return table((f"{read} pages", "ms a page", "share"), rows) + "\n\n" + summary


_STEPS = (
    "decode and parse",
    "blocks and sentences",
    "content region",
    "quotations",
    "keys of sentences",
    "bands",
    "date",
)


def _steps(page: Page) -> Iterator[tuple[str, float]]:
    times = [time.process_time()]

    def lap() -> float:
        times.append(time.process_time())
        return times[-1] - times[-2]

    tree = page.parse()
    yield _STEPS[0], lap()
    every = sentences(tree, split(tree))
    yield _STEPS[1], lap()
    flags = region(tree, every)
    yield _STEPS[2], lap()
    quoted(tree, every)
    yield _STEPS[3], lap()
    long = [one.text for one, flag in zip(every, flags) if flag and len(one.text) >= 40]
    lap()
    keys = [sentence_key(text) for text in long]
    yield _STEPS[4], lap()
    bands(keys, [False] * len(keys))
    yield _STEPS[5], lap()
    declared_metadata(tree, page.resolve_url(tree))
    yield _STEPS[6], lap()


@contextmanager
def _store() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="honbun-bench-") as folder:
        yield Path(folder) / "store.duckdb"


def _make(path: Path, batches: Callable[[], Iterator[pa.RecordBatch]]) -> _Cost:
    """Read pages into a store."""
    with _Watched(path, memory=_MEMORY, threads=_THREADS) as engine, _measured() as cost:
        base = join(engine, engine.load("reading", tables.reading(), batches()))
        rows = _count(engine, base.sentences)
    return cost(path, rows, engine.seconds)


def _compare(path: Path, options: SimilarOptions) -> _Cost:
    """The pairs of a store."""
    from honbun.similar.store import PageTables

    with _Watched(path, memory=_MEMORY, threads=_THREADS) as engine, _measured() as cost:
        base = PageTables(*(engine.table(name) for name in ("page", "sentence", "link")))
        rows = _count(engine, compare(engine, base, options, _THREADS).pairs)
    return cost(path, rows, engine.seconds)


class _Watched(DuckDBEngine):
    """An engine that records the time of each table."""

    def __init__(self, path: Path, memory: str, threads: int) -> None:
        super().__init__(path, memory, threads)
        self.seconds: dict[str, float] = {}

    def keep(self, name: str, expression: ibis.Table) -> ibis.Table:
        with self._noted(name):
            return super().keep(name, expression)

    def map(
        self,
        name: str,
        schema: ibis.Schema,
        table: ibis.Table,
        step: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        with self._noted(name):
            return super().map(name, schema, table, step, jobs)

    @contextmanager
    def _noted(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started


@contextmanager
def _measured() -> Iterator[Callable[[Path, int, dict[str, float]], _Cost]]:
    """Seconds of the block, and the peak memory of this process."""
    started, before = time.perf_counter(), cpu_seconds()
    ended: list[float] = []

    def cost(path: Path, rows: int, seconds: dict[str, float]) -> _Cost:
        wall, cpu = ended
        return _Cost(wall, cpu, memory() / 1e6, rows, path.stat().st_size / 1e6, seconds)

    yield cost
    ended += (time.perf_counter() - started, cpu_seconds() - before)


def _count(engine: DuckDBEngine, rows: ibis.Table) -> int:
    [batch] = engine.batches(rows.count().as_table())
    return int(batch.column(0)[0].as_py())


def _stages(cost: _Cost) -> str:
    listed = {name: s for name, s in cost.seconds.items() if s >= _SHOWN * cost.wall}
    rest = cost.wall - sum(listed.values())
    order = sorted(listed.items(), key=lambda item: -item[1])
    rows = [(name, f"{s:.1f}", f"{s / cost.wall:.0%}") for name, s in (*order, ("the rest", rest))]
    return table(("table", "seconds", "share"), rows)
