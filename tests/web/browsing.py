"""Tabs of the browser, and what it complains about."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

_SIZE: ViewportSize = {"width": 1280, "height": 800}
_HARMLESS = "Autofocus processing was blocked"
"""Logged by Chromium when somebody types before the page has set its focus."""


@contextmanager
def window(browser: Browser, **options: Any) -> Iterator[Page]:
    """A tab in its own window."""
    context = browser.new_context(viewport=_SIZE, **options)
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def reset(tab: Page) -> None:
    """Undo what a test has set in a tab."""
    tab.unroute_all(behavior="ignoreErrors")
    tab.emulate_media(color_scheme="null", reduced_motion="null")
    tab.set_viewport_size(_SIZE)
    tab.mouse.move(0, 0)


def complaints(tab: Page) -> list[str]:
    """A list that fills with the console messages and errors of a tab."""
    found: list[str] = []

    def hear(text: str) -> None:
        if not text.startswith(_HARMLESS):
            found.append(text)

    tab.on("console", lambda message: hear(message.text))
    tab.on("pageerror", lambda error: hear(str(error)))
    return found
