"""What holds for all tests."""

from __future__ import annotations


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes are named by their length: compressed ones differ from second to second, and two
    workers would not agree on the names of the tests."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None
