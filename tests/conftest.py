"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A busy machine is no failure, and a landing must not hang on the luck of the draw; at the desk
# every run draws anew.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes are named by their length: compressed ones differ from second to second, and two
    workers would not agree on the names of the tests."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None
