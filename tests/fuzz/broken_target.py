"""A target that is broken on purpose, to check that the fuzzer detects failures."""

from __future__ import annotations

from tests.fuzz import readback
from tests.fuzz.target import Target


def write_unescaped(data: bytes) -> None:
    """Write XML and leave one special character unescaped."""
    text = data.decode("latin-1").replace("<", "&lt;")
    printable = "".join(char for char in text if char.isprintable())
    readback.xml(f"<p>{printable}</p>".encode())


BROKEN_TARGET = Target("a broken writer", write_unescaped, seeds=lambda: (b"a < b",))
