"""Labelling in a real browser, by mouse and by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.annotate.serving import Annotating, annotating
from tests.web.annotate.site import DATE, FIRST, HOSTILE, SECOND, TITLE
from tests.web.annotate.tab import Tab, annotator

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

# The frame tells of the pointer once in each picture, so some later it has told.
STILL = """() => new Promise((resolve) => {
  const look = (was, times) => requestAnimationFrame(() => {
    if (times === 3) resolve();
    else look(scrollY, scrollY === was ? times + 1 : 0);
  });
  look(-1, 0);
})"""


def test_page_is_labelled_by_mouse_alone_and_gone_on_with_later(
    browser: Browser, desk: Annotating
) -> None:
    with annotator(browser, desk, "Ann") as tab:
        tab.page.goto(f"{desk.url}/annotate")
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
        labels = {
            "The ferry is": "title",
            "3 hours ago": "date",
            "After two wi": "body",
            "It leaves at": "body",
        }
        tab.labelled(0, labels)
        tab.button("Undo").click()
        expect(tab.button("Redo")).to_be_enabled()
        tab.labelled(0, {text: kind for text, kind in labels.items() if kind != "date"})
        tab.button("Redo").click()
        expect(tab.button("Redo")).to_be_disabled()
        tab.labelled(0, labels)
        tab.button("Next page").click()
        expect(tab.page.locator("#title")).to_contain_text("What the market sells")
        assert desk.said(0, "Ann")["state"] == "begun"
    with annotator(browser, desk, "Ann") as tab:
        tab.page.goto(f"{desk.url}/annotate?by=Ann")
        tab.page.get_by_role("link", name="Continue where I stopped").click()
        tab.ready()
        tab.block(DATE).hover()
        tab.chip("Date")
        tab.button("Undo").click()
        tab.block(DATE).hover()
        tab.chip(None)
        tab.page.locator("button[data-do=done]").click()
        expect(tab.page.locator("#title")).to_contain_text("What the market sells")
        tab.saved()
        assert desk.said(0, "Ann")["state"] == "done"


def test_same_label_again_takes_it_away(ann: Tab) -> None:
    ann.block(FIRST).click()
    ann.labelled(0, {"After two wi": "body"})
    ann.block(FIRST).click()
    ann.chip(None)
    ann.labelled(0, {})


def test_eraser_takes_labels_away_and_sets_none(ann: Tab) -> None:
    ann.drag(TITLE, SECOND)
    ann.kind("Not content")
    ann.drag(DATE, FIRST)
    ann.labelled(0, {"The ferry is": "body", "It leaves at": "body"})
    ann.block(TITLE).click()
    ann.block(TITLE).click()
    ann.labelled(0, {"It leaves at": "body"})


def test_click_with_shift_goes_on_from_the_click_before(ann: Tab) -> None:
    ann.block(TITLE).click()
    ann.block(FIRST).click(modifiers=["Shift"])
    ann.labelled(
        0,
        dict.fromkeys(
            [
                "The ferry is",
                "3 hours ago",
                "By Ines More",
                "",
                "The ferry on",
                "After two wi",
            ],
            "body",
        ),
    )


def test_right_click_takes_what_is_around(browser: Browser, desk: Annotating) -> None:
    with annotator(browser, desk, "Ann") as tab:
        tab.open(1)
        tab.block("Fish").hover(position={"x": 2, "y": 2})
        tab.block("Herring").hover()
        tab.block("Herring").click(button="right")
        tab.shows("2 blocks: Herring, smoked over alder · Plaice on Fridays")
        tab.block("Plaice").click()
        tab.labelled(1, {"Herring, smo": "body", "Plaice on Fr": "body"})
        tab.block("Herring").click(button="right")
        tab.block("Herring").click(button="right")
        tab.shows("3 blocks: Fish · Herring, smoked over alder · Plaice on Fridays")


def test_buttons_make_the_last_click_wider(browser: Browser, desk: Annotating) -> None:
    with annotator(browser, desk, "Ann") as tab:
        tab.open(1)
        tab.block("Herring").click()
        tab.block("Stalls").hover()  # on the way to the buttons
        tab.button("Wider").click()
        tab.button("Wider").click()
        tab.button("Wider").click()
        tab.button("Narrower").click()
        tab.shows("3 blocks: Fish · Herring, smoked over alder · Plaice on Fridays")
        tab.button("Label").click()
        tab.labelled(1, {"Fish": "body", "Herring, smo": "body", "Plaice on Fr": "body"})


def test_page_is_labelled_by_keyboard_alone(ann: Tab) -> None:
    expect(ann.button("Accept found (7)")).to_be_enabled()
    ann.press("j", "j", "j", "ArrowDown", "2", "Enter")
    ann.shows(TITLE)
    ann.chip("Title")
    ann.press("ArrowDown", "3", "Space", "1")
    ann.press("End", "ArrowUp", "Shift+ArrowUp", "Enter")
    labels = {
        "The ferry is": "title",
        "3 hours ago": "date",
        "After two wi": "body",
        "It leaves at": "body",
    }
    ann.labelled(0, labels)
    ann.press("u")
    expect(ann.button("Redo")).to_be_enabled()
    ann.press("Control+Shift+Z")
    expect(ann.button("Redo")).to_be_disabled()
    ann.labelled(0, labels)
    ann.press("Delete")
    ann.labelled(0, {"The ferry is": "title", "3 hours ago": "date"})
    ann.press("d")
    expect(ann.page.locator("#title")).to_contain_text("What the market sells")
    ann.ready()
    ann.press("x")
    expect(ann.page.locator("#title")).to_contain_text("Storm takes the pier")
    ann.ready()
    ann.press("s")
    expect(ann.page.locator("#title")).to_contain_text("港の朝市")
    ann.press("p")
    expect(ann.page.locator("#title")).to_contain_text("Storm takes the pier")
    ann.press("p")
    expect(ann.page.locator("#title")).to_contain_text("What the market sells")
    ann.press("Shift+N")
    expect(ann.page.locator("#title")).to_contain_text("港の朝市")
    ann.saved()
    states = ann.desk.get("/annotate/data/pages", by="Ann").json()["states"]
    assert states == ["done", "unsure", "skipped", "new", "new"]


def test_keys_are_the_same_inside_the_frame(ann: Tab) -> None:
    ann.block(FIRST).click()
    ann.press("ArrowDown", "Enter")
    ann.shows(SECOND)
    ann.labelled(0, {"After two wi": "body", "It leaves at": "body"})
    ann.press("w")
    ann.page.keyboard.press("n")
    expect(ann.page.locator("#title")).to_contain_text("What the market sells")


def test_enter_presses_the_button_that_has_the_focus(ann: Tab) -> None:
    ann.press("j", "Enter")
    ann.chip("Body")
    ann.button("Help: keys").focus()
    ann.press("Enter")
    expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
    ann.labelled(0, {"Start": "body"})


def test_help_shows_every_key(ann: Tab) -> None:
    ann.press("?")
    dialog = ann.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    says = ann.page.evaluate(
        """async () => (await import("/static/annotate/keys.js")).TOOL_KEYS
            .flatMap(([, keys]) => keys).map(({ says }) => says)"""
    )
    assert dialog.locator("dd").all_text_contents() == says
    ann.press("j", "Enter")
    expect(dialog).to_be_hidden()
    ann.labelled(0, {})


def test_letters_can_be_kept_to_the_page(ann: Tab) -> None:
    ann.press("?")
    ann.page.get_by_label("Letters and digits work everywhere").uncheck()
    ann.page.reload()
    ann.ready()
    ann.press("n", "ArrowDown", "ArrowDown")
    ann.shows("Harbour")
    ann.block(FIRST).click()
    ann.press("n")
    expect(ann.page.locator("#title")).to_contain_text("What the market sells")


def test_page_is_unsure_no_longer_when_one_says_it_again(ann: Tab) -> None:
    ann.button("Unsure").click()
    expect(ann.page.locator("#title")).to_contain_text("What the market sells")
    ann.press("p")
    expect(ann.page.locator("#state")).to_have_text("unsure")
    ann.button("Unsure").click()
    expect(ann.page.locator("#state")).to_have_text("begun")
    ann.saved()
    assert ann.desk.said(0, "Ann")["state"] == "begun"


def test_what_is_done_is_read_aloud(ann: Tab) -> None:
    spoken = ann.page.locator("#spoken")
    ann.press("End", "ArrowUp")
    expect(spoken).to_have_text(f"not labelled: {SECOND}")
    ann.press("Enter")
    expect(spoken).to_have_text(f"body: {SECOND}")
    ann.press("6")
    expect(spoken).to_have_text("Labels are now: caption.")


def test_keyboard_keeps_its_block_while_the_page_scrolls_under_the_mouse(
    browser: Browser, tmp_path: Path
) -> None:
    lines = "".join(f"<li>Line {number}" for number in range(100))
    page = type(HOSTILE)(f"<!doctype html><title>Lines</title><ol>{lines}</ol>", source="lines")
    with (
        annotating([page], tmp_path / "labels") as desk,
        annotator(browser, desk, "Ann") as tab,
    ):
        tab.open(0)
        tab.page.frame_locator("#page").get_by_text("Line 3", exact=True).hover()
        tab.press("End")
        frame = tab.page.frames[1]
        frame.wait_for_function("() => scrollY > 500")
        frame.evaluate(STILL)
        tab.shows("Line 99")
