"""Hostile input through the real command: it ends, stays small, and harms no other page.

Every case is a folder of two normal pages and something hostile between them. A page may be
answered or refused; it may not crash, hang, fill the memory, or change what is found on the others.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import unicodedata
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytest.importorskip("resource")

HEAD = b"<!doctype html><html><head><meta charset=utf-8><title>Hostile</title></head><body>"
TAIL = b"</body></html>"
SECONDS = 60
"""The longest case takes five; the machine may be busy."""
MEMORY = 1 << 30

MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[2:], timeout=int(sys.argv[1]))
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit, file=sys.stderr)
sys.exit(done.returncode)
"""
"""Runs a command and adds its peak memory to standard error. A process of its own, because a child
inherits the peak of the process that starts it, and that of a test run is anything."""

Files = dict[str, bytes]
Row = dict[str, Any]


FEW = "only 3 pages of its kind to learn from"


@dataclass(frozen=True)
class Case:
    """Something hostile, and what may become of it."""

    name: str
    files: Callable[[], Files]
    text: str = ""
    """What its text must be, where it is answered."""
    reason: str | None = FEW
    """What its reason must be, where it is answered: with its two neighbours it makes three."""
    error: str | None = None
    """What standard error must say, where it is refused."""
    pages: int = 1
    """How many hostile pages there are."""


def page(body: bytes) -> Files:
    return {"hostile.html": HEAD + body + TAIL}


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


def jsonl(*rows: dict[str, str]) -> Files:
    return {"hostile.jsonl": "".join(json.dumps(row) + "\n" for row in rows).encode()}


JAPANESE = "髙橋さんは①番の㈱日本文字に勤めています。表示が化けてはいけない。"


def declaring(charset: str, encoding: str) -> Files:
    html = f"<html><head><meta charset={charset}><title>文字</title></head><body><p>{JAPANESE}"
    return {"hostile.html": html.encode(encoding)}


def bomb() -> bytes:
    packer = zlib.compressobj(wbits=31)
    zeros = bytes(1_000_000)
    return b"".join([*(packer.compress(zeros) for _ in range(200)), packer.flush()])


def unclosed() -> Files:
    tags = b"<div><b><i><a href=x><p><ul><li><table><tr><td><select><option>"
    return {
        "hostile.html": b"<html><head><title>open</title><body>" + tags * 1000 + b"<p>left <!--"
    }


def numbered(pattern: bytes, count: int) -> bytes:
    return b"".join(pattern % number for number in range(count))


NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text stands on the framed pages"
TOO_LARGE = "--max-bytes"
TOO_MANY = "elements"
LINES = "\n".join("x" * 400_000)

CASES = [
    # As deep and as many as named; a page may be refused for it.
    Case("nested div", lambda: page(b"<div>" * 1_000_000 + b"deep"), text="deep", error=TOO_MANY),
    Case("nested b", lambda: page(b"<b>" * 1_000_000 + b"deep"), text="deep", error=TOO_MANY),
    Case("paragraphs", lambda: page(b"<p>x" * 400_000), text=LINES),
    Case(
        "attributes", lambda: page(b"<p" + numbered(b" a%d=b", 100_000) + b">laden"), text="laden"
    ),
    Case(
        "options",
        lambda: page(b"<select>" + numbered(b"<option>%d", 100_000) + b"</select><p>chosen"),
        text="chosen",
    ),
    Case("comments", lambda: page(b"<!-- x -->" * 100_000 + b"<p>said"), text="said"),
    Case("entities", lambda: page(b"<p>" + b"&eacute;&#x3042;" * 50_000), text="éあ" * 50_000),
    Case("nested tables", lambda: page(b"<table><tr><td>" * 100_000 + b"deep"), text="deep"),
    Case(
        "names with a colon", lambda: page(b"<a:b><p>x</p></a:b>" * 100_000), text=LINES[:199_999]
    ),
    # Too large.
    Case("50 MB", lambda: page(b"<p>one more</p>\n" * 3_125_000), error=TOO_LARGE),
    Case("19 MB", lambda: page(b"<p>x</p>" * 2_375_000), error=TOO_LARGE),
    Case("gzip bomb", lambda: {"hostile.html.gz": bomb()}, error=TOO_LARGE),
    # No pages.
    Case("empty", lambda: {"hostile.html": b""}, reason=NO_TEXT),
    Case("PNG", lambda: {"hostile.html": png()}, error="this is a PNG image, not a web page"),
    Case("only NUL", lambda: {"hostile.html": bytes(100_000)}, error="binary data, not a web page"),
    Case(
        "truncated gzip",
        lambda: {"hostile.html.gz": gzip.compress(HEAD + b"<p>said" + TAIL)[:-20]},
        error="the gzip file is cut short",
    ),
    # Characters.
    Case("NUL", lambda: page(bytes(1000) + b"<p>nu\0ll" + bytes(100_000)), text="null"),
    Case("UTF-8 that says Shift_JIS", lambda: declaring("Shift_JIS", "utf-8"), text=JAPANESE),
    Case("cp932 that says UTF-8", lambda: declaring("utf-8", "cp932"), text=JAPANESE),
    Case(
        "lone surrogates",
        lambda: jsonl(
            {"url": "https://e.org/\ud800", "html": "<title>\udc00</title><p>half \ud83d"},
        ),
        text="half \ufffd",
    ),
    Case(
        "control characters in text",
        lambda: page(b"<h1>a\x01\x1b[31mb\x7f</h1><p>c\x08\x0c\xc2\x85\xef\xbf\xbf&#2;&#128;d"),
        text="a[31mb\nc €d",
    ),
    Case(
        "control characters in attributes",
        lambda: {
            "hostile.html": b"<html lang='e&#1;n'><title>a&#2;b</title><meta property=og:image "
            b"content='https://e.org/&#3;'><link rel=canonical href='https://e.org/&#27;[2J'><p>c"
        },
        text="c",
    ),
    # Nothing to show, or nothing closed.
    Case("unclosed", unclosed, text="left"),
    Case(
        "frameset",
        lambda: {"hostile.html": b"<frameset cols=9,*><frame src=a><noframes>no</noframes>"},
        reason=FRAMESET,
    ),
    Case(
        "only noscript",
        lambda: page(b"<noscript><p>without code</noscript>"),
        text="without code",
    ),
    Case("only template", lambda: page(b"<template><p>waits</template>"), reason=NO_TEXT),
    Case("only script", lambda: page(b"<script>'<p>code'</script>"), reason=NO_TEXT),
    # Small pages that unfold; an unclosed <b> is opened again in every paragraph after it.
    Case(
        "reopened formatting",
        lambda: page(numbered(b"<p><b class=c%d>", 4000) + b"<p>said"),
        text="said",
        error="open at a time",
    ),
    Case(
        "attributes of further bodies",
        lambda: page(numbered(b"<body a%d=b>", 10_000) + b"<p>said"),
        text="said",
        error="body or html tags",
    ),
    Case(
        "long paths",
        lambda: page(b"<div>" * 500 + b"<p>x" * 180_000),
        text=LINES[:359_999],
        error="deep on average",
    ),
    # Pages that are all the same.
    Case(
        "repeated",
        lambda: jsonl(
            *({"url": f"https://e.org/{n}", "html": "<h1>A</h1><p>Same."} for n in range(10_000))
        ),
        text="A\nSame.",
        pages=10_000,
    ),
]


def normal(name: str) -> bytes:
    return (
        f"<!doctype html><title>The {name} story - Site</title><nav><a href=/>Home</a></nav>"
        f"<h1>The {name} story</h1><p>The {name} page tells of one thing only.</p>"
        "<footer>All rights reserved</footer>"
    ).encode()


def normal_text(name: str) -> str:
    return f"The {name} story\nThe {name} page tells of one thing only."


@dataclass(frozen=True)
class Run:
    """What a run of the command gave."""

    status: int
    rows: list[Row]
    errors: list[str]
    memory: int


def run(folder: Path) -> Run:
    command = [sys.executable, "-m", "honbun.cli.app", "extract", str(folder), "--quiet"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(SECONDS), *command],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    *errors, memory = done.stderr.splitlines()
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return Run(done.returncode, rows, errors, int(memory))


def shown(value: object) -> Iterator[str]:
    """Every text in a result."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from shown(inner)


def controls(text: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_hostile_input_harms_nobody(case: Case, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(normal("first"))
    (tmp_path / "z.html").write_bytes(normal("last"))
    for name, data in case.files().items():
        (tmp_path / name).write_bytes(data)

    result = run(tmp_path)

    assert [line for line in result.errors if not line.startswith("honbun: ")] == []
    assert result.memory < MEMORY
    first, *hostile, last = result.rows
    assert [normal_text("first"), normal_text("last")] == [first["text"], last["text"]]
    if hostile or case.error is None:
        assert (result.status, result.errors) == (0, [])
        assert [(case.text, case.reason)] * case.pages == [
            (row["text"], row["reason"]) for row in hostile
        ]
        assert set() == {c for row in hostile for text in shown(row) for c in controls(text)}
    else:
        assert result.status == 1
        (error,) = result.errors
        assert "hostile" in error
        assert case.error in error
