"""Bad inputs in full size, which tests/hostile tests in small.

Pages of 50 MB within the limit, nesting at the limit, bombs of a gigabyte, collections of 10,000
copies. Each runs as a separate command, so that its time and memory can be measured.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from tests.hostile.measured import Run, measure
from tests.soak.part import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

_MEMORY = 4 << 30
"""The memory limit of a run; a page of 50 MB takes most, three gigabytes."""
_PROCESSOR = 180.0
"""The limit of CPU seconds of a run; comparing 10,000 pages takes most, about forty."""
_LEAST = 5.0
"""Less time than this is not enough for any run."""


@dataclass(frozen=True, slots=True)
class Input:
    """A bad input and the expected exit status."""

    name: str
    file: str
    write: Callable[[Path], object]
    command: tuple[str, ...] = ("extract",)
    status: int = 0


def _bomb(path: Path) -> None:
    packer = zlib.compressobj(1, wbits=31)
    with path.open("wb") as file:
        for _ in range(1024):
            file.write(packer.compress(bytes(1 << 20)))
        file.write(packer.flush())


_RECORD = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/\r\n"
    b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
)


def _archive(path: Path) -> None:
    """A record of a gigabyte, compressed to a megabyte."""
    packer = zlib.compressobj(1, wbits=31)
    header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    with path.open("wb") as file:
        file.write(packer.compress(_RECORD % (len(header) + (1 << 30)) + header))
        for _ in range(1024):
            file.write(packer.compress(bytes(1 << 20)))
        file.write(packer.compress(b"\r\n\r\n") + packer.flush())


def _coded(path: Path) -> None:
    """A record whose body is a gigabyte, compressed with Zstandard."""
    packer = zstandard.ZstdCompressor().compressobj()
    body = b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(1024)), packer.flush()])
    header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: zstd\r\n\r\n"
    path.write_bytes(_RECORD % (len(header) + len(body)) + header + body + b"\r\n\r\n")


def _repeated(path: Path) -> None:
    """One value of 50 MB in every row."""
    values = pa.array(["x" * 50_000_000])
    html = pa.DictionaryArray.from_arrays(pa.array([0] * 50), values)
    pq.write_table(pa.table({"url": ["a"] * 50, "html": html}), path, store_schema=False)


def _pages(html: str, count: int = 10_000) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with path.open("w") as file:
            for n in range(count):
                page = {"url": f"https://e.org/{n}", "html": html.replace("NUMBER", str(n))}
                file.write(json.dumps(page) + "\n")

    return write


def _page(body: Callable[[], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(b"<!doctype html><title>x</title>" + body())


_SAME = "<title>A</title><h1>A</h1><p>Every page of the collection has the same words."
_OTHER = "<title>NUMBER</title><h1>About NUMBER</h1><p>Only page NUMBER has this text."
_LONG = b"<p>one more word and another</p>\n" * 300 + b"<p>"
INPUTS = (
    Input("bomb of a gigabyte", "a.html.gz", _bomb, status=1),
    Input("record of a gigabyte", "a.warc.gz", _archive, status=1),
    Input("record coded from a gigabyte", "a.warc", _coded, status=1),
    Input("value of 50 MB in 50 rows", "a.parquet", _repeated, status=1),
    Input("450,000 open tags", "a.html", _page(lambda: b"<div>" * 450_000 + b"deep")),
    Input("100,000 nested tables", "a.html", _page(lambda: b"<table><tr><td>" * 100_000 + b"deep")),
    Input(
        "4 million marks",
        "a.html",
        _page(lambda: b"<p>a" + "\u0301\u0316".encode() * 2_000_000),
        ("standard",),
    ),
    Input(
        "page of 50 MB",
        "a.html",
        _page(lambda: _LONG + b"a word " * 7_100_000),
        ("extract", "--max-bytes", "60000000"),
    ),
    Input("10,000 copies, as pairs", "a.jsonl", _pages(_SAME), ("similar",)),
    Input("10,000 copies", "a.jsonl", _pages(_SAME)),
    Input("10,000 pages that all differ", "a.jsonl", _pages(_OTHER)),
    Input("400,000 paragraphs", "a.html", _page(lambda: b"<p>x" * 400_000)),
    Input("10,000 empty pages", "a.jsonl", _pages("")),
    Input("10,000 copies, as threads", "a.jsonl", _pages(_SAME), ("posts",)),
    Input("10,000 copies, as documents", "a.jsonl", _pages(_SAME), ("standard",)),
)
"""The most dangerous first: a slow machine does not reach the last."""


def run(seconds: float) -> Outcome:
    """Run the inputs in parallel, until the time is over."""
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        runs = list(pool.map(lambda one: _run(one, end), INPUTS))
    figures, faults = {}, []
    for one, done in zip(INPUTS, runs):
        figures[one.name] = str(done or "not reached: no time was left")
        if fault := done and _fault(done, one.status):
            faults.append(f"{one.name}: {fault}")
    return Outcome(not faults, figures, tuple(faults))


def _run(one: Input, end: float) -> Run | None:
    if end - time.monotonic() < _LEAST:
        return None
    with tempfile.TemporaryDirectory() as folder:
        one.write(Path(folder) / one.file)
        return measure(max(end - time.monotonic(), 0.0), *one.command, folder, "--quiet")


def _fault(done: Run, expected: int) -> str | None:
    """What is wrong with a result."""
    if strange := [line for line in done.errors if not line.startswith("honbun: ")]:
        return f"printed {strange[-1][:200]}"
    if done.status not in (expected, None):
        return f"ended with {done.status}, not {expected}: {'; '.join(done.errors)[:200]}"
    if done.memory > _MEMORY or done.processor > _PROCESSOR:
        return f"took {done}"
    return None
