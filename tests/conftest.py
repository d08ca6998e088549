"""What holds for all tests."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import settings

from tests.web import chromium

if TYPE_CHECKING:
    import pytest

# A busy machine is no failure, and a landing must not hang on the luck of the draw; at the desk
# every run draws anew.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes are named by their length: compressed ones differ from second to second, and two
    workers would not agree on the names of the tests."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that need a browser are left out where there is none."""
    if chromium.find() is None:
        needing = [item for item in items if "browser" in getattr(item, "fixturenames", ())]
        items[:] = [item for item in items if item not in needing]
        config.hook.pytest_deselected(items=needing)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was left out is said, in one line."""
    if chromium.find() is None:
        terminalreporter.write_line(chromium.MISSING)
