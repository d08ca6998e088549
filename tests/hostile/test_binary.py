"""Binary data is recognised and refused everywhere, and never shown as text."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

import pytest

from honbun.api import feed, posts
from honbun.errors import UnreadablePage
from honbun.html.sniff import sniff
from honbun.page import Page
from honbun.runner.run import Run
from tests.hostile.case import cases
from tests.hostile.neighbours import run

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.errors import Failure
    from tests.cli.conftest import Command


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return len(data).to_bytes(4, "big") + kind + data + checksum.to_bytes(4, "big")

    pixels = zlib.compress(b"".join(b"\0" + bytes(range(48)) for _ in range(16)))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", bytes.fromhex("00000010000000100802000000"))
        + chunk(b"IDAT", pixels)
        + chunk(b"IEND", b"")
    )


def random_bytes(size: int) -> bytes:
    return random.Random(7).randbytes(size)


BINARY = {
    "PNG": (png(), "a PNG image"),
    "PDF": (b"%PDF-1.7\n<</Type/Catalog>>", "a PDF document"),
    "ZIP": (b"PK\x03\x04" + random_bytes(2000), "a ZIP archive"),
    "ELF": (b"\x7fELF\x02\x01\x01" + bytes(2000), "a program"),
    "old Word": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "an old Office document"),
    "video": (b"\0\0\0\x14ftypisom" + bytes(600), "a video"),
    "Zstandard": (b"\x28\xb5\x2f\xfd" + random_bytes(600), "Zstandard data"),
    "gzip in a file that says HTML": (b"\x1f\x8b\x08" + random_bytes(600), "gzip data"),
    "only NUL": (bytes(100_000), "binary data"),
    "random bytes": (random_bytes(50_000), "binary data"),
    "random bytes with brackets": (
        b"<" + random_bytes(30) + b"<x<9" + random_bytes(5_000),
        "binary data",
    ),
}


@cases(BINARY)
def test_type_of_binary_data_is_detected(case: tuple[bytes, str]) -> None:
    data, kind = case
    with pytest.raises(UnreadablePage, match=f"^this is {kind}, not a web page$"):
        Page(data).parse()


def test_binary_file_is_skipped_and_reported(honbun: Command, tmp_path: Path) -> None:
    files = {f"hostile{n}.html": data for n, (data, _) in enumerate(BINARY.values())}
    done = run(honbun, tmp_path, files)
    assert done.rows == []
    for name, (_, kind) in zip(files, BINARY.values(), strict=True):
        assert any(
            error.endswith(f"{name}: this is {kind}, not a web page") for error in done.errors
        )


def test_binary_data_is_refused_by_every_function() -> None:
    page = Page(png(), url="https://a.example/")
    failures: list[Failure] = []
    assert list(posts([page], run=Run(on_failure=failures.append))) == []
    assert [failure.message for failure in failures] == ["this is a PNG image, not a web page"]
    with pytest.raises(UnreadablePage):
        feed(page)


def test_random_bytes_are_seldom_taken_for_a_page() -> None:
    generator = random.Random(1)
    assert sum(sniff(generator.randbytes(2000)) is None for _ in range(1000)) < 30


def test_page_with_invalid_bytes_is_a_page() -> None:
    assert sniff(b"<html><p>" + random_bytes(1000)) is None
    for encoding in ("utf-16-le", "utf-16-be", "utf-16", "iso-2022-jp"):
        assert sniff("<html><p>本文です。</p>".encode(encoding)) is None
