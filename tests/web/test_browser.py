"""The start page in a real browser: reading a page, and subscribing to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import feedparser
import pytest
from playwright.sync_api import expect

from tests.inputs.loopback import reply
from tests.web.browsing import complaints
from tests.web.pages import EVENTS, NEWS, front
from tests.web.test_start import ARTICLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.inputs.loopback import Site
    from tests.web.conftest import Served


@pytest.fixture
def tab(browser: Browser, served: Served) -> Iterator[Page]:
    """A tab on the start page; console errors fail the test."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    tab = context.new_page()
    complained = complaints(tab)
    tab.goto(served.url)
    yield tab
    context.close()
    # Error statuses are expected in these tests.
    assert [line for line in complained if "responded with a status of" not in line] == []


def test_subscribing_to_a_page(
    tab: Page, browser: Browser, served: Served, site: Site, page: str
) -> None:
    own = "<link rel=alternate type='application/rss+xml' href='/own.xml' title='Our own feed'>"
    site.answers["/"] = reply(front(head=own))

    field = tab.get_by_label("Address of the page")
    expect(field).to_be_focused()
    tab.evaluate("text => navigator.clipboard.writeText(text)", page)
    field.press("Control+V")  # pasting is enough
    tab.get_by_role("navigation", name="What to show").get_by_role("link", name="Feed").click()
    items = tab.get_by_role("main").locator(".items h3")
    expect(items).to_have_text([title for title, _ in reversed(NEWS)])
    expect(tab.get_by_role("heading", name="This site already has a feed")).to_be_visible()
    expect(tab.get_by_role("link", name="Our own feed")).to_have_attribute("rel", "noreferrer")

    lists = tab.get_by_role("navigation", name="Which list?")
    lists.get_by_role("link", name=EVENTS[0]).click()
    expect(items).to_have_text(list(EVENTS))

    tab.get_by_role("button", name="Copy Atom address").click()
    expect(tab.get_by_role("status")).to_have_text("The address is copied.")
    address = tab.evaluate("() => navigator.clipboard.readText()")
    assert address == tab.get_by_role("textbox", name="Atom").input_value()

    opened = tab.request.get(address)
    feed = feedparser.parse(opened.body())
    assert (opened.status, feed.bozo, feed.version) == (200, False, "atom10")
    assert [entry.title for entry in feed.entries] == list(EVENTS)
    assert page in served.get("/opml").text


def test_copying_markdown(tab: Page, site: Site, page: str) -> None:
    site.answers["/ferry"] = reply(ARTICLE)
    tab.get_by_label("Address of the page").fill(f"{page}ferry")
    tab.get_by_role("button", name="Read").click()
    tab.get_by_role("button", name="Copy Markdown").click()
    expect(tab.get_by_role("status")).to_have_text("Markdown is copied.")
    copied = tab.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith("# The harbour ferry\n\nThe last ferry")


def test_the_keyboard_is_enough_also_after_an_error(tab: Page, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    field = tab.get_by_label("Address of the page")
    # A browser sets the focus when it first draws, a little after the page is there.
    expect(field).to_be_focused()
    tab.keyboard.type("ftp://a.example/")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("alert")).to_contain_text("only http and https")
    field.fill(page)
    tab.keyboard.press("Enter")
    expect(tab.locator("#markdown")).to_be_visible()
    views = tab.get_by_role("navigation", name="What to show")
    views.get_by_role("link", name="Feed").press("Enter")
    expect(tab.locator(".items h3")).to_have_count(len(NEWS))
    copy = tab.get_by_role("button", name="Copy RSS address")
    for _ in range(15):
        tab.keyboard.press("Tab")
        if copy.evaluate("node => node === document.activeElement"):
            break
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("status")).to_have_text("The address is copied.")


def test_a_folder_is_opened_and_inspected(tab: Page, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / "site" / name).mkdir(parents=True)
        (tmp_path / "site" / name / "page.html").write_text(
            ARTICLE.decode().replace("harbour", name)
        )
    (tmp_path / "site" / "notes.txt").write_text("no page")
    tab.get_by_label("Choose a folder").set_input_files(tmp_path / "site")
    expect(tab.locator("#state")).to_contain_text("Skipped, not a page: site/notes.txt.")
    tab.get_by_role("link", name="Show the opened pages").click()
    expect(tab.locator("#progress")).to_have_text("2 of 2 pages analysed")


def test_a_dropped_folder_is_read_with_its_folders(tab: Page) -> None:
    """Only people can drop a folder: here its entries are made by the script."""
    dropped = tab.evaluate_handle(
        """html => {
          const file = (name) => ({ isFile: true, fullPath: `/site${name}`,
            file: (found) => found(new File([html], name.split("/").at(-1))) });
          const folder = (children) => ({ isFile: false, createReader: () => {
            const parts = [children, []];
            return { readEntries: (read) => read(parts.shift()) }; } });
          const entry = folder([file("/1.html"), folder([file("/deep/2.html")])]);
          const event = new Event("drop", { bubbles: true, cancelable: true });
          event.dataTransfer = { types: ["Files"],
            items: [{ kind: "file", webkitGetAsEntry: () => entry, getAsFile: () => null }] };
          return event; }""",
        ARTICLE.decode(),
    )
    tab.evaluate("event => document.body.dispatchEvent(event)", dropped)
    tab.wait_for_url(re.compile("/inspect/[^/]+$"))
    expect(tab.locator("#progress")).to_have_text("2 of 2 pages analysed")
