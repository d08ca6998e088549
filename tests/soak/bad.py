"""Bad inputs in full size: what the tests of tests/hostile try in small.

Pages of 50 MB that may be read, nesting at the limit, bombs of a gigabyte, collections of 10,000
copies. Each runs as a command of its own, so that time and memory are its own too.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from tests.soak.part import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

_MEMORY = 4 << 30
"""Bytes that no run may take: a page of 50 MB takes most, three gigabytes."""
_LONGEST = 300.0
_MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[2:], timeout=float(sys.argv[1]), stdout=subprocess.DEVNULL)
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit, file=sys.stderr)
sys.exit(done.returncode)
"""


def _bomb(path: Path) -> None:
    packer = zlib.compressobj(9, wbits=31)
    with path.open("wb") as file:
        for _ in range(1024):
            file.write(packer.compress(bytes(1 << 20)))
        file.write(packer.flush())


def _archive(path: Path) -> None:
    """A record of a gigabyte, which says so, packed to a megabyte."""
    packer = zlib.compressobj(9, wbits=31)
    header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    opening = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/\r\n"
        b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
    ) % (len(header) + (1 << 30))
    with path.open("wb") as file:
        file.write(packer.compress(opening + header))
        for _ in range(1024):
            file.write(packer.compress(bytes(1 << 20)))
        file.write(packer.compress(b"\r\n\r\n") + packer.flush())


def _copies(html: str, count: int = 10_000) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        with path.open("w") as file:
            for n in range(count):
                page = {"url": f"https://e.org/{n}", "html": html.replace("NUMBER", str(n))}
                file.write(json.dumps(page) + "\n")

    return write


def _page(body: bytes) -> Callable[[Path], None]:
    return lambda path: (path.write_bytes(b"<!doctype html><title>x</title>" + body), None)[1]


_SAME = "<title>A</title><h1>A</h1><p>The same words stand on every page of the collection."
_OTHER = "<title>NUMBER</title><h1>About NUMBER</h1><p>What page NUMBER says, no other does."
INPUTS: dict[str, tuple[str, Callable[[Path], None], tuple[str, ...], int]] = {
    "page of 50 MB": (
        "a.html",
        _page(b"<p>one more word and another</p>\n" * 300 + b"<p>" + b"a word " * 7_100_000),
        ("extract", "--max-bytes", "60000000"),
        0,
    ),
    "450,000 open tags": ("a.html", _page(b"<div>" * 450_000 + b"deep"), ("extract",), 0),
    "100,000 nested tables": (
        "a.html",
        _page(b"<table><tr><td>" * 100_000 + b"deep"),
        ("extract",),
        0,
    ),
    "400,000 paragraphs": ("a.html", _page(b"<p>x" * 400_000), ("extract",), 0),
    "4 million marks": (
        "a.html",
        _page(b"<p>a" + "\u0301\u0316".encode() * 2_000_000),
        ("standard",),
        0,
    ),
    "bomb of a gigabyte": ("a.html.gz", _bomb, ("extract",), 1),
    "record of a gigabyte": ("a.warc.gz", _archive, ("extract",), 1),
    "10,000 copies": ("a.jsonl", _copies(_SAME), ("extract",), 0),
    "10,000 copies, as pairs": ("a.jsonl", _copies(_SAME), ("similar",), 0),
    "10,000 copies, as threads": ("a.jsonl", _copies(_SAME), ("posts",), 0),
    "10,000 empty pages": ("a.jsonl", _copies(""), ("extract",), 0),
    "10,000 pages that all differ": ("a.jsonl", _copies(_OTHER), ("extract",), 0),
}


def run(seconds: float) -> Outcome:
    """Every input in its turn, as far as the time goes."""
    end = time.monotonic() + seconds
    figures: dict[str, str] = {}
    faults: list[str] = []
    for name, (file, write, command, status) in INPUTS.items():
        left = end - time.monotonic()
        if left <= 0:
            figures[name] = "not reached"
            continue
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder) / file)
            figures[name] = _measured(name, folder, command, status, min(left, _LONGEST), faults)
    return Outcome(not faults, figures, tuple(faults))


def _measured(
    name: str, folder: str, command: tuple[str, ...], status: int, most: float, faults: list[str]
) -> str:
    """Seconds and memory of one run; what is wrong with it is added to the faults."""
    started = time.monotonic()
    arguments = [sys.executable, "-m", "honbun.cli.app", *command, folder, "--quiet"]
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, str(most), *arguments],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    took = time.monotonic() - started
    *errors, last = done.stderr.splitlines() or [""]
    if not last.isdigit():
        if took < most:  # else the time of all was over, which is no fault of this one
            faults.append(f"{name}: {last}")
        return f"not done within {most:.0f} s"
    if done.returncode != status or any(not line.startswith("honbun: ") for line in errors):
        faults.append(f"{name}: status {done.returncode}, {'; '.join(errors)[:200]}")
    if int(last) > _MEMORY:
        faults.append(f"{name}: {int(last) >> 20} MB of memory")
    return f"{took:.1f} s, {int(last) >> 20} MB"
