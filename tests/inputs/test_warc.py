"""What of a WARC file is a page."""

from __future__ import annotations

import gzip
import zlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from honbun.errors import Failure
from honbun.page import Page
from tests.inputs.records import FIVE, HTML, block, failures, packed, read, record, urls

if TYPE_CHECKING:
    from pathlib import Path

brotli = pytest.importorskip("brotli")
zstandard = pytest.importorskip("zstandard")


def test_a_response_is_a_page(tmp_path: Path) -> None:
    assert read(tmp_path, record("1")) == [
        Page(
            HTML,
            url="http://e.org/1",
            source="crawl@0",
            content_type="text/html; charset=EUC-JP",
            fetched_at=datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC),
        )
    ]


def test_a_resource_is_a_page(tmp_path: Path) -> None:
    (page,) = read(tmp_path, block("1", HTML, "resource", "text/html"))
    assert isinstance(page, Page)
    assert (page.html, page.url, page.content_type) == (HTML, "http://e.org/1", "text/html")


def test_sources_tell_the_offset_of_the_record(tmp_path: Path) -> None:
    one, two = record("1"), record("2")
    members = packed([one, two])
    plain = [page.source for page in read(tmp_path, one + two)]
    assert plain == ["crawl@0", f"crawl@{len(one)}"]
    by_record = [page.source for page in read(tmp_path, b"".join(members))]
    assert by_record == ["crawl@0", f"crawl@{len(members[0])}"]
    as_a_whole = [page.source for page in read(tmp_path, gzip.compress(one + two))]
    assert as_a_whole == ["crawl@0", f"crawl@0+{len(one)}"]


@pytest.mark.parametrize(
    "other",
    [
        record("1", http="Content-Type: image/png"),
        record("1", status="404 Not Found"),
        record("1", status="301 Moved"),
        record("1", kind="revisit"),
        record("1", kind="request"),
        record("1", b"%PDF-1.7", http=""),
        block("1", b"robots: classic", "warcinfo", "application/warc-fields"),
        block("1", b"20200102 e.org. 127.0.0.1", "response", "text/dns"),
        block("1", b"{}", "resource", "application/json"),
        record("1", bytes(50_000), http="Content-Type: video/mp4"),
        record("1", bytes(500_000), http="Content-Type: video/mp4"),
    ],
)
def test_what_is_no_page_is_passed_over(tmp_path: Path, other: bytes) -> None:
    assert urls(read(tmp_path, other + record("2"))) == ["http://e.org/2"]
    assert failures(read(tmp_path, other + record("2"))) == []


def test_html_without_a_content_type_is_recognised(tmp_path: Path) -> None:
    (page,) = read(tmp_path, record("1", b"<!doctype html><p>x", http=""))
    assert isinstance(page, Page)
    assert page.content_type is None


def test_header_lines_may_end_in_lf_alone(tmp_path: Path) -> None:
    header, content = FIVE[0].split(b"\r\n\r\n", 1)
    unixy = header.replace(b"\r\n", b"\n") + b"\n\n" + content
    assert urls(read(tmp_path, unixy + FIVE[1])) == ["http://e.org/0", "http://e.org/1"]


def test_angle_brackets_around_a_url_are_taken_off(tmp_path: Path) -> None:
    data = record("1").replace(b"http://e.org/1", b"<http://e.org/1>")
    assert urls(read(tmp_path, data)) == ["http://e.org/1"]


CHUNKED = b"7\r\n" + HTML[:7] + b"\r\n20\r\n" + HTML[7:] + b"\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("Content-Encoding: gzip", gzip.compress(HTML)),
        ("Content-Encoding: deflate", zlib.compress(HTML)),
        ("Content-Encoding: br", brotli.compress(HTML)),
        ("Content-Encoding: zstd", zstandard.compress(HTML)),
        ("Content-Encoding: gzip", HTML),
        ("Transfer-Encoding: chunked", CHUNKED),
        ("Transfer-Encoding: chunked", HTML),
    ],
)
def test_codings_are_undone_where_they_are_there(tmp_path: Path, header: str, body: bytes) -> None:
    (page,) = read(tmp_path, record("1", body, http=f"Content-Type: text/html\r\n{header}"))
    assert isinstance(page, Page)
    assert page.html == HTML


@pytest.mark.parametrize(
    ("header", "body", "message"),
    [
        ("Content-Encoding: gzip", gzip.compress(HTML)[:-4], "the compressed data is truncated"),
        ("Content-Encoding: lzma", HTML[1:], "the content coding 'lzma' is not known"),
        ("Content-Encoding: gzip", gzip.compress(bytes(99_999)), "the page has more than 10,000"),
        ("Transfer-Encoding: chunked", CHUNKED[:-15], "the record cannot be read (unexpected end"),
        ("X: y", bytes(12_345), "the page has 12,345 bytes, more than the 10,000 of --max-bytes"),
        ("X: y", bytes(200_000), "the page has 200,050 bytes, more than the 10,000"),
    ],
)
def test_a_body_that_cannot_be_had_costs_only_itself(
    tmp_path: Path, header: str, body: bytes, message: str
) -> None:
    bad = record("1", body, http=f"Content-Type: text/html\r\n{header}")
    first, second = read(tmp_path, bad + record("2"))
    assert isinstance(first, Failure)
    assert (first.source, first.url, first.step) == ("crawl@0", "http://e.org/1", "read")
    assert first.message.startswith(message)
    assert second.url == "http://e.org/2"
