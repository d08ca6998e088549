"""Inspecting pages in a real browser when something goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from honbun.errors import Failure
from tests.web.inspect.conftest import harbour
from tests.web.inspect.pages import SITE
from tests.web.inspect.serving import Inspecting, inspecting
from tests.web.window import renew, window

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, Route

FERRY, BORROWER = 0, 4
SILENT = "The server did not answer."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspecting]:
    """A server with a small site, judged and compared already."""
    pages = harbour(tmp_path_factory.mktemp("harbour"))
    with inspecting(pages) as server:
        pages.contents.wait()
        server.opened.rooms("given").pairs.found.wait()
        yield server
    pages.close()


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A tab for all tests, and what its scripts do not catch."""
    with window(browser) as tab:
        uncaught: list[str] = []
        tab.on("pageerror", lambda error: uncaught.append(str(error)))
        yield tab, uncaught


@pytest.fixture
def tab(watched: tuple[Page, list[str]]) -> Iterator[Page]:
    """The tab; what its scripts do not catch fails the test."""
    tab, uncaught = watched
    uncaught.clear()
    yield tab
    renew(tab)
    assert uncaught == []


@pytest.fixture(scope="module")
def still(browser: Browser) -> Iterator[Page]:
    """A tab without JavaScript."""
    with window(browser, java_script_enabled=False) as tab:
        yield tab


def refuse(route: Route) -> None:
    route.fulfill(status=422, body="the page cannot be read: too deep\n")


def trouble(tab: Page, room: str) -> Locator:
    return tab.locator(f"#panel-{room}").get_by_role("alert")


def test_the_keyboard_keeps_its_place_at_the_switch(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator(".method")).to_contain_text("by the collection")
    tab.get_by_label("The whole collection").focus()
    for key, label, method in (
        ("ArrowRight", "This page alone", "Judged alone"),
        ("ArrowLeft", "The whole collection", "by the collection"),
    ):
        tab.keyboard.press(key)
        expect(tab.locator(".method")).to_contain_text(method)
        expect(tab.get_by_label(label)).to_be_focused()


def test_the_switch_stays_where_a_page_cannot_be_judged_alone(
    tab: Page, server: Inspecting
) -> None:
    tab.route("**/content?alone", refuse)
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    tab.get_by_label("This page alone").check()
    expect(trouble(tab, "content")).to_have_text("the page cannot be read: too deep")
    tab.get_by_label("The whole collection").check()
    expect(tab.locator(".method")).to_contain_text("by the collection")


def test_without_javascript_the_viewer_says_so_where_the_page_would_be(
    still: Page, server: Inspecting
) -> None:
    still.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(still.locator("#drawing")).to_be_hidden()
    hint = still.locator("#stage noscript p")  # not by its text: Playwright looks into no noscript
    expect(hint).to_contain_text("needs JavaScript")
    expect(hint).to_be_in_viewport()


def test_without_javascript_the_list_says_that_a_reload_helps(
    still: Page, server: Inspecting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hint = still.locator("main noscript p")
    still.goto(f"{server.url}/inspect/given")
    expect(hint).to_have_count(0)  # all is known
    pages = harbour(tmp_path)
    monkeypatch.setattr(pages.contents, "begin", lambda: None)
    with inspecting(pages) as judging:
        still.goto(f"{judging.url}/inspect/given")
        expect(hint).to_be_visible()
        expect(hint).to_contain_text("reload it")
    pages.close()


def test_the_list_asks_again_where_the_server_was_silent(tab: Page, server: Inspecting) -> None:
    tab.route("**/inspect/data/**", lambda route: route.abort())
    tab.goto(f"{server.url}/inspect/given")
    expect(tab.locator("#progress")).to_contain_text(SILENT)
    tab.unroute("**/inspect/data/**")
    expect(tab.locator("#progress")).to_have_text("7 of 7 pages judged")


def test_the_list_tells_of_a_collection_that_was_forgotten(tab: Page, server: Inspecting) -> None:
    tab.route("**/inspect/data/**", lambda route: route.fulfill(status=404, body="gone now\n"))
    tab.goto(f"{server.url}/inspect/given")
    expect(tab.locator("#progress")).to_have_text("gone now")


def test_pages_that_fail_while_they_are_judged_are_counted(
    tab: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = harbour(tmp_path)
    begin = pages.contents.begin
    monkeypatch.setattr(pages.contents, "begin", lambda: None)
    with inspecting(pages) as server:
        tab.goto(f"{server.url}/inspect/given")
        failed = tab.locator("#failed")
        expect(failed).to_be_hidden()
        pages.failures.append(Failure("z1.html", None, "extract", "too deep"))
        begin()
        expect(failed.locator("summary")).to_have_text("1 could not be read or judged")
        failed.locator("summary").click()
        failed.get_by_role("link", name="reload the list").click()
        failed.locator("summary").click()
        expect(failed.get_by_role("listitem")).to_contain_text(["too deep"])
        expect(failed.get_by_role("link")).to_be_hidden()
    pages.close()


def test_a_page_that_cannot_be_drawn_is_still_told_of(tab: Page, server: Inspecting) -> None:
    tab.route("**/pages/given/*", refuse)
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator("#drawing")).to_have_text("the page cannot be read: too deep")
    expect(tab.locator(".legend")).to_be_visible()
    tab.keyboard.press("j")
    reason = tab.get_by_role("region", name="Why")
    expect(reason).to_contain_text("Not content")
    expect(reason).not_to_contain_text("picture")
    tab.get_by_role("tab", name="Posts").click()
    expect(tab.locator("#panel-posts .nothing")).to_be_visible()


def test_a_room_that_was_entered_early_waits_for_the_page(tab: Page, server: Inspecting) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    tab.route("**/pages/given/*", hold)
    tab.goto(f"{server.url}/inspect/given/{FERRY}?room=posts")
    expect(tab.locator("#drawing")).to_have_text("The page is being drawn…")
    tab.get_by_role("tab", name="Content").click()
    expect(tab.get_by_role("tabpanel", name="Content")).to_be_visible()
    held[0].continue_()
    expect(tab.locator(".legend")).to_be_visible()
    tab.keyboard.press("j")
    expect(tab.get_by_role("region", name="Why")).to_contain_text("Front page")


def test_a_second_page_that_cannot_be_drawn_says_why(tab: Page, server: Inspecting) -> None:
    tab.route(f"**/pages/given/{BORROWER}", refuse)
    tab.goto(f"{server.url}/inspect/given/{FERRY}?room=similar&with={BORROWER}")
    expect(tab.locator("#other figcaption")).to_contain_text("cannot be read: too deep")
    expect(tab.locator("#other iframe")).to_be_hidden()
    expect(tab.locator("#panel-similar .entry")).to_have_count(3)


def test_files_that_are_left_out_are_named(tab: Page, server: Inspecting, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("notes.txt", *SITE)]
    for file in files:
        file.write_text(SITE.get(file.name, "no page"))
    tab.goto(f"{server.url}/inspect")
    tab.get_by_label("Choose files").set_input_files(files)
    expect(tab.locator("#state")).to_contain_text("Left out, as it is no page: notes.txt.")
    expect(tab.get_by_role("link", name="Look at what was opened")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator("#progress")).to_have_text("4 of 4 pages judged")


def test_many_files_that_are_left_out_are_counted(
    tab: Page, server: Inspecting, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(8)]
    for file in files:
        file.write_text("no page")
    tab.goto(f"{server.url}/inspect")
    tab.get_by_label("Choose files").set_input_files(files)
    expect(tab.locator("#refused")).to_have_text(
        "None of these is a page: 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 3 more"
    )


def test_how_much_is_shared_does_not_contradict_the_shares(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}?room=similar")
    relation = tab.locator(".relation").first
    expect(relation).to_contain_text("most of both pages is the same")
    expect(relation).not_to_contain_text("identical")
    expect(relation.get_by_title("identical: more than 60% of both pages")).to_be_visible()


def test_a_server_that_died_is_told_of_in_every_room(tab: Page, server: Inspecting) -> None:
    tab.goto(f"{server.url}/inspect/given/{FERRY}")
    expect(tab.locator(".legend")).to_be_visible()
    tab.route("**/inspect/data/**", lambda route: route.abort())
    for room in ("posts", "list", "similar"):
        tab.locator(f"#tab-{room}").click()
        expect(trouble(tab, room)).to_have_text(SILENT)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://", "not a URL: no host is named: http://"),
        ("javascript:alert(1)", "not a URL: https://javascript:alert(1)"),
    ],
)
def test_what_is_no_address_is_told_in_words(
    tab: Page, server: Inspecting, address: str, said: str
) -> None:
    tab.goto(f"{server.url}/inspect")
    tab.get_by_label("Address of the page").fill(address)
    tab.get_by_role("button", name="Inspect").click()
    expect(tab.get_by_role("alert")).to_have_text(said)
