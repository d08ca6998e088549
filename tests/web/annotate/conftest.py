"""A server with the annotation tool on a small site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.annotate.serving import Annotating, annotating
from tests.web.annotate.site import SITE
from tests.web.annotate.tab import Tab, annotator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Annotating]:
    """One server for all tests."""
    with annotating(SITE, tmp_path_factory.mktemp("harbour") / "labels") as server:
        yield server


@pytest.fixture
def server(project: Annotating) -> Iterator[Annotating]:
    """The server without any labels; the labels of a test are deleted."""
    yield project
    for file in project.labels.parent.glob("labels*"):
        file.unlink()


@pytest.fixture
def ann(browser: Browser, server: Annotating) -> Iterator[Tab]:
    """Ann, on the first page."""
    with annotator(browser, server, "Ann") as tab:
        tab.open(0)
        yield tab
