"""What a browser complains of while a test runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_NO_FAULT = "Autofocus processing was blocked"
"""Who types before the page has set its focus keeps it, and Chromium remarks on that."""


def complaints(tab: Page) -> list[str]:
    """A list that fills with what the browser says of the pages in a tab."""
    said: list[str] = []

    def hear(text: str) -> None:
        if not text.startswith(_NO_FAULT):
            said.append(text)

    tab.on("console", lambda message: hear(message.text))
    tab.on("pageerror", lambda error: hear(str(error)))
    return said
