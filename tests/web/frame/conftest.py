"""The frame in a page of its own, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web import stage
from tests.web.complaints import complaints
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a page around the frame."""
    with stage.running(stage.app()) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A window of its own for each test."""
    context = browser.new_context(viewport={"width": 800, "height": 620}, has_touch=True)
    yield context
    context.close()


@pytest.fixture
def at(context: BrowserContext, url: str) -> Iterator[Stage]:
    """The frame in its page; whatever the browser complains of fails the test."""
    tab = context.new_page()
    complained = complaints(tab)
    yield Stage(tab, url)
    assert complained == []
