"""Annotating in a real browser: several people, what goes wrong, phones, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from honbun.cli.app import app
from tests.web.annotate.serving import Annotating, annotating
from tests.web.annotate.site import DATE, FIRST, HOSTILE, SECOND, SITE, TITLE
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


def test_annotators_do_not_see_each_others_labels(browser: Browser, desk: Annotating) -> None:
    with annotator(browser, desk, "Ann") as ann, annotator(browser, desk, "Bob") as bob:
        ann.open(0)
        ann.block(FIRST).click()
        ann.labelled(0, {"After two wi": "body"})
        bob.open(0)
        bob.block(FIRST).hover()
        bob.shows(FIRST)
        bob.chip(None)
        bob.kind("Caption")
        bob.block(SECOND).click()
        bob.labelled(0, {"It leaves at": "caption"})
        ann.labelled(0, {"After two wi": "body"})


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
    ann.labelled(0, {"3 hours ago": "body"})


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
    ann.labelled(0, {"After two wi": "body"})


def test_keys_go_on_after_a_click_on_the_toolbar(ann: Tab) -> None:
    ann.press("j")
    ann.kind("Caption")
    ann.press("ArrowDown", "Enter")
    ann.chip("Caption")
    ann.labelled(0, {"Harbour": "caption"})


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
        tab.labelled(0, {"The ferry is": "title", "After two wi": "title"})
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
        other.labelled(0, {"The ferry is": "body", "After two wi": "body"})
        # The first has not seen the second label, so it does not take it back.
        ann.button("Undo").click()
        expect(ann.page.locator(".note")).to_have_text(
            "This page was changed in another tab: its labels are reloaded."
        )
        ann.labelled(0, {"The ferry is": "body", "After two wi": "body"})
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
        expect(offer).to_contain_text("2 of 2 labels match an earlier version")
        tab.button("Use them").click()
        expect(offer).to_be_hidden()
        tab.labelled(0, {"Storm takes ": "title", "In the night": "body"})


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


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.looks)])
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
        tab.labelled(0, {"After two wi": "body", "It leaves at": "body"})


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
