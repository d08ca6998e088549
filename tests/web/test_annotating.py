"""Annotating in a real browser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from honbun.annotation.model import TRUTH
from honbun.cli.app import app
from tests.web.annotate.serving import Annotating, annotating
from tests.web.annotate.site import HOSTILE, SITE
from tests.web.annotate.tab import Tab, annotator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Route

TITLE, DATE = "The ferry is back", "3 hours ago"
FIRST = "After two winters in the yard the old ferry crosses the bay again."
SECOND = "It leaves at seven, and it takes bicycles."
# The frame tells of the pointer once in each picture, so some later it has told.
STILL = """() => new Promise((resolve) => {
  const look = (was, times) => requestAnimationFrame(() => {
    if (times === 3) resolve();
    else look(scrollY, scrollY === was ? times + 1 : 0);
  });
  look(-1, 0);
})"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Annotating]:
    with annotating(SITE, tmp_path / "harbour.labels") as server:
        yield server


@pytest.fixture
def ann(browser: Browser, desk: Annotating) -> Iterator[Tab]:
    """Ann, on the first page."""
    with annotator(browser, desk, "Ann") as tab:
        tab.open(0)
        yield tab


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
        assert tab.labels(0) == labels
        tab.button("Undo").click()
        expect(tab.button("Redo")).to_be_enabled()
        assert "3 hours ago" not in tab.labels(0)
        tab.button("Redo").click()
        expect(tab.button("Redo")).to_be_disabled()
        assert tab.labels(0) == labels
        tab.button("Next page").click()
        expect(tab.page.locator("#title")).to_contain_text("What the market sells")
        assert desk.said(0, "Ann")["state"] == "begun"
    with annotator(browser, desk, "Ann") as tab:
        tab.page.goto(f"{desk.url}/annotate?by=Ann")
        tab.page.get_by_role("link", name="Go on where I stopped").click()
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
    assert ann.labels(0) == {"After two wi": "body"}
    ann.block(FIRST).click()
    ann.chip(None)
    assert ann.labels(0) == {}


def test_eraser_takes_labels_away_and_sets_none(ann: Tab) -> None:
    ann.drag(TITLE, SECOND)
    ann.kind("Not content")
    ann.drag(DATE, FIRST)
    assert ann.labels(0) == {"The ferry is": "body", "It leaves at": "body"}
    ann.block(TITLE).click()
    ann.block(TITLE).click()
    assert ann.labels(0) == {"It leaves at": "body"}


def test_click_with_shift_goes_on_from_the_click_before(ann: Tab) -> None:
    ann.block(TITLE).click()
    ann.block(FIRST).click(modifiers=["Shift"])
    assert list(ann.labels(0)) == [
        "The ferry is",
        "3 hours ago",
        "By Ines More",
        "",
        "The ferry on",
        "After two wi",
    ]


def test_right_click_takes_what_is_around(browser: Browser, desk: Annotating) -> None:
    with annotator(browser, desk, "Ann") as tab:
        tab.open(1)
        tab.block("Fish").hover(position={"x": 2, "y": 2})
        tab.block("Herring").hover()
        tab.block("Herring").click(button="right")
        tab.shows("2 blocks: Herring, smoked over alder · Plaice on Fridays")
        tab.block("Plaice").click()
        assert tab.labels(1) == {"Herring, smo": "body", "Plaice on Fr": "body"}
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
        assert tab.labels(1) == {"Fish": "body", "Herring, smo": "body", "Plaice on Fr": "body"}


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
    assert ann.labels(0) == labels
    ann.press("u")
    expect(ann.button("Redo")).to_be_enabled()
    ann.press("Control+Shift+Z")
    expect(ann.button("Redo")).to_be_disabled()
    assert ann.labels(0) == labels
    ann.press("Delete")
    assert ann.labels(0) == {"The ferry is": "title", "3 hours ago": "date"}
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
    assert ann.labels(0) == {"After two wi": "body", "It leaves at": "body"}
    ann.press("w")
    ann.page.keyboard.press("n")
    expect(ann.page.locator("#title")).to_contain_text("What the market sells")


def test_enter_presses_the_button_that_has_the_focus(ann: Tab) -> None:
    ann.press("j", "Enter")
    ann.chip("Body")
    ann.button("Help: keys").focus()
    ann.press("Enter")
    expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert ann.labels(0) == {"Start": "body"}


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
    assert ann.labels(0) == {}


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


def test_annotators_do_not_see_each_others_labels(browser: Browser, desk: Annotating) -> None:
    with annotator(browser, desk, "Ann") as ann, annotator(browser, desk, "Bob") as bob:
        ann.open(0)
        ann.block(FIRST).click()
        assert ann.labels(0) == {"After two wi": "body"}
        bob.open(0)
        bob.block(FIRST).hover()
        bob.shows(FIRST)
        bob.chip(None)
        bob.kind("Caption")
        bob.block(SECOND).click()
        assert bob.labels(0) == {"It leaves at": "caption"}
        assert ann.labels(0) == {"After two wi": "body"}


def test_what_honbun_found_is_accepted_at_once_and_undone_at_once(ann: Tab) -> None:
    found = ann.desk.said(0, "Ann")["found"]
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
    assert ann.desk.said(0, "Ann")["labels"] == found
    ann.press("u")
    expect(ann.button("Redo")).to_be_enabled()
    assert ann.labels(0) == {"3 hours ago": "body"}


def test_what_honbun_finds_is_offered_as_soon_as_it_is_known(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        annotating(SITE, tmp_path / "labels", judged=False) as desk,
        annotator(browser, desk, "Ann") as tab,
    ):
        tab.open(0)
        expect(tab.page.locator("[data-do=accept]")).to_be_enabled(timeout=20_000)
        tab.press("a")
        tab.saved()
        assert desk.said(0, "Ann")["labels"] == desk.said(0, "Ann")["found"] != {}


def test_browsers_back_goes_back_a_page(ann: Tab) -> None:
    ann.press("n")
    expect(ann.page.locator("#title")).to_contain_text("What the market sells")
    ann.ready()
    ann.page.go_back()
    expect(ann.page.locator("#title")).to_contain_text("The ferry is back")
    ann.block(FIRST).click()
    assert ann.labels(0) == {"After two wi": "body"}


def test_keys_go_on_after_a_click_on_the_toolbar(ann: Tab) -> None:
    ann.press("j")
    ann.kind("Caption")
    ann.press("ArrowDown", "Enter")
    ann.chip("Caption")
    assert ann.labels(0) == {"Harbour": "caption"}


def test_page_that_cannot_be_read_says_so_and_one_goes_on(browser: Browser, tmp_path: Path) -> None:
    bomb = type(HOSTILE)(b"<b>" * 3_000_000, url="https://harbour.example/bomb", source="bomb")
    with (
        annotating([bomb, *SITE], tmp_path / "labels") as desk,
        annotator(browser, desk, "Ann", complains=True) as tab,
    ):
        tab.page.goto(f"{desk.url}/annotate/0?by=Ann")
        expect(tab.page.locator("#trouble")).to_contain_text("The page cannot be read")
        tab.press("d")
        expect(tab.page.locator("#title")).to_contain_text("The ferry is back")
        expect(tab.page.locator("#trouble")).to_be_hidden()


def test_server_that_fails_gets_all_actions_later_in_order(
    browser: Browser, desk: Annotating
) -> None:
    with annotator(browser, desk, "Ann", complains=True) as tab:
        tab.open(0)
        tab.page.route("**/annotate/data/0?*", lambda route: route.abort())
        tab.block(FIRST).click()
        expect(tab.page.locator("#saved")).to_have_text("not saved yet: the server does not answer")
        tab.chip("Body")
        tab.kind("Title")
        tab.block(FIRST).click()
        tab.block(TITLE).click()
        tab.chip("Title")
        assert desk.said(0, "Ann")["labels"] == {}
        with tab.page.expect_event("dialog") as asked:
            tab.page.once("dialog", lambda dialog: dialog.dismiss())
            tab.page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        tab.page.unroute("**/annotate/data/0?*")
        tab.page.evaluate("() => window.dispatchEvent(new Event('online'))")
        assert tab.labels(0) == {"The ferry is": "title", "After two wi": "title"}
        assert desk.step(0, "Ann", "undo").json()["labels"] != {}


def test_two_browsers_of_one_annotator_do_not_destroy_each_other(
    browser: Browser, desk: Annotating
) -> None:
    with (
        annotator(browser, desk, "Ann", complains=True) as ann,
        annotator(browser, desk, "Ann") as other,
    ):
        ann.open(0)
        other.open(0)
        ann.block(TITLE).click()
        ann.saved()
        other.block(FIRST).click()
        assert other.labels(0) == {"The ferry is": "body", "After two wi": "body"}
        # The first has not seen the second label, so it does not take it back.
        ann.button("Undo").click()
        expect(ann.page.locator(".note")).to_have_text(
            "This page was changed elsewhere: its labels are shown anew."
        )
        assert ann.labels(0) == {"The ferry is": "body", "After two wi": "body"}
        ann.block(FIRST).hover()
        ann.chip("Body")


def test_labels_of_an_earlier_version_are_taken_over_when_one_agrees(
    browser: Browser, tmp_path: Path
) -> None:
    with annotating(SITE, tmp_path / "labels") as desk:
        desk.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    html = SITE[2].html
    assert isinstance(html, bytes)
    later = replace(SITE[2], html=html.replace(b"<h1>", b"<p>Corrected.</p><h1>"))
    with annotating([later], tmp_path / "labels") as desk, annotator(browser, desk, "Ann") as tab:
        tab.open(0)
        offer = tab.page.locator("#offer")
        expect(offer).to_contain_text("2 of 2 labels carried over from an earlier version")
        tab.button("Take them over").click()
        expect(offer).to_be_hidden()
        assert tab.labels(0) == {"Storm takes ": "title", "In the night": "body"}


def test_differences_are_adjudicated_and_the_table_is_right(
    browser: Browser, desk: Annotating
) -> None:
    both = {"Storm": "title", "In the night": "body"}
    desk.label(2, "Ann", both | {"11 May": "date"})
    desk.label(2, "Bob", both | {"Nobody": "caption", "The Harbour": "body"})
    with annotator(browser, desk, TRUTH) as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate")
        tab.page.get_by_role("link", name="Storm takes the pier").click()
        summary = tab.page.locator("#summary")
        expect(summary).to_have_text("3 of 3 open.")
        expect(tab.page.locator("[data-do=done]")).to_be_disabled()
        # The date, as Ann says, by key; the second paragraph as neither says; no footer.
        tab.press("a")
        expect(summary).to_have_text("2 of 3 open.")
        tab.page.locator(".kinds").get_by_text("Body").click()
        expect(summary).to_have_text("1 of 3 open.")
        tab.button("Ann: not content").last.click()
        expect(summary).to_have_text("All 3 are decided.")
        tab.press("u")
        expect(summary).to_have_text("1 of 3 open.")
        tab.press("u")
        expect(summary).to_have_text("2 of 3 open.")
        tab.press("r", "r")
        expect(summary).to_have_text("All 3 are decided.")
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
        assert tab.desk.said(2, TRUTH)["labels"] == {
            desk.block(2, "Storm"): "title",
            desk.block(2, "11 May"): "date",
            desk.block(2, "In the night"): "body",
            desk.block(2, "Nobody"): "body",
            desk.block(2, "The Harbour"): "none",
        }
        tab.page.get_by_role("link", name="Agreement").click()
        rows = tab.page.locator("#truth tbody tr").all()
        shown = [row.locator("th, td").all_text_contents() for row in rows]
    # Four blocks of eight are content. Ann has 3 of them and no other: F = 6/7, and kappa
    # (7/8 - 1/2) / (1/2). Bob has 3 of them and the footer: F = 6/8, kappa (6/8 - 1/2) / (1/2).
    assert [row[:8] for row in shown] == [
        ["Ann", "1", "8", "1.0000", "0.7500", "0.8571", "0.0000", "0.7500"],
        ["Bob", "1", "8", "0.7500", "0.7500", "0.7500", "0.0000", "0.5000"],
        ["total", "2", "16", "0.8571", "0.7500", "0.8000", "0.0000", "0.6250"],
    ]


def test_page_of_one_annotator_is_confirmed_as_it_is(browser: Browser, desk: Annotating) -> None:
    desk.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    with annotator(browser, desk, TRUTH) as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate/2")
        expect(tab.page.locator("#summary")).to_contain_text("Only Ann has labelled this page.")
        tab.page.locator("[data-do=done]").click()
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
    assert desk.said(2, TRUTH)["labels"] == desk.said(2, "Ann")["labels"]
    assert desk.said(2, TRUTH)["state"] == "done"


def test_what_all_agree_on_can_be_corrected(browser: Browser, desk: Annotating) -> None:
    desk.label(2, "Ann", {"Storm": "body", "In the night": "body"})
    desk.label(2, "Bob", {"Storm": "body", "In the night": "body"})
    with annotator(browser, desk, TRUTH) as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate/2")
        expect(tab.page.locator("#summary")).to_have_text("Ann, Bob agree on this page.")
        tab.block("Storm takes the pier").click()
        chosen = tab.page.locator("#chosen")
        expect(chosen).to_have_text("Chosen: “Storm takes the pier” (body)")
        tab.press("2")
        expect(chosen).to_have_text("Chosen: “Storm takes the pier” (title)")
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
        assert desk.said(2, TRUTH)["labels"] == {
            desk.block(2, "Storm"): "title",
            desk.block(2, "In the night"): "body",
        }


def test_denial_is_saved_at_once_seen_elsewhere_and_undone_after_a_reload(
    browser: Browser, desk: Annotating
) -> None:
    desk.label(2, "Ann", {"Storm": "title", "11 May": "date", "In the night": "body"})
    desk.label(2, "Bob", {"Storm": "title"})
    address = f"{desk.url}/annotate/adjudicate/2"
    with annotator(browser, desk, TRUTH) as tab, annotator(browser, desk, TRUTH) as other:
        summary = tab.page.locator("#summary")
        tab.page.goto(address)
        expect(summary).to_have_text("2 of 2 open.")
        tab.press("0")
        expect(summary).to_have_text("1 of 2 open.")
        assert tab.labels(2) == {"11 May 2026": "none"}
        other.page.goto(address)
        expect(other.page.locator("#summary")).to_have_text("1 of 2 open.")
        expect(other.page.locator("#differences .verdict")).to_have_text(["not content", "open"])
        tab.page.reload()
        expect(summary).to_have_text("1 of 2 open.")
        tab.press("u")
        expect(summary).to_have_text("2 of 2 open.")
        assert tab.labels(2) == {}
        tab.press("r")
        expect(summary).to_have_text("1 of 2 open.")
        assert tab.labels(2) == {"11 May 2026": "none"}


def test_what_is_agreed_on_after_adjudication_began_becomes_true_too(
    browser: Browser, desk: Annotating
) -> None:
    for name, kind in (("Ann", "body"), ("Bob", "caption")):
        desk.label(2, name, {"Storm": "title", "Nobody": kind, "11 May": "date"})
    with annotator(browser, desk, TRUTH) as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate/2")
        tab.ready()
        tab.press("a")
        expect(tab.page.locator("#summary")).to_have_text("All 1 are decided.")
        # They agree on a paragraph more, and that the date is none.
        for name in ("Ann", "Bob"):
            changes = {desk.block(2, "In the night"): "body", desk.block(2, "11 May"): None}
            desk.act(2, name, changes)
        tab.page.reload()
        tab.ready()
        tab.block("Storm takes the pier").click()
        tab.press("0")
        expect(tab.page.locator("#chosen")).to_have_text(
            "Chosen: “Storm takes the pier” (not content)"
        )
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
        assert tab.desk.said(2, TRUTH)["labels"] == {
            desk.block(2, "Storm"): "none",
            desk.block(2, "In the night"): "body",
            desk.block(2, "Nobody"): "body",
        }


def test_adjudicator_stays_with_what_was_refused(browser: Browser, desk: Annotating) -> None:
    desk.label(2, "Ann", {"Storm": "title"})

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=410, body="the collection has changed")
        else:
            route.continue_()

    with annotator(browser, desk, TRUTH, complains=True) as tab:
        tab.page.route("**/annotate/data/2*", refuse)
        tab.page.goto(f"{desk.url}/annotate/adjudicate/2")
        tab.ready()
        tab.press("d")
        expect(tab.page.locator("#trouble")).to_contain_text("the collection has changed")
        expect(tab.page.locator("#state")).to_have_text("not begun")
        tab.page.unroute("**/annotate/data/2*")
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")


def test_page_that_was_done_is_open_again_with_new_differences(
    browser: Browser, desk: Annotating
) -> None:
    desk.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    desk.label(2, "Bob", {"Storm": "title"})
    with annotator(browser, desk, TRUTH) as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate/2")
        tab.ready()
        tab.press("b", "d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
        desk.act(2, "Bob", {desk.block(2, "Nobody"): "body"})
        tab.page.reload()
        expect(tab.page.locator("#open")).to_have_text("1 of 1 pages open.")
        tab.page.get_by_role("link", name="1 new since it was done").click()
        summary = tab.page.locator("#summary")
        expect(summary).to_have_text("1 new difference since it was done.")
        expect(tab.page.locator("#state")).to_have_text("begun")
        expect(tab.page.locator("#differences .verdict")).to_have_text(["not content", "open"])
        tab.press("b")
        expect(summary).to_have_text("All 2 are decided.")
        expect(tab.page.locator("#state")).to_have_text("done")
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")


def test_truth_without_annotators_is_corrected_by_keyboard_alone(
    browser: Browser, desk: Annotating
) -> None:
    desk.label(2, TRUTH, {"Storm": "body", "In the night": "body"})
    with annotator(browser, desk, TRUTH) as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate")
        tab.page.get_by_role("link", name="only the truth").click()
        expect(tab.page.locator("#summary")).to_have_text(
            "This is the truth. Nobody else has finished this page."
        )
        chosen = tab.page.locator("#chosen")
        tab.press("End")
        expect(chosen).to_have_text("Chosen: “The Harbour Post, 12 Quay Street” (not content)")
        tab.press("Home", "j", "j", "ArrowDown")
        expect(chosen).to_have_text("Chosen: “Storm takes the pier” (body)")
        tab.press("2", "ArrowDown", "3")
        expect(chosen).to_have_text("Chosen: “11 May 2026” (date)")
        assert tab.labels(2) == {
            "Storm takes ": "title",
            "11 May 2026": "date",
            "In the night": "body",
        }


def test_shift_reaches_blocks_that_nobody_differs_on(browser: Browser, desk: Annotating) -> None:
    desk.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    desk.label(2, "Bob", {"Storm": "title"})
    with annotator(browser, desk, TRUTH) as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate/2")
        expect(tab.page.locator("#summary")).to_have_text("1 of 1 open.")
        chosen = tab.page.locator("#chosen")
        expect(chosen).to_be_hidden()
        tab.press("Shift+ArrowUp", "3")
        # Who corrects stays there, though a difference is open.
        expect(chosen).to_have_text("Chosen: “11 May 2026” (date)")
        tab.press("Shift+ArrowDown")
        expect(chosen).to_be_hidden()
        expect(tab.page.locator("#differences li")).to_have_attribute("aria-current", "true")


def test_annotator_goes_on_as_the_adjudicator_after_a_warning(
    browser: Browser, desk: Annotating
) -> None:
    desk.label(2, "Ann", {"Storm": "title"})
    with annotator(browser, desk, "Bob") as tab:
        tab.page.goto(f"{desk.url}/annotate/adjudicate?by=Bob")
        tab.page.get_by_role("link", name="Storm takes the pier").click()
        expect(tab.page.locator("main")).to_contain_text("You have not finished this page yourself")
        tab.page.get_by_role("link", name="Go on as the adjudicator").click()
        expect(tab.page.locator("#summary")).to_contain_text("Only Ann has labelled this page.")
        tab.press("l")
        expect(tab.page).to_have_url(f"{desk.url}/annotate/adjudicate")


def test_words_of_a_page_stay_words(browser: Browser, desk: Annotating) -> None:
    desk.label(4, "Ann", {"<b>Bold": "title"})
    desk.label(4, "Bob", {"A page": "body"})
    with annotator(browser, desk, "Ann") as tab:
        tab.open(SITE.index(HOSTILE))
        expect(tab.page.locator("#title")).to_have_text("5/5 <img src=x onerror=alert(1)>")
        tab.block("claims").hover()
        tab.shows("<b>Bold</b> claims")
        tab.page.goto(f"{desk.url}/annotate/adjudicate/4")
        expect(tab.page.locator(".words").first).to_have_text("<b>Bold</b> claims")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_shows_all_without_scrolling_sideways(
    browser: Browser, desk: Annotating, scheme: str
) -> None:
    desk.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    desk.label(2, "Bob", {"Storm": "title"})
    phone: dict[str, Any] = {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
    }
    with annotator(browser, desk, "Ann", color_scheme=scheme, **phone) as tab:
        for path in (
            "?by=Ann",
            "/agreement",
            "/adjudicate",
            "/adjudicate/2",
            "/export",
            "/0?by=Ann",
        ):
            tab.page.goto(f"{desk.url}/annotate{path}")
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
        assert tab.labels(0) == {"After two wi": "body", "It leaves at": "body"}


def test_what_was_annotated_is_what_eval_measures_by(
    browser: Browser, desk: Annotating, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with annotator(browser, desk, "Ann") as tab:
        tab.open(0)
        for n in range(4):
            expect(tab.page.locator("#title")).to_contain_text(f"{n + 1}/5")
            tab.ready()
            expect(tab.page.locator("[data-do=accept]")).to_be_enabled()
            tab.press("a", "d")
        tab.saved()
        found = [len(desk.said(n, "Ann")["labels"]) for n in range(4)]
        tab.open(0)
        tab.block("12 Quay Street").click()
        tab.saved()
        tab.page.goto(f"{desk.url}/annotate/export")
        with tab.page.expect_download() as download:
            tab.page.get_by_role("link", name="JSON Lines").click()
        download.value.save_as(tmp_path / "labels.jsonl")
    with pytest.raises(SystemExit) as ended:
        app(["eval", "content", str(tmp_path / "labels.jsonl")])
    assert ended.value.code == 0
    # What honbun found was accepted as it was, but for one block more on the first page.
    [row] = [line for line in capsys.readouterr().out.splitlines() if "all sites mixed" in line]
    pages, precision, recall, _, perfect = map(float, row.split("|")[2:7])
    assert (pages, precision, perfect) == (4, 1, 0.75)
    assert recall == pytest.approx(sum(found) / (sum(found) + 1), abs=0.001)
