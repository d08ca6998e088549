"""Labelling in a real browser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from honbun.annotation.blocks import labellable_blocks
from honbun.annotation.model import Kind
from honbun.stores.labels import Labels
from tests.web.annotate.site import DATE, FIRST, HOSTILE, SECOND, SITE, TITLE
from tests.web.annotate.tab import Tab, annotator
from tests.web.serving import Server, serving

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Route

LABELS = {
    "The ferry is": "title",
    "3 hours ago": "date",
    "After two wi": "body",
    "It leaves at": "body",
}
ONLINE = "() => window.dispatchEvent(new Event('online'))"
FOCUS = "() => window.dispatchEvent(new Event('focus'))"
# The frame reports the pointer once per animation frame, so it has reported some frames later.
STILL = """() => new Promise((resolve) => {
  const look = (was, times) => requestAnimationFrame(() => {
    if (times === 3) resolve();
    else look(scrollY, scrollY === was ? times + 1 : 0);
  });
  look(-1, 0);
})"""


def expect_title(tab: Tab, text: str) -> None:
    expect(tab.page.locator("#title")).to_contain_text(text)
    tab.ready()


def shift(tab: Tab, n: int, to: int) -> None:
    """From now on, the number of a page means another page on the server."""

    def moved(route: Route) -> None:
        old, new = f"/annotate/data/{n}", f"/annotate/data/{to}"
        route.continue_(url=route.request.url.replace(old, new))

    tab.page.route(f"**/annotate/data/{n}?*", moved)


def test_a_page_is_labelled_by_mouse_and_continued_later(browser: Browser, server: Server) -> None:
    with annotator(browser, server, "Ann") as tab:
        tab.page.goto(f"{server.url}/annotate")
        tab.page.get_by_label("Your name").fill("Ann")
        tab.button("Begin").click()
        tab.page.get_by_role("link", name="Begin").click()
        tab.ready()
        tab.block(FIRST).hover()
        tab.shows(FIRST)
        tab.chip(None)
        tab.drag(FIRST, SECOND)
        tab.chip("Body")
        tab.kind("Title")
        tab.block(TITLE).click()
        tab.chip("Title")
        tab.kind("Date")
        tab.block(DATE).click()
        tab.labelled(0, LABELS)
        tab.button("Undo").click()
        expect(tab.button("Redo")).to_be_enabled()
        tab.labelled(0, {text: kind for text, kind in LABELS.items() if kind != "date"})
        tab.button("Redo").click()
        expect(tab.button("Redo")).to_be_disabled()
        tab.labelled(0, LABELS)
        tab.button("Next page").click()
        expect_title(tab, "What the market sells")
        tab.page.go_back()
        expect_title(tab, TITLE)
        assert server.page_labels(0, "Ann")["state"] == "begun"
    with annotator(browser, server, "Ann") as tab:
        tab.page.goto(f"{server.url}/annotate?by=Ann")
        tab.page.get_by_role("link", name="Continue where I stopped").click()
        tab.ready()
        tab.block(DATE).hover()
        tab.chip("Date")
        tab.button("Undo").click()
        tab.block(DATE).hover()
        tab.chip(None)
        tab.page.locator("button[data-do=done]").click()
        expect_title(tab, "What the market sells")
        tab.saved()
        assert server.page_labels(0, "Ann")["state"] == "done"


def test_clicks_label_extend_and_remove(ann: Tab) -> None:
    ann.page.frame_locator("#page").locator("img").hover()
    ann.shows("[picture: Ferry]")
    ann.block(FIRST).click()
    ann.labelled(0, {"After two wi": "body"})
    ann.block(FIRST).click()  # the same label again removes it
    ann.chip(None)
    ann.labelled(0, {})
    ann.block(TITLE).click()
    ann.block(FIRST).click(modifiers=["Shift"])
    between = ["The ferry is", "3 hours ago", "By Ines More", "", "The ferry on", "After two wi"]
    ann.labelled(0, dict.fromkeys(between, "body"))
    ann.kind("Not content")
    ann.drag(DATE, FIRST)
    ann.labelled(0, {"The ferry is": "body"})
    ann.block(TITLE).click()
    ann.block(TITLE).click()
    ann.labelled(0, {})

    note, button = ann.page.locator(".note"), ann.button("Range")
    ann.kind("Body")
    button.click()
    expect(note).to_have_text("Range: choose the first block.")
    ann.block(FIRST).click()
    expect(note).to_have_text("Range: choose the last block.")
    ann.block(SECOND).click()
    expect(button).to_have_attribute("aria-pressed", "false")
    ann.labelled(0, {"After two wi": "body", "It leaves at": "body"})
    ann.button("Unsure").click()
    expect_title(ann, "What the market sells")
    ann.press("p")
    expect(ann.page.locator("#state")).to_have_text("unsure")
    ann.button("Unsure").click()
    expect(ann.page.locator("#state")).to_have_text("begun")


def test_a_selection_is_widened_by_right_click_and_by_buttons(
    browser: Browser, server: Server
) -> None:
    fish = "3 blocks: Fish · Herring, smoked over alder · Plaice on Fridays"
    with annotator(browser, server, "Ann") as tab:
        tab.open(1)
        tab.block("Herring").hover()
        tab.block("Herring").click(button="right")
        tab.shows("2 blocks: Herring, smoked over alder · Plaice on Fridays")
        tab.block("Plaice").click()
        tab.labelled(1, {"Herring, smo": "body", "Plaice on Fr": "body"})
        tab.block("Herring").click(button="right")
        tab.block("Herring").click(button="right")
        tab.shows(fish)
        tab.press("Escape", "u")
        tab.labelled(1, {})
        tab.block("Herring").click()
        tab.block("Stalls").hover()  # on the way to the buttons
        for name in ("Wider", "Wider", "Wider", "Narrower"):
            tab.button(name).click()
        tab.shows(fish)
        tab.button("Label").click()
        tab.labelled(1, {"Fish": "body", "Herring, smo": "body", "Plaice on Fr": "body"})


def test_a_digit_labels_the_block_under_the_pointer(ann: Tab) -> None:
    ann.block("3 hours ago").hover()
    ann.shows("3 hours ago")  # the frame has said where the pointer is
    ann.press("3")
    ann.chip("Date")
    ann.block("After two").hover()
    ann.chip(None)
    ann.press("1")
    ann.labelled(0, {"3 hours ago": "date", "After two wi": "body"})
    ann.press("1")  # a second press changes nothing
    ann.block("3 hours ago").hover()
    ann.press("0")
    ann.labelled(0, {"After two wi": "body"})


def test_a_page_is_labelled_by_keyboard(ann: Tab) -> None:
    spoken, note = ann.page.locator("#spoken"), ann.page.locator(".note")
    expect(ann.button("Accept found (7)")).to_be_enabled()
    ann.press("u")
    for place in (note, spoken):
        expect(place).to_have_text("Nothing to undo.")
    ann.press("p")
    expect(note).to_have_text("This is the first page.")
    ann.press("j")
    expect(spoken).to_have_text("not labelled: Start")
    ann.press("j", "j", "ArrowDown", "2")
    ann.shows(TITLE)
    ann.chip("Title")
    ann.press("ArrowDown", "3")
    ann.press("End", "ArrowUp", "Shift+ArrowUp", "1")
    ann.labelled(0, LABELS)
    ann.press("u")
    expect(ann.button("Redo")).to_be_enabled()
    ann.press("Control+Shift+Z")
    expect(ann.button("Redo")).to_be_disabled()
    ann.labelled(0, LABELS)
    ann.press("Delete")
    ann.labelled(0, {"The ferry is": "title", "3 hours ago": "date"})
    ann.kind("Caption")
    ann.press("ArrowDown")  # keys work after a click on the toolbar
    ann.press("Escape", "6")
    expect(spoken).to_have_text("Labels are now: caption.")
    ann.button("Help: keys").focus()
    ann.press("Enter")  # presses the button that has the focus
    dialog = ann.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    says = ann.page.evaluate(
        """async () => (await import("/static/annotate/keys.js")).TOOL_KEYS
            .flatMap(([, keys]) => keys).map(({ says }) => says)"""
    )
    assert dialog.locator("dd").all_text_contents() == says
    ann.press("j", "Enter")
    expect(dialog).to_be_hidden()
    ann.press("d")
    expect_title(ann, "What the market sells")
    ann.press("x")
    expect_title(ann, "Storm takes the pier")
    ann.press("s")
    expect_title(ann, "港の朝市")
    ann.press("p")
    expect_title(ann, "Storm takes the pier")
    ann.press("p")
    expect_title(ann, "What the market sells")
    ann.press("Shift+N")
    expect_title(ann, "港の朝市")
    ann.saved()
    states = ann.server.get("/annotate/data/pages", by="Ann").json()["states"]
    assert states == ["done", "unsure", "skipped", "new", "new"]


def test_keys_work_in_the_frame_and_can_be_restricted_to_it(ann: Tab) -> None:
    ann.block(FIRST).click()
    ann.press("ArrowDown", "Enter")
    ann.shows(SECOND)
    ann.labelled(0, {"After two wi": "body", "It leaves at": "body"})
    ann.press("?")
    ann.page.get_by_label("Letters and digits work everywhere").uncheck()
    ann.page.reload()
    ann.ready()
    ann.press("n", "ArrowDown", "ArrowDown")
    ann.shows("Harbour")
    ann.block(FIRST).click()
    ann.press("n")
    expect_title(ann, "What the market sells")


def test_the_keyboard_keeps_its_block_while_the_page_scrolls_under_the_mouse(
    browser: Browser, tmp_path: Path
) -> None:
    lines = "".join(f"<li>Line {number}" for number in range(100))
    page = type(HOSTILE)(f"<!doctype html><title>Lines</title><ol>{lines}</ol>", source="lines")
    bomb = type(HOSTILE)(b"<b>" * 3_000_000, url="https://harbour.example/bomb", source="bomb")
    with (
        serving([page, bomb, *SITE], tmp_path) as server,
        annotator(browser, server, "Ann", complains=True) as tab,
    ):
        tab.open(0)
        tab.page.frame_locator("#page").get_by_text("Line 3", exact=True).hover()
        tab.press("End")
        frame = tab.page.frames[1]
        frame.wait_for_function("() => scrollY > 500")
        frame.evaluate(STILL)
        tab.shows("Line 99")
        # An unreadable page is reported, and the next one can be opened.
        tab.page.goto(f"{server.url}/annotate/1?by=Ann")
        expect(tab.page.locator("#trouble")).to_contain_text("The page cannot be read")
        tab.press("d")
        expect_title(tab, "The ferry is back")
        expect(tab.page.locator("#trouble")).to_be_hidden()
        # Extracted content is offered as soon as it is known.
        expect(tab.page.locator("[data-do=accept]")).to_be_enabled(timeout=20_000)
        tab.press("a")
        tab.saved()
        assert server.page_labels(2, "Ann")["labels"] == server.page_labels(2, "Ann")["found"] != {}


def test_extracted_content_is_shown_accepted_and_undone(ann: Tab) -> None:
    found = ann.server.page_labels(0, "Ann")["found"]
    ann.block(DATE).click()
    frame, page = ann.page.frames[1], ann.page.locator("#page")
    frame.evaluate(STILL)
    before = page.screenshot()
    ann.button("Show found").click()
    expect(ann.button("Show found")).to_have_attribute("aria-pressed", "true")
    frame.evaluate(STILL)
    assert page.screenshot() != before
    ann.button(f"Accept found ({len(found)})").click()
    ann.saved()
    assert ann.server.page_labels(0, "Ann")["labels"] == found
    ann.press("u")
    expect(ann.button("Redo")).to_be_enabled()
    ann.labelled(0, {"3 hours ago": "body"})


def test_annotators_and_tabs_do_not_disturb_each_other(browser: Browser, server: Server) -> None:
    with (
        annotator(browser, server, "Ann", complains=True) as ann,
        annotator(browser, server, "Ann") as other,
        annotator(browser, server, "Bob") as bob,
    ):
        ann.open(0)
        other.open(0)
        bob.open(0)
        ann.block(TITLE).click()
        ann.saved()
        bob.block(TITLE).hover()
        bob.shows(TITLE)
        bob.chip(None)
        bob.kind("Caption")
        bob.block(SECOND).click()
        bob.labelled(0, {"It leaves at": "caption"})
        other.block(FIRST).click()
        both = {"The ferry is": "body", "After two wi": "body"}
        other.labelled(0, both)
        # The first tab has not seen the second label and does not undo it, though pressing a
        # button brings the focus back to the tool, which then looks for changes.
        ann.button("Undo").hover()
        ann.page.mouse.down()
        ann.page.wait_for_timeout(500)
        ann.page.mouse.up()
        expect(ann.page.locator(".note")).to_have_text(
            "This page was changed in another tab: its labels are reloaded."
        )
        ann.labelled(0, both)
        ann.block(FIRST).hover()
        ann.chip("Body")
        server.act(0, "Ann", {server.block(0, "After"): "caption"})
        ann.page.evaluate(FOCUS)
        ann.chip("Caption")


def test_labels_are_sent_later_and_in_order_if_the_server_does_not_answer(
    browser: Browser, server: Server
) -> None:
    with annotator(browser, server, "Ann", complains=True) as tab:
        tab.open(0)
        tab.page.route("**/annotate/data/0?*", lambda route: route.abort())
        tab.block(FIRST).click()
        expect(tab.page.locator("#saved")).to_have_text("not saved yet: the server does not answer")
        tab.chip("Body")
        tab.kind("Title")
        tab.block(FIRST).click()
        tab.block(TITLE).click()
        tab.chip("Title")
        assert server.page_labels(0, "Ann")["labels"] == {}
        with tab.page.expect_event("dialog") as dialog:
            tab.page.once("dialog", lambda dialog: dialog.dismiss())
            tab.page.close(run_before_unload=True)
        assert dialog.value.type == "beforeunload"
        tab.page.unroute("**/annotate/data/0?*")
        tab.page.evaluate(ONLINE)
        tab.labelled(0, {"The ferry is": "title", "After two wi": "title"})

        note = tab.page.locator(".note")
        tab.page.route("**/annotate/data/0/undo?*", lambda route: route.abort())
        tab.press("u")
        expect(note).to_have_text("Will be undone when the server answers.")
        tab.page.unroute("**/annotate/data/0/undo?*")
        tab.page.evaluate(ONLINE)
        expect(note).to_have_text("Undone.")
        tab.labelled(0, {"After two wi": "title"})

        trouble = tab.page.locator("#trouble")
        tab.page.route("**/annotate/data/1?*", lambda route: route.abort())
        tab.press("n")
        expect(trouble).to_have_text("The server does not answer; trying again.")
        expect(tab.page.locator("#page")).to_be_hidden()
        tab.press("u", "r", "j", "w", "Enter", "0", "Delete", "a", "v", "Escape")  # do nothing
        tab.page.unroute("**/annotate/data/1?*")
        tab.page.evaluate(ONLINE)
        expect_title(tab, "What the market sells")
        expect(trouble).to_be_hidden()
        tab.kind("Body")
        tab.block("Stalls").click()
        tab.labelled(1, {"Stalls stand": "body"})
        tab.labelled(0, {"After two wi": "title"})


def test_refused_labels_are_reported_and_taken_back(browser: Browser, server: Server) -> None:
    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=413, body="too much\n")
        else:
            route.continue_()

    with annotator(browser, server, "Ann", complains=True) as tab:
        tab.open(0)
        trouble = tab.page.locator("#trouble")
        tab.page.route("**/annotate/data/0?*", refuse)
        tab.block(FIRST).click()
        expect(trouble).to_have_text("Not saved (page 1): too much.")
        expect(tab.page.locator("#saved")).to_have_text("not saved")
        tab.chip(None)
        tab.page.unroute("**/annotate/data/0?*")
        tab.block(SECOND).click()
        tab.labelled(0, {"It leaves at": "body"})
        expect(trouble).to_be_hidden()
        # Labels never go to another page that has the number now.
        shift(tab, 0, 2)
        tab.block(FIRST).click()
        expect(trouble).to_contain_text("Not saved (page 1): the collection has changed: reload")
        assert server.page_labels(2, "Ann")["state"] == "new"
        shift(tab, 1, 2)
        tab.press("n")
        expect(trouble).to_contain_text("The collection has changed: reload.")
        expect(tab.page.locator("#page")).to_have_attribute("aria-busy", "true")


def test_labels_of_an_earlier_version_are_offered(browser: Browser, server: Server) -> None:
    assert isinstance(SITE[2].html, bytes)
    earlier = replace(SITE[2], html=SITE[2].html.replace(b"<h1>", b"<p>Not corrected.</p><h1>"))
    old = {block.text[:12]: block for block in labellable_blocks(earlier)}
    kinds = {"Storm takes ": Kind.TITLE, "In the night": Kind.BODY}
    with Labels(server.labels) as labels:
        page = labels.add_page(earlier, earlier.url or "")
        for name in ("Ann", "Bob"):
            labels.act(name, page, {old[text]: kind for text, kind in kinds.items()})
    with annotator(browser, server, "Ann") as tab:
        tab.open(2)
        offer = tab.page.locator("#offer")
        expect(offer).to_contain_text("2 of 2 labels match an earlier version")
        tab.button("Use them").click()
        expect(offer).to_be_hidden()
        tab.labelled(2, {text: str(kind) for text, kind in kinds.items()})
    with annotator(browser, server, "Bob") as tab:
        tab.open(2)
        offer = tab.page.locator("#offer")
        expect(offer).to_be_visible()
        tab.block("Nobody was hurt").click()
        expect(offer).to_be_hidden()
        tab.labelled(2, {"Nobody was h": "body"})
        # Text of a page is never HTML.
        tab.open(SITE.index(HOSTILE))
        expect(tab.page.locator("#title")).to_have_text("5/5 <img src=x onerror=alert(1)>")
        tab.block("claims").hover()
        tab.shows("<b>Bold</b> claims")


def test_a_drag_that_ends_outside_the_page_ends(ann: Tab) -> None:
    ann.block(FIRST).hover()
    ann.page.mouse.down()
    ann.block(SECOND).hover()
    ann.shows(f"2 blocks: {FIRST} · {SECOND}")
    ann.page.locator("#bar").hover(position={"x": 2, "y": 2}, force=True)
    ann.page.mouse.up()
    expect(ann.button("Undo")).to_be_enabled()
    labels = ann.labels(0)
    assert {"After two wi", "It leaves at"} <= labels.keys()
    ann.block(TITLE).hover()
    ann.shows(TITLE)
    ann.labelled(0, labels)


def test_a_frame_that_does_not_load_is_reported(browser: Browser, server: Server) -> None:
    # Its own window: the fake clock applies to all of it.
    with annotator(browser, server, "Ann", complains=True, locale="en") as tab:
        tab.page.clock.install()
        tab.page.route("**/frame?*", lambda route: route.fulfill(status=200, body="nothing"))
        tab.page.goto(f"{server.url}/annotate/0?by=Ann")
        expect(tab.page.locator("#page")).to_have_attribute("aria-busy", "true")
        tab.page.clock.run_for(20_000)
        expect(tab.page.locator("#trouble")).to_have_text("The page cannot be shown: reload.")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.looks)])
def test_a_phone_needs_no_horizontal_scrolling(
    browser: Browser, server: Server, scheme: str
) -> None:
    server.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    server.label(2, "Bob", {"Storm": "title"})
    phone: dict[str, Any] = {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
    }
    paths = ["?by=Ann", "/agreement", "/adjudicate", "/adjudicate/2", "/export", "/0?by=Ann"]
    with annotator(browser, server, "Ann", color_scheme=scheme, **phone) as tab:
        for path in paths:
            tab.page.goto(f"{server.url}/annotate{path}")
            wide = tab.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert (path, wide) == (path, 0)
        tab.ready()
        tab.button("More").tap()
        for control in tab.page.locator("button:visible, .kind:visible, a.button:visible").all():
            box = control.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 40
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
        tab.button("Range").tap()
        tab.block(FIRST).tap()
        tab.block(SECOND).tap()
        tab.labelled(0, {"After two wi": "body", "It leaves at": "body"})
