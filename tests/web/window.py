"""One tab for the tests of a module, which is cheaper than one for each."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

_SIZE: ViewportSize = {"width": 1280, "height": 800}


@contextmanager
def window(browser: Browser, **options: Any) -> Iterator[Page]:
    """A tab in a window of its own."""
    context = browser.new_context(viewport=_SIZE, **options)
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def renew(tab: Page) -> None:
    """Take back what a test has set in a tab; what it shows goes when the next page comes."""
    tab.unroute_all(behavior="ignoreErrors")
    tab.emulate_media(color_scheme="null", reduced_motion="null")
    tab.set_viewport_size(_SIZE)
    tab.mouse.move(0, 0)
