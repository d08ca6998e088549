"""What the tool says and does when something does not go as it should, in a real browser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.annotate.serving import annotating
from tests.web.annotate.site import SITE
from tests.web.annotate.tab import Tab, annotator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Route

    from tests.web.annotate.serving import Annotating

TITLE = "The ferry is back"
FIRST = "After two winters in the yard the old ferry crosses the bay again."
SECOND = "It leaves at seven, and it takes bicycles."
ONLINE = "() => window.dispatchEvent(new Event('online'))"


@pytest.fixture
def tab(browser: Browser, desk: Annotating) -> Iterator[Tab]:
    """Ann, on the first page; her browser may complain of requests, never of errors of ours."""
    errors: list[str] = []
    with annotator(browser, desk, "Ann", complains=True) as tab:
        tab.page.on("pageerror", lambda error: errors.append(str(error)))
        tab.open(0)
        yield tab
    assert errors == []


def shift(tab: Tab, n: int, to: int) -> None:
    """From now on a page has the number that another has."""

    def moved(route: Route) -> None:
        old, new = f"/annotate/data/{n}", f"/annotate/data/{to}"
        route.continue_(url=route.request.url.replace(old, new))

    tab.page.route(f"**/annotate/data/{n}?*", moved)


def test_labels_never_go_to_another_page_that_has_the_number_now(tab: Tab) -> None:
    shift(tab, 0, 2)
    tab.block(FIRST).click()
    trouble = tab.page.locator("#trouble")
    expect(trouble).to_contain_text("Not saved (page 1): the collection has changed: reload")
    expect(tab.page.locator("#saved")).to_have_text("not saved")
    tab.chip(None)
    tab.press("d")
    expect(tab.page.locator("#title")).to_contain_text("What the market sells")
    expect(trouble).to_contain_text("Not saved (page 1)")
    assert [tab.desk.said(n, "Ann")["state"] for n in (0, 2)] == ["new", "new"]
    tab.block("Stalls").click()
    tab.saved()
    expect(trouble).to_be_hidden()


def test_page_that_was_fetched_before_others_came_is_not_shown(tab: Tab) -> None:
    shift(tab, 1, 2)
    tab.press("n")
    expect(tab.page.locator("#trouble")).to_have_text("The collection has changed: reload.")
    expect(tab.page.locator("#page")).to_have_attribute("aria-busy", "true")


def test_tab_that_is_looked_at_again_tells_that_the_collection_has_changed(tab: Tab) -> None:
    shift(tab, 0, 1)
    tab.page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    expect(tab.page.locator("#trouble")).to_contain_text("The collection has changed: reload")


def test_what_the_server_refuses_is_told_and_taken_back(tab: Tab) -> None:
    tab.page.route(
        "**/annotate/data/0?*",
        lambda route: (
            route.fulfill(status=413, body="too much\n")
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    tab.block(FIRST).click()
    trouble = tab.page.locator("#trouble")
    expect(trouble).to_have_text("Not saved (page 1): too much.")
    expect(tab.page.locator("#saved")).to_have_text("not saved")
    tab.chip(None)
    tab.page.unroute("**/annotate/data/0?*")
    tab.block(SECOND).click()
    tab.labelled(0, {"It leaves at": "body"})
    expect(trouble).to_be_hidden()


def test_what_comes_of_an_action_is_seen_and_heard(tab: Tab) -> None:
    tab.press("u")
    note = tab.page.locator(".note")
    for place in (note, tab.page.locator("#spoken")):
        expect(place).to_have_text("Nothing to undo.")
    expect(note).to_be_visible()
    tab.press("p")
    expect(note).to_have_text("This is the first page.")
    tab.press("j")
    expect(tab.page.locator("#spoken")).to_have_text("not labelled: Start")
    expect(note).to_have_text("This is the first page.")


def test_page_that_does_not_come_is_asked_for_until_it_does(tab: Tab) -> None:
    tab.block(FIRST).click()
    tab.saved()
    tab.page.route("**/annotate/data/1?*", lambda route: route.abort())
    tab.press("n")
    trouble = tab.page.locator("#trouble")
    expect(trouble).to_have_text("The server does not answer; trying again.")
    expect(tab.page.locator("#page")).to_be_hidden()
    for place in ("#state", "#text", "#chip"):
        expect(tab.page.locator(place)).not_to_be_visible()
    expect(tab.page.locator("[data-do=accept]")).to_be_disabled()
    tab.press("u", "r", "j", "w", "Enter", "0", "Delete", "a", "v", "Escape")
    tab.page.unroute("**/annotate/data/1?*")
    tab.page.evaluate(ONLINE)
    tab.ready()
    expect(tab.page.locator("#title")).to_contain_text("What the market sells")
    expect(trouble).to_be_hidden()
    tab.kind("Body")
    tab.block("Stalls").click()
    tab.labelled(1, {"Stalls stand": "body"})
    tab.labelled(0, {"After two wi": "body"})


def test_page_that_one_has_left_does_not_come_any_more(tab: Tab) -> None:
    tab.page.route("**/annotate/data/1?*", lambda route: route.abort())
    tab.press("n")
    expect(tab.page.locator("#trouble")).to_contain_text("The server does not answer")
    tab.press("n")
    expect(tab.page.locator("#title")).to_contain_text("Storm takes the pier")
    tab.ready()
    with tab.page.expect_response("**/annotate/data/1?*") as asked:
        tab.page.unroute("**/annotate/data/1?*")
        tab.page.evaluate("() => fetch('/annotate/data/1?by=Ann')")
    assert asked.value.ok
    expect(tab.page.locator("#title")).to_contain_text("Storm takes the pier")
    expect(tab.page.locator("#trouble")).to_be_hidden()


def test_undo_says_that_it_waits_for_the_server(tab: Tab) -> None:
    tab.block(FIRST).click()
    tab.saved()
    tab.page.route("**/annotate/data/0/undo?*", lambda route: route.abort())
    tab.press("u")
    note = tab.page.locator(".note")
    expect(note).to_have_text("Will be undone when the server answers.")
    tab.page.unroute("**/annotate/data/0/undo?*")
    tab.page.evaluate(ONLINE)
    expect(note).to_have_text("Undone.")
    tab.labelled(0, {})


def test_windows_side_by_side_show_the_same(tab: Tab) -> None:
    other = Tab(tab.page.context.new_page(), tab.desk, "Ann")
    other.open(0)
    other.block(FIRST).hover()
    tab.block(FIRST).click()
    other.chip("Body")
    other.kind("Title")
    other.block(FIRST).click()
    tab.chip("Title")


def test_window_that_is_looked_at_again_shows_what_was_done_elsewhere(tab: Tab) -> None:
    tab.block(FIRST).hover()
    tab.shows(FIRST)
    tab.desk.act(0, "Ann", {tab.desk.block(0, "After"): "caption"})
    tab.chip(None)
    tab.page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    tab.chip("Caption")


def test_key_0_is_an_eraser_and_delete_erases_at_once(tab: Tab) -> None:
    tab.drag(FIRST, SECOND)
    tab.block(FIRST).hover()
    tab.press("0")
    tab.chip("Body")
    expect(tab.page.locator("[name=kind]:checked")).to_have_value("")
    tab.block(SECOND).click()
    tab.labelled(0, {"After two wi": "body"})
    tab.block(FIRST).hover()
    tab.press("1", "Delete")
    tab.labelled(0, {})


def test_range_says_what_it_waits_for_and_is_over_after_one(tab: Tab) -> None:
    note, button = tab.page.locator(".note"), tab.button("Range")
    button.click()
    expect(note).to_have_text("Range: choose the first block.")
    tab.block(FIRST).click()
    expect(note).to_have_text("Range: choose the last block.")
    tab.block(SECOND).click()
    expect(note).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "false")
    tab.block(TITLE).click()
    tab.labelled(0, dict.fromkeys(["The ferry is", "After two wi", "It leaves at"], "body"))
    button.click()
    tab.press("n")
    expect(tab.page.locator("#title")).to_contain_text("What the market sells")
    expect(note).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_earlier_labels_are_not_offered_to_who_has_begun(browser: Browser, tmp_path: Path) -> None:
    storm = SITE[2]
    assert isinstance(storm.html, bytes)
    with annotating(SITE, tmp_path / "labels") as desk:
        desk.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    later = replace(storm, html=storm.html.replace(b"<h1>", b"<p>Corrected.</p><h1>"))
    with annotating([later], tmp_path / "labels") as desk, annotator(browser, desk, "Ann") as tab:
        tab.open(0)
        offer = tab.page.locator("#offer")
        expect(offer).to_be_visible()
        tab.block("Nobody was hurt").click()
        expect(offer).to_be_hidden()
        tab.labelled(0, {"Nobody was h": "body"})


def test_picture_is_told_by_its_words(tab: Tab) -> None:
    tab.page.frame_locator("#page").locator("img").hover()
    tab.shows("[picture: Ferry]")


def test_drag_that_ends_outside_the_page_is_over(tab: Tab) -> None:
    tab.block(FIRST).hover()
    tab.page.mouse.down()
    tab.block(SECOND).hover()
    tab.shows(f"2 blocks: {FIRST} · {SECOND}")
    tab.page.locator("#bar").hover(position={"x": 2, "y": 2}, force=True)
    tab.page.mouse.up()
    expect(tab.button("Undo")).to_be_enabled()
    labels = tab.labels(0)
    assert {"After two wi", "It leaves at"} <= labels.keys()
    tab.block(TITLE).hover()
    tab.shows(TITLE)
    tab.labelled(0, labels)


def test_drag_whose_end_nobody_told_us_of_is_over(tab: Tab) -> None:
    tab.block(FIRST).hover()
    tab.page.mouse.down()
    tab.block(SECOND).hover()
    tab.shows(f"2 blocks: {FIRST} · {SECOND}")
    tab.block(SECOND).evaluate(
        """(block) => {
          const { x, y } = block.getBoundingClientRect();
          const mouse = { pointerId: 1, pointerType: "mouse", bubbles: true, buttons: 0 };
          block.dispatchEvent(
            new PointerEvent("pointermove", { ...mouse, clientX: x + 5, clientY: y + 5 }),
          );
        }"""
    )
    expect(tab.button("Undo")).to_be_enabled()
    tab.labelled(0, {"After two wi": "body", "It leaves at": "body"})


def test_frame_that_does_not_come_is_told(browser: Browser, desk: Annotating) -> None:
    # All of a window has the clock: this one is nobody else's.
    with annotator(browser, desk, "Ann", complains=True, locale="en") as tab:
        tab.page.clock.install()
        tab.page.route("**/frame?*", lambda route: route.fulfill(status=200, body="nothing"))
        tab.page.goto(f"{desk.url}/annotate/0?by=Ann")
        expect(tab.page.locator("#page")).to_have_attribute("aria-busy", "true")
        tab.page.clock.run_for(20_000)
        expect(tab.page.locator("#trouble")).to_have_text("The page cannot be shown: reload.")
