"""Extract a collection with an engine, for crawls that outgrow one process or one machine.

The results are those of `pipeline.extract`. Judging compares the pages of one site and no others,
so the crawl is partitioned by site: evidence is learnt per site, and applied per page.

1. The engine's processes read and measure the pages: one row per page.
2. The engine sorts the rows by site, and each site is written to a file.
3. The engine's processes judge the sites, file by file, and the engine sorts the results.

A process holds the pages of one site, on disk if they are many.
"""

from __future__ import annotations

import pickle
import zlib
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any

from honbun.content.collection import Collection
from honbun.content.duplicates import NO_DUPLICATES
from honbun.content.pipeline import STEP, RecordReader, assemble, judge_site
from honbun.engines.rows import CachedStep, mark_transient
from honbun.errors import EngineError, Failure, HonbunError
from honbun.runner import tempfiles
from honbun.runner.pages import Step, map_numbered
from honbun.runner.resume import digest

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import ibis
    import pyarrow as pa

    from honbun.content.duplicates import Duplicates
    from honbun.content.model import Content, ContentOptions
    from honbun.engines.base import Engine, PageShard
    from honbun.runner.limits import Limits
    from honbun.runner.run import Run

    Row = Mapping[str, Any]

_BATCH = 256
"""Rows sent to the engine at once: some megabytes."""
_TASK_PAGES = 512
"""Small sites are judged together, up to this number of pages: a few seconds of work."""
_DUPLICATES = "duplicates"

_PAGES = {"page": "int64", "site": "binary", "record": "binary"}
"""Page number; site, null for a failure; compressed pickle of the PageRecord or Failure.

The site is bytes: engines sort texts by different rules, and a source may be no valid text.
"""
_RESULTS = {"page": "int64", "result": "binary"}
"""Page number; pickle of the Content or Failure."""


def extract_parts(
    parts: Sequence[PageShard],
    engine: Engine,
    options: ContentOptions,
    run: Run,
    *,
    duplicates: Duplicates = NO_DUPLICATES,
    folder: str | os.PathLike[str] | None = None,
    cache: Path | None = None,
) -> Iterator[Content]:
    """Extract the pages of all parts of the input, in the order of their numbers.

    On a cluster, `folder` must be one that all machines reach under this name. `cache` is a folder
    that keeps the rows of each part, so that an interrupted run can resume.
    """
    if options.faithful:
        raise HonbunError("the papers' method holds all blocks in one process: it has no engine")
    with _work_folder(folder) as held:
        (held / _DUPLICATES).write_bytes(pickle.dumps(duplicates))
        reader = _Reader(options, run.limits)
        pages = engine.read("page", _schema(_PAGES), parts, _cached(reader, cache), run.jobs)
        for row in _rows(engine, pages.filter(pages.site.isnull()).order_by("page")):
            run.on_failure(_unpack(row["record"]))
        read = pages.filter(pages.site.notnull()).order_by("site", "page")
        tasks = list(_write_sites(held, _rows(engine, read)))
        judge = _Judge(held, options)
        results = engine.read("result", _schema(_RESULTS), tasks, judge, run.jobs)
    for row in _rows(engine, results.order_by("page")):
        found: Content | Failure = pickle.loads(row["result"])
        if isinstance(found, Failure):
            run.on_failure(found)
        else:
            yield found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads and measures the pages of one part of the input."""

    options: ContentOptions
    limits: Limits | None

    def __call__(self, part: PageShard) -> Iterator[pa.RecordBatch]:
        step = Step(RecordReader(None), self.options, STEP)
        found = map_numbered(step, part.pages(), self.limits)
        while some := list(islice(found, _BATCH)):
            rows = [
                {
                    "page": number,
                    "site": None if isinstance(record, Failure) else _name(record.facts.site),
                    "record": zlib.compress(pickle.dumps(record), 1),
                }
                for number, record in some
            ]
            yield mark_transient(_batch(rows, _PAGES), (record for _, record in some))


def _cached(
    reader: _Reader, folder: Path | None
) -> Callable[[PageShard], Iterator[pa.RecordBatch]]:
    if folder is None:
        return reader
    return CachedStep(
        reader, _schema(_PAGES).to_pyarrow(), folder, digest("record", reader.options)
    )


def _name(site: str) -> bytes:
    return site.encode("utf-8", "surrogatepass")


def _write_sites(folder: Path, rows: Iterator[Row]) -> Iterator[tuple[int, ...]]:
    """Write a file for each site, named by a number; yield the numbers of each task."""
    waiting: list[int] = []
    pages = 0
    for number, (_, members) in enumerate(groupby(rows, key=lambda row: row["site"])):
        with (folder / str(number)).open("wb") as file:
            for row in members:
                pickle.dump((row["page"], row["record"]), file)
                pages += 1
        waiting.append(number)
        if pages >= _TASK_PAGES:
            yield tuple(waiting)
            waiting, pages = [], 0
    if waiting:
        yield tuple(waiting)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges the pages of some sites."""

    folder: Path
    options: ContentOptions

    def __call__(self, sites: Sequence[int]) -> Iterator[pa.RecordBatch]:
        results = chain.from_iterable(map(self._judge, sites))
        while some := list(islice(results, _BATCH)):
            rows = [{"page": number, "result": pickle.dumps(found)} for number, found in some]
            yield _batch(rows, _RESULTS)

    def _judge(self, site: int) -> Iterator[tuple[int, Content | Failure]]:
        pages: list[int] = []
        failures: list[Failure] = []
        with Collection(_load_duplicates(self.folder)) as collection:
            for page, record in _read_site(self.folder, site):
                pages.append(page)
                collection.add(_unpack(record))
            for name, numbers in collection.sites().items():
                for number, judgement in judge_site(
                    collection, name, numbers, self.options, failures.append
                ):
                    facts, rows = collection.facts(number), collection.rows(number)
                    yield pages[number], assemble(facts, rows, judgement, self.options)
        yield from ((pages[0], failure) for failure in failures)


def _read_site(folder: Path, site: int) -> Iterator[tuple[int, bytes]]:
    with (folder / str(site)).open("rb") as file:
        while file.peek(1):
            yield pickle.load(file)


@lru_cache(maxsize=1)
def _load_duplicates(folder: Path) -> Duplicates:
    try:
        data = (folder / _DUPLICATES).read_bytes()
    except OSError as error:
        message = f"{folder}: workers do not find it; name a folder that all machines reach"
        raise EngineError(message) from error
    duplicates: Duplicates = pickle.loads(data)
    return duplicates


@contextmanager
def _work_folder(parent: str | os.PathLike[str] | None) -> Iterator[Path]:
    with ExitStack() as stack:
        try:
            held = stack.enter_context(tempfiles.folder(parent))
        except OSError as error:
            raise EngineError(f"{parent}: {error.strerror}") from error
        yield held


def _schema(columns: Mapping[str, str]) -> ibis.Schema:
    import ibis

    return ibis.schema(dict(columns))


def _batch(rows: Sequence[Row], columns: Mapping[str, str]) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.RecordBatch.from_pylist(list(rows), schema=_schema(columns).to_pyarrow())


def _rows(engine: Engine, table: ibis.Table) -> Iterator[dict[str, Any]]:
    batches: Iterable[pa.RecordBatch] = engine.batches(table)
    for batch in batches:
        # A few rows at a time: a batch holds thousands of pages.
        for start in range(0, batch.num_rows, _BATCH):
            yield from batch.slice(start, _BATCH).to_pylist()


def _unpack(record: bytes) -> Any:
    return pickle.loads(zlib.decompress(record))
