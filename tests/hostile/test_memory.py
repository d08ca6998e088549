"""A run of the command on the heaviest inputs finishes in bounded memory."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from tests.hostile.measured import measure
from tests.hostile.pages import HEAD
from tests.hostile.test_inputs import BOMB, BROTLI_BOMB
from tests.inputs.records import record

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("resource")

MEMORY = 700 << 20
"""Every run takes half of it: Python, DuckDB, the models."""


def coded(name: str, body: bytes, coding: str) -> bytes:
    return record(name, body, http=f"Content-Type: text/html\r\nContent-Encoding: {coding}")


def files() -> dict[str, bytes]:
    """The files of the run. Not a constant: 200 MB would stay until all tests have ended."""
    return {
        "a.html.gz": BOMB,
        "b.html": HEAD + b"<p>one more</p>\n" * 3_125_000,
        "c.html": HEAD + b"<div>" * 1_000_000,
        "d.html": HEAD + b"<div>" * 50_000 + b"deep",
        "e.html.gz": gzip.compress(HEAD + bytes(30 << 20), 1),
        "f.html.gz": gzip.compress(b"<p>" + b"x" * 9_000_000, 1)[:-20],
        "g.warc": coded("1", BOMB, "gzip") + coded("2", BROTLI_BOMB, "br"),
        "h.jsonl.gz": gzip.compress(b'{"html":"' + b"x" * 60_000_000 + b'"}\n', 1),
    }


REFUSED = [
    "a.html.gz: binary data",
    "b.html: the page has 50,000,0",
    "c.html: the page has about 1,000,0",
    "e.html.gz: the page has more than 10,000,000 bytes",
    "f.html.gz: the compressed data is truncated",
    "g.warc@0 (http://e.org/1): the page has more than 10,000,000 bytes",
    "(http://e.org/2): the page has more than 10,000,000 bytes",
    "h.jsonl.gz:1: the line has 60,000,0",
]


def test_bombs_and_deep_nesting_take_no_more_memory_than_pages(tmp_path: Path) -> None:
    for name, data in files().items():
        (tmp_path / name).write_bytes(data)
    done = measure(120, "extract", str(tmp_path), "--quiet")
    assert done.status == 1
    assert done.memory < MEMORY
    assert json.loads(done.output)["text"] == "deep"
    assert len(done.errors) == len(REFUSED)
    for message in REFUSED:
        assert any(message in error for error in done.errors), (message, done.errors)
