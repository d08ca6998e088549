"""A run of the command on the heaviest inputs finishes in bounded memory."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.hostile.pages import HEAD
from tests.hostile.test_inputs import BOMB, BROTLI_BOMB
from tests.inputs.records import record

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("resource")

MEMORY = 700 << 20
"""Every run takes half of it: Python, DuckDB, the models."""
SECONDS = 120
MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[2:], timeout=int(sys.argv[1]))
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit, file=sys.stderr)
sys.exit(done.returncode)
"""
"""Runs a command and writes its peak memory to stderr. This needs a separate process, because a
child inherits the peak of its parent, which for a test run may be any value."""


def coded(name: str, body: bytes, coding: str) -> bytes:
    return record(name, body, http=f"Content-Type: text/html\r\nContent-Encoding: {coding}")


FILES = {
    "b.html": HEAD + b"<p>one more</p>\n" * 3_125_000,
    "c.html": HEAD + b"<div>" * 1_000_000,
    "d.html": HEAD + b"<div>" * 50_000 + b"deep",
    "e.html.gz": BOMB,
    "f.html.gz": gzip.compress(b"<p>" + b"x" * 9_000_000)[:-20],
    "g.warc": coded("1", BOMB, "gzip") + coded("2", BROTLI_BOMB, "br"),
    "h.jsonl.gz": gzip.compress(b'{"html":"' + b"x" * 60_000_000 + b'"}\n'),
}
REFUSED = [
    "b.html: the page has 50,000,0",
    "c.html: the page has about 1,000,0",
    "e.html.gz: the page has more than 10,000,000 bytes",
    "f.html.gz: the compressed data is truncated",
    "g.warc@0 (http://e.org/1): the page has more than 10,000,000 bytes",
    "(http://e.org/2): the page has more than 10,000,000 bytes",
    "h.jsonl.gz:1: the line has 60,000,0",
]


def test_bombs_and_deep_nesting_take_no_more_memory_than_pages(tmp_path: Path) -> None:
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    command = [sys.executable, "-m", "honbun.cli.app", "extract", str(tmp_path), "--quiet"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(SECONDS), *command],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    *errors, memory = done.stderr.splitlines()
    assert done.returncode == 1
    assert int(memory) < MEMORY
    assert json.loads(done.stdout)["text"] == "deep"
    assert len(errors) == len(REFUSED)
    for message in REFUSED:
        assert any(message in error for error in errors), (message, errors)
