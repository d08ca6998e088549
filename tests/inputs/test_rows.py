"""Pages and pairs in JSON Lines."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from honbun.errors import Failure, InputError
from honbun.inputs.json_rows import read_identical
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import File, read_file, read_source
from honbun.inputs.source import Source
from honbun.inputs.unpack import stream
from honbun.page import Page

if TYPE_CHECKING:
    from typing import BinaryIO


def read(data: bytes, max_bytes: int = 1000) -> list[Page | Failure]:
    return read_stream(cast("BinaryIO", io.BytesIO(data)), max_bytes)


def read_stream(file: BinaryIO, max_bytes: int = 1000) -> list[Page | Failure]:
    options = ReadOptions(max_bytes=max_bytes)
    return list(read_source(Source(stream(file), b"", "p.jsonl", Path("p.jsonl"), options)))


def read_path(path: Path) -> list[Page | Failure]:
    return list(read_file(File(path, Path(path.name), "p.jsonl"), ReadOptions(max_bytes=1000)))


def page(line: int, url: str | None, html: str) -> Page:
    return Page(html, url=url, source=f"p.jsonl:{line}")


def failure(outcome: Page | Failure) -> tuple[str, str]:
    assert isinstance(outcome, Failure)
    assert outcome.step == "read"
    return outcome.source, outcome.message


def test_each_line_is_a_page() -> None:
    lines = b'{"url": "http://e.org/1", "html": "<p>\xe6\x97\xa5"}\r\n\n{"html": "x", "url": null}'
    assert read(lines) == [page(1, "http://e.org/1", "<p>日"), page(3, None, "x")]


def test_byte_order_mark_is_skipped() -> None:
    assert read(b'\xef\xbb\xbf{"url": "u", "html": "x"}\n') == [page(1, "u", "x")]


def test_failure_has_the_url_if_it_is_known() -> None:
    (outcome,) = read(b'{"url": "u"}')
    assert outcome.url == "u"


def test_a_lone_surrogate_in_a_url_is_replaced() -> None:
    assert read(b'{"url": "u\\ud800", "html": "x"}') == [page(1, "u\ufffd", "x")]


def test_too_large_page_is_reported_with_its_size() -> None:
    (outcome,) = read('{"url": "u", "html": "日日"}'.encode(), max_bytes=5)
    assert failure(outcome) == (
        "p.jsonl:1",
        "the page has 6 bytes, more than the 5 of --max-bytes",
    )


def test_endless_line_is_skipped_without_memory() -> None:
    class Endless(io.RawIOBase):
        """A line of 30 MB, then a good one."""

        left = 30_000_000
        good = b'\n{"url": "u", "html": "x"}\n'

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            if self.left > 0:
                size = min(len(buffer), self.left)
                self.left -= size
                buffer[:size] = b"x" * size
                return size
            size = len(self.good)
            buffer[:size] = self.good
            self.good = b""
            return size

    first, second = read_stream(io.BufferedReader(cast("Any", Endless()), 1 << 20))
    assert failure(first) == (
        "p.jsonl:1",
        "the line has 30,000,001 bytes, more than the 67,536 that --max-bytes allows for",
    )
    assert second == page(2, "u", "x")


def test_gzip_file_is_decompressed(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"html": "x"}\n') + gzip.compress(b'{"html": "y"}\n'))
    outcomes = read_path(path)
    assert outcomes == [page(1, None, "x"), page(2, None, "y")]


def test_truncated_gzip_file_gives_its_complete_lines(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"html": "x"}\n') + gzip.compress(b'{"html": "y"}\n')[:-15])
    first, second = read_path(path)
    assert first == page(1, None, "x")
    assert failure(second)[0] == "p.jsonl:2"
    assert "cannot be read further" in failure(second)[1]


def test_only_identical_pairs_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"a": "http://e.org/1", "b": "http://e.org/2", "extent": "identical", "overlap": 1}\n'
        "\n"
        '{"a": "http://e.org/1", "b": "http://e.org/3", "extent": "contained"}\n'
        '{"extent": "identical", "b": "http://e.org/4", "a": "http://e.org/2"}\n'
    )
    assert list(read_identical(path)) == [
        ("http://e.org/1", "http://e.org/2"),
        ("http://e.org/2", "http://e.org/4"),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("<html>", r"pairs.jsonl:2: the line is not JSON"),
        ("[1]", r"pairs.jsonl:2: not a pair"),
        ('{"a": "x", "extent": "identical"}', r"pairs.jsonl:2: not a pair"),
        ('{"a": "x", "b": 3, "extent": "identical"}', r"pairs.jsonl:2: not a pair"),
        ('{"url": "x", "html": ""}', r"pairs.jsonl:2: not a pair"),
    ],
)
def test_line_that_is_not_a_pair_is_reported(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(f'{{"a": "x", "b": "y", "extent": "partial"}}\n{line}\n')
    with pytest.raises(InputError, match=message):
        list(read_identical(path))


@pytest.mark.parametrize("data", [b"a,b,overlap\n", b"PAR1\x15\x04\n", b"\x1f\x8b\x08"])
def test_other_formats_of_pairs_name_the_right_command(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "pairs"
    path.write_bytes(data)
    message = r"pairs: pairs are read as JSON Lines: honbun similar -o pairs\.jsonl$"
    with pytest.raises(InputError, match=message):
        list(read_identical(path))


def test_missing_pairs_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="gone: No such file or directory"):
        list(read_identical(tmp_path / "gone"))
