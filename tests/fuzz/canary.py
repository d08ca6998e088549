"""A target that is broken on purpose: whoever tries it must find it out, or finds nothing."""

from __future__ import annotations

from tests.fuzz import readback
from tests.fuzz.target import Target


def forgetful(data: bytes) -> None:
    """A writer of XML that forgets one of the characters that must be escaped."""
    said = data.decode("latin-1").replace("<", "&lt;")
    shown = "".join(char for char in said if char.isprintable())
    readback.xml(f"<p>{shown}</p>".encode())


CANARY = Target("a broken writer", forgetful, seeds=lambda: (b"a < b",))
