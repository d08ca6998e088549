"""Trials: the smallest job of each part, done for real. One that returns has worked."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from honbun.errors import EngineError, HonbunError, RefusedAddress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.tables.engine import Engine

_HTML = (
    "<!doctype html><html lang=en><head><title>Tides</title></head><body>"
    "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
    "<main><h1>Tides</h1><p>The tide comes in twice a day, and goes out as often. Fishermen "
    "have known its hours by heart for as long as there have been boats in this bay.</p></main>"
    "</body></html>"
)


@dataclass(frozen=True, slots=True)
class Trial:
    """A part of honbun, what it is for, and how it is tried."""

    part: str
    job: str
    attempt: Callable[[], None]
    remedy: str | None = None
    """What else than its packages it may lack, and how to get that."""


def _core() -> None:
    from honbun.content.page import extract_page
    from honbun.listing.feed import feed
    from honbun.page import Page
    from honbun.thread.posts import posts

    page = Page(_HTML.encode(), url="https://tides.example/")
    if "Fishermen" not in extract_page(page).text:
        raise HonbunError("a page was read, and its text is not what stands on it")
    feed(page)
    list(posts([page]))


def _warc() -> None:
    from honbun.io.warc import read_warc
    from honbun.page import Page

    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{_HTML}".encode()
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://tides.example/\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    with _file(head.encode() + http + b"\r\n\r\n", "one.warc") as path:
        found = list(read_warc(path, "one.warc", 1_000_000))
    if len(found) != 1 or not isinstance(found[0], Page):
        raise HonbunError("a WARC file of one page did not give it")


def _parquet() -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from honbun.io.parquet import read_parquet

    with _file(b"", "one.parquet") as path:
        pq.write_table(pa.table({"url": ["https://tides.example/"], "html": [_HTML]}), path)
        if len(list(read_parquet(path, "one.parquet", 1_000_000))) != 1:
            raise HonbunError("a table of one page did not give it")


def _fetch() -> None:
    from honbun.io.fetch import Fetcher
    from honbun.io.inputs import ReadOptions

    with Fetcher(ReadOptions()) as fetcher:
        try:
            fetcher.fetch("http://127.0.0.1:9/")
        except RefusedAddress:
            return  # what it must do, and it needs no network for that
    raise HonbunError("a loopback address was not refused")


def _plot() -> None:
    from io import BytesIO

    from matplotlib.figure import Figure

    Figure(figsize=(1, 1)).savefig(BytesIO(), format="png")


def _report() -> None:
    import jinja2  # noqa: F401

    import honbun.eval.report.render  # noqa: F401


def _web() -> None:
    import uvicorn  # noqa: F401

    import honbun.web.app  # noqa: F401


def _faithful() -> None:
    from scipy.cluster.hierarchy import linkage

    linkage([[0.0], [1.0], [3.0]])


def _similar() -> None:
    from honbun.tables.duck import Duck

    with Duck() as engine:
        _counts(engine)


def _spark() -> None:
    from honbun.tables.session import java
    from honbun.tables.spark import Spark

    if java() is None:
        raise EngineError("there is no Java")
    with Spark() as engine:
        _counts(engine)


def _counts(engine: Engine) -> None:
    """A table goes into an engine and comes out."""
    import ibis
    import pyarrow as pa

    schema = ibis.schema({"n": "int64"})
    table = engine.load("checkup", schema, [pa.record_batch({"n": [1, 2, 3]})])
    total = sum(row["n"] for batch in engine.batches(table) for row in batch.to_pylist())
    engine.drop("checkup")
    if total != 6:
        raise EngineError("three rows went in, and others came out")


def _morphology() -> None:
    from honbun.standard.sudachi import Sudachi

    if not Sudachi().annotate("潮が満ちる。"):
        raise HonbunError("a sentence was not analysed")


def _train() -> None:
    import catboost  # noqa: F401


@contextmanager
def _file(data: bytes, name: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="honbun-") as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


CORE = Trial("core", "read pages; find content, posts and lists", _core)
TRIALS = (
    Trial("warc", "read WARC archives", _warc),
    Trial("parquet", "read and write Parquet", _parquet),
    Trial("fetch", "fetch pages from the web", _fetch),
    Trial("web", "serve feeds, inspect and annotate in the browser", _web),
    Trial("similar", "find pages that share text; tables on DuckDB", _similar),
    Trial(
        "spark",
        "tables on Spark",
        _spark,
        "install Java 17 or newer (apt-get install default-jre-headless), or name it in JAVA_HOME",
    ),
    Trial("morphology", "Japanese sentences in words (`standard --annotate sudachi`)", _morphology),
    Trial("faithful", "the paper's method for lists (`feed --faithful`)", _faithful),
    Trial("report", "evaluation as an HTML file", _report),
    Trial("plot", "evaluation as pictures", _plot),
    Trial("train", "train models anew", _train),
)
