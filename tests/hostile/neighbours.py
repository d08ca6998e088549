"""Two ordinary pages with hostile files between them, whose results must not change."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Command

HEAD = b"<!doctype html><html><head><meta charset=utf-8><title>Hostile</title></head><body>"
TAIL = b"</body></html>"

Files = dict[str, bytes]
Row = dict[str, Any]


def page(body: bytes) -> Files:
    return {"hostile.html": HEAD + body + TAIL}


def numbered(pattern: bytes, count: int) -> bytes:
    return b"".join(pattern % number for number in range(count))


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
    """The rows and errors of the hostile pages."""

    rows: list[Row]
    errors: list[str]


def run(honbun: Command, folder: Path, files: Files, *options: str) -> Run:
    """Run the command on the files and two ordinary pages, and check the results of those."""
    (folder / "a.html").write_bytes(normal("first"))
    (folder / "z.html").write_bytes(normal("last"))
    for name, data in files.items():
        (folder / name).write_bytes(data)
    done = honbun("extract", folder, "--quiet", *options)
    errors = done.err.splitlines()
    assert [line for line in errors if not line.startswith("honbun: ")] == []
    assert done.status == (1 if errors else 0)
    first, *hostile, last = map(json.loads, done.out.splitlines())
    assert [normal_text("first"), normal_text("last")] == [first["text"], last["text"]]
    assert set() == {c for row in hostile for text in texts(row) for c in controls(text)}
    return Run(hostile, errors)


def texts(value: object) -> Iterator[str]:
    """Every string in a result."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts(inner)


def controls(text: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"}
