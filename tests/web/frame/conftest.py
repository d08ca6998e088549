"""The frame in its own page, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web import stage
from tests.web.browsing import complaints, reset, window
from tests.web.running import running
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

SIZE: ViewportSize = {"width": 800, "height": 620}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a page around the frame."""
    with running(stage.app()) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A separate window for each test."""
    context = browser.new_context(viewport=SIZE, has_touch=True)
    yield context
    context.close()


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A tab for all tests, and its console errors."""
    with window(browser, has_touch=True) as tab:
        yield tab, complaints(tab)


@pytest.fixture
def at(watched: tuple[Page, list[str]], url: str) -> Iterator[Stage]:
    """The frame in its page; console errors fail the test."""
    tab, complained = watched
    complained.clear()
    tab.set_viewport_size(SIZE)
    yield Stage(tab, url)
    reset(tab)
    assert complained == []
