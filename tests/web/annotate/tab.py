"""The annotation tool in a tab, as a person uses it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.web.browsing import complaints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

    from tests.web.serving import Server

_SOON = 10.0
"""Seconds, on a busy machine."""


class Tab:
    """The tab of an annotator."""

    def __init__(self, page: Page, server: Server, by: str) -> None:
        self.page = page
        self.server = server
        self.by = by

    def open(self, n: int) -> None:
        """Open the tool on a page."""
        self.page.goto(f"{self.server.url}/annotate/{n}?by={self.by}")
        self.ready()

    def ready(self) -> None:
        """Wait until the page is drawn."""
        expect(self.page.locator("#state")).not_to_be_empty()
        expect(self.page.locator("#page")).not_to_have_attribute("aria-busy", "true")

    def block(self, text: str) -> Locator:
        """A block on the page, by its text."""
        return self.page.frame_locator("#page").get_by_text(text).last

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def kind(self, name: str) -> None:
        """Choose a kind from the toolbar, by mouse."""
        self.page.locator(".kind", has_text=name).click()

    def drag(self, one: str, other: str) -> None:
        """Drag from one block to another."""
        self.block(one).hover()
        self.page.mouse.down()
        self.block(other).hover()
        self.page.mouse.up()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def shows(self, text: str) -> None:
        """The line below the page shows this text."""
        expect(self.page.locator("#text")).to_have_text(text)

    def chip(self, kind: str | None) -> None:
        """Wait until the block under the pointer has this label."""
        chip = self.page.locator("#chip")
        if kind is None:
            expect(chip).to_be_hidden()
        else:
            expect(chip).to_have_text(kind)

    def saved(self) -> None:
        expect(self.page.locator("#saved")).to_have_text("saved")

    def labels(self, n: int) -> dict[str, str]:
        """The labels on the server, by the beginning of each block."""
        self.saved()
        labels = self.server.page_labels(n, self.by)["labels"]
        texts = self.server.get(f"/pages/given/{n}").json()["blocks"]["text"]
        return {texts[int(block)][:12]: kind for block, kind in labels.items()}

    def labelled(self, n: int, labels: dict[str, str]) -> None:
        """The server comes to have these, by how the blocks begin: what is done on the page is
        heard of a little later, and saved later still."""
        end = time.monotonic() + _SOON
        while (found := self.labels(n)) != labels and time.monotonic() < end:
            self.page.wait_for_timeout(10)
        assert found == labels


@contextmanager
def annotator(
    browser: Browser, server: Server, by: str, *, complains: bool = False, **options: Any
) -> Iterator[Tab]:
    """The browser of an annotator; console errors fail the test unless `complains` is set."""
    context = browser.new_context(**options) if options else _left(browser)
    page = context.new_page()
    page.set_default_timeout(10_000)
    complained = complaints(page)
    yield Tab(page, server, by)
    if options:
        context.close()
    else:
        page.evaluate("() => localStorage.clear()")
        for one in context.pages:
            one.close()
    assert complains or not complained, complained


def _left(browser: Browser) -> BrowserContext:
    """An unused window if there is one, which is cheaper than a new one."""
    return next((one for one in browser.contexts if not one.pages), None) or browser.new_context()
