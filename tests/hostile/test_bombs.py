"""Compressed data that is broken or expands to gigabytes is refused early, in little memory."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from time import process_time
from typing import TYPE_CHECKING

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard

from honbun.errors import FetchError, UnreadablePage
from honbun.inputs.fetch import decoding
from honbun.inputs.fetch.decoding import decode_body, join_bounded
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.inputs.options import ReadOptions
from tests.hostile.case import cases
from tests.hostile.neighbours import HEAD, TAIL, run
from tests.inputs.loopback import Internet, Site, reply
from tests.inputs.records import failures, packed, read, record, urls

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

HTML = HEAD + b"<p>one</p>" + TAIL
LIMIT = 1_000_000
TOO_LARGE = "more than 1,000,000 bytes; see --max-bytes"
GZIP = gzip.compress(HTML)
EMPTY = gzip.compress(b"")


def zeros(megabytes: int) -> bytes:
    packer = zlib.compressobj(wbits=31)
    piece = bytes(1 << 20)
    return b"".join([*(packer.compress(piece) for _ in range(megabytes)), packer.flush()])


BOMB = zeros(30)
BROTLI_BOMB = brotli.compress(bytes(30 << 20), quality=1)
ZSTD = zstandard.compress(HTML)
ZSTD_BOMB = zstandard.compress(bytes(30 << 20))
BLOCKS = 500
"""Blocks of 128 kB, each a repeated byte, which take four bytes."""
REPEATED = b"\x28\xb5\x2f\xfd\x00\x58" + ((1 << 20) + 2).to_bytes(3, "little") + b"\0"


def wide(log: int) -> bytes:
    """A frame whose decoder needs a window of 2 to this power bytes."""
    settings = zstandard.ZstdCompressionParameters(window_log=log)
    packer = zstandard.ZstdCompressor(compression_params=settings).compressobj()
    return packer.compress(HTML) + packer.flush()


BOMBS = {
    "gzip bomb": (BOMB, "gzip"),
    "deflate bomb": (zlib.compress(bytes(20 << 20), 1), "deflate"),
    "bare deflate bomb": (zlib.compress(bytes(20 << 20), 1)[2:-4], "deflate"),
    "Brotli bomb": (BROTLI_BOMB, "br"),
    "bomb in a bomb": (gzip.compress(gzip.compress(BOMB)), "gzip, gzip, gzip"),
    "Brotli bomb in gzip": (gzip.compress(BROTLI_BOMB), "br, gzip"),
    "Zstandard bomb": (ZSTD_BOMB, "zstd"),
    "Zstandard bomb of repeated bytes": (REPEATED[:6] + REPEATED[6:] * BLOCKS, "zstd"),
    "Zstandard bomb in many frames": (zstandard.compress(bytes(1000)) * 2000, "zstd"),
    "Zstandard bomb in gzip": (gzip.compress(ZSTD_BOMB), "zstd, gzip"),
}


@cases(BOMBS)
def test_bomb_is_refused_in_little_memory(case: tuple[bytes, str]) -> None:
    data, coding = case
    tracemalloc.start()
    with pytest.raises(UnreadablePage, match=TOO_LARGE):
        join_bounded(decode_body((data,), coding), LIMIT)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * LIMIT


BROKEN = {
    "gzip cut short": (GZIP[:-20], "gzip", "the compressed data is truncated"),
    "gzip with a wrong checksum": (GZIP[:-8] + bytes(8), "gzip", "the compressed data is broken"),
    "no gzip": (b"nothing of the kind", "gzip", "the compressed data is broken"),
    "Brotli cut short": (brotli.compress(HTML)[:-9], "br", "the compressed data is truncated"),
    "no Brotli": (b"\xff" * 99, "br", "the compressed data is broken"),
    "Brotli with garbage behind": (brotli.compress(HTML) + b"garbage", "br", "is broken"),
    "deflate cut short": (zlib.compress(HTML)[:-9], "deflate", "the compressed data is truncated"),
    "no deflate": (b"\xff" * 99, "deflate", "the compressed data is broken"),
    "Zstandard cut short": (ZSTD[:-9], "zstd", "the compressed data is truncated"),
    "no Zstandard": (b"\xff" * 99, "zstd", "the compressed data is broken"),
    "Zstandard with garbage behind": (ZSTD + b"garbage", "zstd", "is broken"),
    "Zstandard cut short in its second frame": (ZSTD + ZSTD[:3], "zstd", "is truncated"),
    "Zstandard that wants 128 MB": (wide(27), "zstd", "requires too much memory"),
    "coding of nonsense": (b"x", "rot13", "the content coding 'rot13' is not known"),
    "coded five times": (b"x", "gzip, " * 5, "the body is coded 5 times"),
}


@cases(BROKEN)
def test_broken_codings_are_reported(case: tuple[bytes, str, str]) -> None:
    data, coding, message = case
    with pytest.raises(UnreadablePage, match=message):
        join_bounded(decode_body((data,), coding), LIMIT)


def test_garbage_after_gzip_is_ignored() -> None:
    assert join_bounded(decode_body((GZIP + b"garbage",), "gzip"), LIMIT) == HTML


@pytest.mark.parametrize("size", [1, 7, len(GZIP), len(GZIP) + 1])
def test_members_are_read_from_chunks_of_any_size(size: int) -> None:
    whole = GZIP + gzip.compress(b"more")
    pieces = [whole[begin : begin + size] for begin in range(0, len(whole), size)]
    assert join_bounded(decode_body(pieces, "gzip"), LIMIT) == HTML + b"more"


def test_many_empty_gzip_members_are_read_quickly() -> None:
    started = process_time()
    assert join_bounded(decode_body((EMPTY * 200_000 + GZIP,), "gzip"), LIMIT) == HTML
    assert process_time() - started < 3


def test_many_empty_zstandard_frames_are_read_quickly() -> None:
    started = process_time()
    assert (
        join_bounded(decode_body((zstandard.compress(b"") * 100_000 + ZSTD,), "zstd"), LIMIT)
        == HTML
    )
    assert process_time() - started < 3


def test_zstandard_within_its_window_is_read() -> None:
    assert join_bounded(decode_body((wide(23),), "zstd"), LIMIT) == HTML


def test_size_between_layers_of_compression_is_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decoding, "_MAX_INTERMEDIATE", LIMIT)
    empties = gzip.compress(EMPTY * 100_000, 1)
    with pytest.raises(UnreadablePage, match="unpacks to more than 1,000,000 bytes"):
        join_bounded(decode_body((empties,), "gzip, gzip"), LIMIT)


FILES = {
    "gzip bomb": (BOMB, "more than 10,000,000 bytes; see --max-bytes"),
    "gzip cut short": (GZIP[:-20], "the compressed data is truncated"),
    "gzip with a wrong checksum": (GZIP[:-8] + bytes(8), "the compressed data is broken"),
    "no gzip": (b"nothing of the kind", "the compressed data is broken"),
}


@cases(FILES)
def test_broken_compressed_file_is_refused(
    case: tuple[bytes, str], honbun: Command, tmp_path: Path
) -> None:
    data, message = case
    [error] = run(honbun, tmp_path, {"hostile.html.gz": data}).errors
    assert "hostile.html.gz" in error
    assert message in error


def test_file_with_trailing_garbage_or_without_compression_is_read(
    honbun: Command, tmp_path: Path
) -> None:
    files = {"h1.html.gz": GZIP + b"garbage", "h2.html.gz": HTML.replace(b"one", b"two")}
    assert [row["text"] for row in run(honbun, tmp_path, files).rows] == ["one", "two"]


@cases(BOMBS)
def test_bomb_in_an_archive_is_skipped_and_reported(
    case: tuple[bytes, str], tmp_path: Path
) -> None:
    data, coding = case
    coded = f"Content-Type: text/html\r\nContent-Encoding: {coding}"
    found = read(
        tmp_path, b"".join([record("1"), record("2", data, http=coded), record("3")]), LIMIT
    )
    assert urls(found) == ["http://e.org/1", "http://e.org/3"]
    assert [failure.url for failure in failures(found)] == ["http://e.org/2"]


def test_bomb_between_the_members_of_an_archive_is_skipped(tmp_path: Path) -> None:
    first, last = packed([record("1"), record("3")])
    found = read(tmp_path, first + BOMB + last)
    assert urls(found) == ["http://e.org/1", "http://e.org/3"]
    [failure] = failures(found)
    assert failure.message == "no WARC record where one should begin"


@cases(BOMBS)
def test_bomb_from_a_server_is_refused(
    case: tuple[bytes, str], site: Site, internet: Internet
) -> None:
    data, coding = case
    site.answers["/"] = reply(data, Content_Encoding=coding)
    options = ReadOptions(robots=False, max_bytes=LIMIT)
    with (
        Fetcher(options, resolve=internet.resolve) as fetcher,
        pytest.raises(FetchError, match=TOO_LARGE),
    ):
        fetcher.fetch(site.url("/"))
