"""A server with the annotation tool on a small site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.annotate.site import SITE
from tests.web.annotate.tab import Tab, annotator
from tests.web.serving import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def project() -> Iterator[Server]:
    """One server for all tests."""
    with serving(SITE) as server:
        server.analysis().collection.contents.wait(60)
        yield server


@pytest.fixture
def server(project: Server) -> Iterator[Server]:
    """The server without any labels; the labels of a test are deleted."""
    yield project
    for file in project.labels.parent.glob("labels*"):
        file.unlink()


@pytest.fixture
def ann(browser: Browser, server: Server) -> Iterator[Tab]:
    """Ann, on the first page."""
    with annotator(browser, server, "Ann") as tab:
        tab.open(0)
        yield tab
