"""Input files: archives, tables, lines, labels and results of other programs."""

from __future__ import annotations

import gzip
import io
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import httpx
from starlette.exceptions import HTTPException

from honbun.annotation.imports import LabelImport, PageIndex
from honbun.annotation.records import read_records
from honbun.errors import Failure, FetchError
from honbun.inputs.assets import WarcAssets
from honbun.inputs.fetch.robots import Robots
from honbun.inputs.json_rows import read_identical
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import read_all
from honbun.page import Page
from honbun.papers.similar_003.standard import read_standards, render
from honbun.stores.feed_state import Subscription
from honbun.stores.labels import Labels
from honbun.web import feeds
from honbun.web.feeds import render_opml as opml
from honbun.web.inspect.uploads import read_file_list
from tests.fuzz import readback
from tests.fuzz.packages import WHEN
from tests.fuzz.strings import text_of
from tests.fuzz.target import check_failure, patched, refusing, temp_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_OPTIONS = ReadOptions(max_bytes=20_000)


def warc(data: bytes) -> None:
    """A WARC file, plain or compressed per record, has only pages and failures."""
    _read_all(temp_file("any.warc", data))
    _check_assets(temp_file("any.warc", data))
    members = data.split(b"WARC/1.0")
    packed = [gzip.compress(b"WARC/1.0" + member, 1, mtime=0) for member in members]
    _read_all(temp_file("any.warc.gz", b"".join(packed)))
    _read_all(temp_file("any.warc.gz", patched(b"".join(packed), data[-9:])))


def _check_assets(path: Path) -> None:
    archive = WarcAssets(path)
    for address in ("http://e.org/1", "http://e.org/a.css"):
        if found := archive.find(address):
            assert len(found.read(100)) <= 100


def lines(data: bytes) -> None:
    """JSON Lines: plain, compressed and truncated."""
    _read_all(temp_file("any.jsonl", data))
    packed = gzip.compress(data, 1, mtime=0)
    _read_all(temp_file("any.jsonl.gz", packed))
    _read_all(temp_file("any.jsonl.gz", patched(packed, data[-6:])))
    _read_all(temp_file("any.html.gz", patched(packed, data[-6:])))


def parquet(data: bytes) -> None:
    """A Parquet file with changed bytes."""
    _read_all(temp_file("any.parquet", patched(table(), data)))


def table() -> bytes:
    """A small table of pages."""
    import pyarrow as pa
    from pyarrow import parquet as pq

    file = io.BytesIO()
    urls, pages = ["http://e.org/1", None, "http://e.org/3"], [b"<p>one", b"<p>two", None]
    pq.write_table(pa.table({"url": urls, "html": pages}), file)
    return file.getvalue()


def _read_all(path: Path) -> None:
    with refusing():
        for found in read_all(path, options=_OPTIONS):
            if isinstance(found, Failure):
                check_failure(found)
                str(found).encode()
            else:
                assert len(found.html) <= _OPTIONS.max_bytes
                assert found.fetched_at is None or found.fetched_at.utcoffset() is not None
                (found.url or "").encode()


def labels(data: bytes) -> None:
    """Lines of labels, imported into a label store."""
    path = temp_file("any.labels", b"")
    path.unlink()
    with refusing(), Labels(path) as file:
        index = PageIndex(file, [Page(b"<p>one<p>two", url="http://e.org/1")])
        imported = LabelImport(file, index, None)
        for record in read_records(temp_file("any-labels.jsonl", data), "any"):
            imported.record(record)
        for failure in imported.failures:
            check_failure(failure)
        for _, digest, page_labels in file.all_labels():
            assert file.page(digest)
            assert page_labels.labels is not None


def pairs(data: bytes) -> None:
    """Pairs of pages, as `honbun extract` reads them."""
    with refusing():
        for a, b in read_identical(temp_file("any-pairs.jsonl", data)):
            (a + b).encode()


def standard(data: bytes) -> None:
    """A document in the standard format is written and read back unchanged."""
    with refusing():
        for document in read_standards(data):
            again = render(document).encode()
            readback.xml(again)
            assert list(read_standards(again)) == [document]


class _Site:
    """A network of one site whose robots.txt has any bytes."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    @contextmanager
    def get(self, url: httpx.URL) -> Iterator[httpx.Response]:
        yield httpx.Response(200, stream=httpx.ByteStream(self._body))


def robots(data: bytes) -> None:
    """A robots.txt allows or forbids a URL, or sets a delay."""
    rules = Robots(_Site(data), lambda: 0.0)  # type: ignore[arg-type]
    for path in ("/", "/a/b.html?c=d&e#f", "/%zz%00/\\"):
        with suppress(FetchError):
            rules.check(httpx.URL("https://e.org").join(path))
    assert 0 <= rules.delay(httpx.URL("https://e.org/")) <= 30


def requests(data: bytes) -> None:
    """A request to the server is answered or refused with a status."""
    text = text_of(data)
    with suppress(HTTPException):
        feeds.parse_page_url(text).encode()
    with suppress(HTTPException):
        for file in read_file_list(io.BytesIO(data)):
            assert not {"..", "/"} & set(file.name.split("/")[:1])
            assert file.ending
    readback.xml(_opml([text, data[::-1].decode("latin-1")]))


def _opml(texts: Iterable[str]) -> bytes:
    subscribed = [
        Subscription(text.encode("utf-8", "replace").decode(), text, 0, WHEN, WHEN)
        for text in texts
    ]
    return opml(subscribed, "http://localhost:8710/")
