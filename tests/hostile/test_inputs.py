"""Damaged and exploding files are read up to the damage, which is reported, in little memory."""

from __future__ import annotations

import gzip
import io
import tracemalloc
import zlib
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING, Any

import brotli  # type: ignore[import-untyped]
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from honbun.errors import Failure, FetchError, InputError, UnreadablePage
from honbun.inputs.fetch import decoding
from honbun.inputs.fetch.decoding import decode_body, join_bounded
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import read_all
from tests.hostile.pages import HEAD, cases
from tests.inputs.loopback import Internet, Site, reply
from tests.inputs.records import HTML, block, packed, record

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = 1_000_000
TOO_LARGE = "more than 1,000,000 bytes; see --max-bytes"
PAGE = HEAD + b"<p>one</p>"
GZIP = gzip.compress(PAGE)
ZSTD = zstandard.compress(PAGE)
ZSTD_BOMB = zstandard.compress(bytes(30 << 20))
BOMB = gzip.compress(bytes(30 << 20), 1)
BROTLI_BOMB = brotli.compress(bytes(30 << 20), quality=1)
REPEATED = ((1 << 20) + 2).to_bytes(3, "little") + b"\0"
"""A block of Zstandard: 128 kB of one byte, in four bytes."""


@dataclass(frozen=True)
class File:
    """A file, and what is read from it: the last part of each URL, or `! message`."""

    data: bytes
    outcomes: list[str | None]


def outcomes(path: Path, max_bytes: int = LIMIT) -> list[str | None]:
    found = read_all(path, options=ReadOptions(max_bytes=max_bytes))
    return [
        f"! {one.message}" if isinstance(one, Failure) else one.url and one.url.rpartition("/")[2]
        for one in found
    ]


def check(path: Path, case: File) -> None:
    path.write_bytes(case.data)
    found = outcomes(path)
    assert len(found) == len(case.outcomes), found
    for expected, actual in zip(case.outcomes, found):
        if expected and expected.startswith("! "):
            assert actual is not None
            assert actual.startswith(expected)
        else:
            assert actual == expected


FIRST, SECOND, LAST = record("1"), record("2"), record("3")
LENGTH = "the record's length is wrong, or it is truncated"
UNREADABLE = "the HTTP header of the record cannot be read"
NO_RECORD = "no WARC record where one should begin"
RESPONSE = "application/http; msgtype=response"


def damaged(data: bytes, message: str) -> File:
    """Data between two records."""
    return File(FIRST + data + LAST, ["1", f"! {message}", "3"])


def header(lines: bytes, message: str) -> File:
    """A record with these header lines between two others."""
    opening = f"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: {RESPONSE}\r\n".encode()
    return damaged(opening + lines + b"\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<p>x\r\n\r\n", message)


def chunked(body: bytes) -> bytes:
    return record("2", body, http="Content-Type: text/html\r\nTransfer-Encoding: chunked")


def member(data: bytes, message: str) -> File:
    """Data between two members of a compressed archive."""
    first, last = packed([FIRST, LAST])
    return File(first + data + last, ["1", f"! {message}", "3"])


PACKED = packed([SECOND])[0]
WARC = {
    "length too long": header(b"Content-Length: 99999", LENGTH),
    "length too short": header(b"Content-Length: 5", LENGTH),
    "length of an exabyte": header(b"Content-Length: " + b"9" * 17, LENGTH),
    "negative length": header(b"Content-Length: -5", "the record has no length"),
    "no length": header(b"X: y", "the record has no length"),
    "header of 10 MB": header(b"X: " + b"a" * 10_000_000 + b"\r\nContent-Length: 4", NO_RECORD),
    "a million header lines": header(b"X: y\r\n" * 1_000_000 + b"Content-Length: 4", NO_RECORD),
    "starts of records and nothing else": damaged(b"WARC/1.0\r\n" * 100_000, NO_RECORD),
    "garbage": damaged(b"\xff\0garbage" * 10_000, NO_RECORD),
    "no HTTP inside": damaged(block("2", b"SSH-2.0-server", "response", RESPONSE), UNREADABLE),
    "nothing inside": damaged(block("2", b"", "response", RESPONSE), UNREADABLE),
    "status of nonsense": damaged(record("2", status="fine OK"), UNREADABLE),
    "HTTP header without end": damaged(
        block("2", b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000, "response", RESPONSE),
        "the record cannot be read (Maximum header length exceeded.)",
    ),
    "chunk cut short": damaged(chunked(b"50\r\n<p>x"), "the record cannot be read"),
    "chunk of an exabyte": damaged(chunked(b"f" * 15 + b"\r\n<p>x"), "the record cannot be read"),
    "garbage between chunks": damaged(chunked(b"4\r\n<p>xGARBAGE"), "the record cannot be read"),
    "member with a wrong checksum": member(PACKED[:-8] + bytes(8), "broken gzip data"),
    "member cut short": member(PACKED[:-30], "the gzip data is truncated"),
    "garbage between members": member(b"\x1f\x8b\x08" + b"\xff" * 500, "no gzip member"),
    "beginnings of members": member(b"\x1f\x8b\x08\0" * 10_000, "broken gzip data"),
    "bomb between members": member(BOMB, NO_RECORD),
    "chunks undone by the crawler": File(FIRST + chunked(HTML) + LAST, ["1", "2", "3"]),
    "100,000 chunks of a byte": File(chunked(b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n"), ["2"]),
    "no address": File(FIRST + SECOND.replace(b"WARC-Target-URI", b"X"), ["1", None]),
    "date of nonsense": File(SECOND.replace(b"2020-01-02T", b"9999-99-99T"), ["2"]),
    "a million line breaks": File(FIRST + b"\r\n" * 1_000_000 + LAST, ["1", "3"]),
    "empty archive": File(b"", []),
}


@cases(WARC)
def test_archive_is_read_around_its_damage(case: File, tmp_path: Path) -> None:
    check(tmp_path / "crawl.warc", case)


ROW = b'{"url":"https://e.org/%d","html":"<p>x"}\n'
WITH = b'{"url":"https://e.org/2","html":"<p>x",%b}\n'
NOT_JSON = "the line is not JSON"
TOO_DEEP = "the line is nested too deeply"
BROKEN_HERE = "the file is broken here"


def bad_line(line: bytes, message: str) -> File:
    return File(ROW % 1 + line + b"\n" + ROW % 3, ["1", f"! {message}", "3"])


def good_line(line: bytes) -> File:
    return File(ROW % 1 + line + ROW % 3, ["1", "2", "3"])


LINES = {
    "no JSON": bad_line(b"{nope", NOT_JSON),
    "line of 20 MB": bad_line(b'{"html":"' + b"x" * 20_000_000, "the line has 20,000,0"),
    "a million brackets": bad_line(b"[" * 1_000_000 + b"]" * 1_000_000, TOO_DEEP),
    "a hundred thousand objects in a row": bad_line(b'{"a":' * 100_000 + b"}" * 100_000, TOO_DEEP),
    "no object": bad_line(b'["https://e.org/2", "<p>x"]', "the line is not a JSON object"),
    "no html": bad_line(b'{"url":"https://e.org/2"}', "the row has no html"),
    "html that is a number": bad_line(b'{"html":5}', "the row's html is neither text nor bytes"),
    "url that is a list": bad_line(b'{"url":["a"],"html":"x"}', "the row's url is not a text"),
    "NULs": bad_line(bytes(100_000), NOT_JSON),
    "Latin-1": bad_line(b'{"html":"\xe9"}', NOT_JSON),
    "number of 100,000 digits beside NaN": bad_line(
        WITH.strip() % (b'"a":NaN,"b":' + b"9" * 100_000), NOT_JSON
    ),
    "NaN": good_line(WITH % b'"a":NaN,"b":-Infinity,"c":1e999'),
    "half a character": good_line(b'{"url":"https://e.org/2","html":"<p>\\ud83d \\udc00"}\n'),
    "a key twice": good_line(WITH % b'"html":"<p>y"'),
    "100,000 keys": good_line(WITH % b",".join(b'"k%d":1' % n for n in range(100_000))),
    "100,000 empty lines": good_line(b"\n" * 100_000 + WITH % b'"a":1'),
}
COMPRESSED = {
    "bomb in a line": File(
        gzip.compress(ROW % 1 + bytes(20_000_000) + b"\n" + ROW % 3, 1),
        ["1", "! the line has 20,000,0", "3"],
    ),
    "lines cut short": File(gzip.compress(ROW % 1 * 2)[:-20], [f"! {BROKEN_HERE}"]),
    "garbage behind the lines": File(
        gzip.compress(ROW % 1) + b"garbage", ["1", f"! {BROKEN_HERE}"]
    ),
    "lines without gzip": File(ROW % 1, ["1"]),
}


@cases(LINES)
def test_lines_are_read_around_a_bad_one(case: File, tmp_path: Path) -> None:
    check(tmp_path / "pages.jsonl", case)


@cases(COMPRESSED)
def test_compressed_lines_are_read_up_to_the_damage(case: File, tmp_path: Path) -> None:
    check(tmp_path / "pages.jsonl.gz", case)


def parquet(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def columns(**named: Any) -> bytes:
    return parquet(pa.table(named))


WHOLE = columns(url=["https://e.org/1", "https://e.org/2"], html=["<p>x" * 500, "<p>y" * 500])
TABLES = {
    "cut short": (WHOLE[:-20], "not a readable Parquet file"),
    "no Parquet": (b"PAR1 and PAR1", "not a readable Parquet file"),
    "empty file": (b"", "not a readable Parquet file"),
    "damaged footer": (WHOLE[:-60] + b"\xff" * 52 + WHOLE[-8:], "not a readable Parquet file"),
    "no html": (columns(url=["a"]), "no html among: url"),
    "html of numbers": (columns(url=["a"], html=[1]), "the column html holds int64"),
    "html of lists": (columns(url=["a"], html=[["x"]]), "the column html holds list"),
    "two columns of one name": (
        parquet(pa.Table.from_arrays([pa.array(["a"])] * 3, names=["url", "html", "html"])),
        "there are 2 columns html",
    ),
}
CELLS = {
    "damaged pages": File(
        WHOLE[:40] + b"\xff" * 80 + WHOLE[120:], ["! no row up to 1 is readable"]
    ),
    "no value": File(columns(url=[None], html=[None]), ["! the row has no html"]),
    "page too large": File(
        columns(url=["a"], html=["x" * 2_000_000]), ["! the page has 2,000,000 bytes"]
    ),
}


@cases(TABLES)
def test_bad_table_is_refused(case: tuple[bytes, str], tmp_path: Path) -> None:
    data, message = case
    path = tmp_path / "pages.parquet"
    path.write_bytes(data)
    with pytest.raises(InputError, match=f"pages.parquet: {message}"):
        outcomes(path)


@cases(CELLS)
def test_bad_row_of_a_table_is_reported(case: File, tmp_path: Path) -> None:
    check(tmp_path / "pages.parquet", case)


def test_value_repeated_in_every_row_is_held_once(tmp_path: Path) -> None:
    """The file is small: the value is in its dictionary, and the rows are numbers."""
    rows, size = 40, 10_000_000
    values = pa.DictionaryArray.from_arrays(pa.array([0] * rows), pa.array(["x" * size]))
    path = tmp_path / "pages.parquet"
    pq.write_table(pa.table({"url": ["a"] * rows, "html": values}), path, store_schema=False)
    del values
    found = read_all(path, options=ReadOptions(max_bytes=LIMIT))
    allocated = [pa.total_allocated_bytes() for _ in found]
    assert path.stat().st_size < 1_000_000
    assert len(allocated) == rows
    assert max(allocated) < 5 * size


def test_table_is_refused_by_its_declared_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from honbun.inputs import parquet as reader

    monkeypatch.setattr(reader, "_FREE", 1 << 20)
    path = tmp_path / "pages.parquet"
    rows = {"url": ["a", "b"], "html": ["<p>x", "y" * 30_000_000], "other": ["1", "2"]}
    pq.write_table(pa.table(rows), path, compression="zstd")
    assert path.stat().st_size < 100_000
    before = pa.total_allocated_bytes()
    peak = pa.default_memory_pool().max_memory() or 0
    (found,) = outcomes(path)
    assert found == "! column html, rows 0 to 1: too large when unpacked; none of them is read"
    assert pa.total_allocated_bytes() == before
    assert (pa.default_memory_pool().max_memory() or 0) == peak


def wide(log: int) -> bytes:
    """A frame of Zstandard whose decoder needs a window of 2 to this power bytes."""
    settings = zstandard.ZstdCompressionParameters(window_log=log)
    packer = zstandard.ZstdCompressor(compression_params=settings).compressobj()
    return packer.compress(PAGE) + packer.flush()


def decoded(data: bytes, coding: str, size: int = 1 << 16) -> bytes:
    pieces = (data[begin : begin + size] for begin in range(0, len(data), size))
    return join_bounded(decode_body(pieces, coding), LIMIT)


BOMBS = {
    "gzip bomb": (BOMB, "gzip"),
    "deflate bomb": (zlib.compress(bytes(20 << 20), 1), "deflate"),
    "bare deflate bomb": (zlib.compress(bytes(20 << 20), 1)[2:-4], "deflate"),
    "Brotli bomb": (BROTLI_BOMB, "br"),
    "bomb in a bomb": (gzip.compress(gzip.compress(BOMB, 1), 1), "gzip, gzip, gzip"),
    "Brotli bomb in gzip": (gzip.compress(BROTLI_BOMB, 1), "br, gzip"),
    "Zstandard bomb": (ZSTD_BOMB, "zstd"),
    "Zstandard bomb of repeated bytes": (b"\x28\xb5\x2f\xfd\x00\x58" + REPEATED * 500, "zstd"),
    "Zstandard bomb in many frames": (zstandard.compress(bytes(1000)) * 2000, "zstd"),
    "Zstandard bomb in gzip": (gzip.compress(ZSTD_BOMB, 1), "zstd, gzip"),
}


@cases(BOMBS)
def test_bomb_is_refused_in_little_memory(
    case: tuple[bytes, str], site: Site, internet: Internet, tmp_path: Path
) -> None:
    """In a record of an archive, and in the response of a server."""
    data, coding = case
    tracemalloc.start()
    with pytest.raises(UnreadablePage, match=TOO_LARGE):
        decoded(data, coding)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * LIMIT
    coded = f"Content-Type: text/html\r\nContent-Encoding: {coding}"
    check(tmp_path / "crawl.warc", damaged(record("2", data, http=coded), "the page has more"))
    site.answers["/"] = reply(data, Content_Encoding=coding)
    options = ReadOptions(robots=False, max_bytes=LIMIT)
    with (
        Fetcher(options, resolve=internet.resolve) as fetcher,
        pytest.raises(FetchError, match=TOO_LARGE),
    ):
        fetcher.fetch(site.url("/"))


BROKEN = {
    "gzip cut short": (GZIP[:-20], "gzip", "is truncated"),
    "gzip with a wrong checksum": (GZIP[:-8] + bytes(8), "gzip", "is broken"),
    "no gzip": (b"nothing of the kind", "gzip", "is broken"),
    "Brotli cut short": (brotli.compress(PAGE)[:-9], "br", "is truncated"),
    "no Brotli": (b"\xff" * 99, "br", "is broken"),
    "Brotli with garbage behind": (brotli.compress(PAGE) + b"garbage", "br", "is broken"),
    "deflate cut short": (zlib.compress(PAGE)[:-9], "deflate", "is truncated"),
    "no deflate": (b"\xff" * 99, "deflate", "is broken"),
    "Zstandard cut short": (ZSTD[:-9], "zstd", "is truncated"),
    "no Zstandard": (b"\xff" * 99, "zstd", "is broken"),
    "Zstandard with garbage behind": (ZSTD + b"garbage", "zstd", "is broken"),
    "Zstandard cut short in its second frame": (ZSTD + ZSTD[:3], "zstd", "is truncated"),
    "Zstandard that wants 128 MB": (wide(27), "zstd", "requires too much memory"),
    "coding of nonsense": (b"x", "rot13", "the content coding 'rot13' is not known"),
    "coded five times": (b"x", "gzip, " * 5, "the body is coded 5 times"),
}


@cases(BROKEN)
def test_broken_coding_is_reported(case: tuple[bytes, str, str]) -> None:
    data, coding, message = case
    with pytest.raises(UnreadablePage, match=message):
        decoded(data, coding)


READABLE = {
    "garbage behind gzip": (GZIP + b"garbage", "gzip"),
    "200,000 empty gzip members": (gzip.compress(b"") * 200_000 + GZIP, "gzip"),
    "100,000 empty Zstandard frames": (zstandard.compress(b"") * 100_000 + ZSTD, "zstd"),
    "Zstandard that wants 8 MB, the most RFC 9659 allows": (wide(23), "zstd"),
}


@cases(READABLE)
def test_unusual_coding_is_read_at_once(case: tuple[bytes, str]) -> None:
    started = process_time()
    assert decoded(*case) == PAGE
    assert process_time() - started < 3


@pytest.mark.parametrize("size", [1, 7, len(GZIP), len(GZIP) + 1])
def test_members_are_read_from_chunks_of_any_size(size: int) -> None:
    assert decoded(GZIP + gzip.compress(b"more"), "gzip", size) == PAGE + b"more"


def test_size_between_layers_of_compression_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "_MAX_INTERMEDIATE", LIMIT)
    with pytest.raises(UnreadablePage, match="unpacks to more than 1,000,000 bytes"):
        decoded(gzip.compress(gzip.compress(b"") * 100_000, 1), "gzip, gzip")


FILES = {
    "file that is a bomb": File(
        gzip.compress(PAGE + bytes(30 << 20), 1), ["! the page has more than 1,000,000 bytes"]
    ),
    "file cut short": File(GZIP[:-20], ["! the compressed data is truncated"]),
    "file with a wrong checksum": File(GZIP[:-8] + bytes(8), ["! the compressed data is broken"]),
    "file with garbage behind": File(GZIP + b"garbage", [None]),
    "file called .gz that never was packed": File(PAGE, [None]),
}


@cases(FILES)
def test_compressed_file_is_read_or_refused(case: File, tmp_path: Path) -> None:
    check(tmp_path / "page.html.gz", case)
