"""A server with the annotation tool on a small site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.annotate.serving import Annotating, annotating
from tests.web.annotate.site import SITE
from tests.web.annotate.tab import Tab, annotator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Annotating]:
    """The tool, and nothing labelled yet."""
    with annotating(SITE, tmp_path / "harbour.labels") as server:
        yield server


@pytest.fixture
def ann(browser: Browser, desk: Annotating) -> Iterator[Tab]:
    """Ann, on the first page."""
    with annotator(browser, desk, "Ann") as tab:
        tab.open(0)
        yield tab
