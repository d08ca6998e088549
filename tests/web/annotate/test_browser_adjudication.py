"""Adjudication in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from honbun.annotation.model import TRUTH
from tests.web.annotate.tab import annotator

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.web.serving import Server


def test_disputes_are_decided_and_agreement_is_computed(browser: Browser, server: Server) -> None:
    both = {"Storm": "title", "In the night": "body"}
    server.label(2, "Ann", both | {"11 May": "date"})
    server.label(2, "Bob", both | {"Nobody": "caption", "The Harbour": "body"})
    with annotator(browser, server, TRUTH) as tab:
        tab.page.goto(f"{server.url}/annotate/adjudicate")
        tab.page.get_by_role("link", name="Storm takes the pier").click()
        summary = tab.page.locator("#summary")
        expect(summary).to_have_text("3 of 3 open.")
        expect(tab.page.locator("[data-do=done]")).to_be_disabled()
        # The date with Ann's label, by key; the second paragraph with another; no footer.
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
        assert tab.server.page_labels(2, TRUTH)["labels"] == {
            server.block(2, "Storm"): "title",
            server.block(2, "11 May"): "date",
            server.block(2, "In the night"): "body",
            server.block(2, "Nobody"): "body",
            server.block(2, "The Harbour"): "none",
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


def test_a_decision_is_saved_seen_in_other_tabs_and_undone_after_a_reload(
    browser: Browser, server: Server
) -> None:
    server.label(2, "Ann", {"Storm": "title", "11 May": "date", "In the night": "body"})
    server.label(2, "Bob", {"Storm": "title"})
    address = f"{server.url}/annotate/adjudicate/2"
    with annotator(browser, server, TRUTH) as tab, annotator(browser, server, TRUTH) as other:
        summary = tab.page.locator("#summary")
        tab.page.goto(address)
        expect(summary).to_have_text("2 of 2 open.")
        tab.press("0")
        expect(summary).to_have_text("1 of 2 open.")
        tab.labelled(2, {"11 May 2026": "none"})
        other.page.goto(address)
        expect(other.page.locator("#summary")).to_have_text("1 of 2 open.")
        expect(other.page.locator("#differences .decision")).to_have_text(["not content", "open"])
        tab.page.reload()
        expect(summary).to_have_text("1 of 2 open.")
        tab.press("u")
        expect(summary).to_have_text("2 of 2 open.")
        tab.labelled(2, {})
        tab.press("r")
        expect(summary).to_have_text("1 of 2 open.")
        tab.labelled(2, {"11 May 2026": "none"})


def test_labels_agreed_on_later_become_true(browser: Browser, server: Server) -> None:
    for name, kind in (("Ann", "body"), ("Bob", "caption")):
        server.label(2, name, {"Storm": "title", "Nobody": kind, "11 May": "date"})
    with annotator(browser, server, TRUTH) as tab:
        tab.page.goto(f"{server.url}/annotate/adjudicate/2")
        tab.ready()
        tab.press("a")
        expect(tab.page.locator("#summary")).to_have_text("All 1 are decided.")
        # They now agree on another paragraph, and that the date is not content.
        for name in ("Ann", "Bob"):
            changes = {server.block(2, "In the night"): "body", server.block(2, "11 May"): None}
            server.act(2, name, changes)
        tab.page.reload()
        tab.ready()
        tab.block("Storm takes the pier").click()
        tab.press("0")
        expect(tab.page.locator("#chosen")).to_have_text(
            "Chosen: “Storm takes the pier” (not content)"
        )
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
        assert tab.server.page_labels(2, TRUTH)["labels"] == {
            server.block(2, "Storm"): "none",
            server.block(2, "In the night"): "body",
            server.block(2, "Nobody"): "body",
        }


def test_a_refused_decision_is_reported(browser: Browser, server: Server) -> None:
    server.label(2, "Ann", {"Storm": "title"})

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=410, body="the collection has changed")
        else:
            route.continue_()

    with annotator(browser, server, "Bob", complains=True) as tab:
        tab.page.route("**/annotate/data/2*", refuse)
        tab.page.goto(f"{server.url}/annotate/adjudicate?by=Bob")
        tab.page.get_by_role("link", name="Storm takes the pier").click()
        expect(tab.page.locator("main")).to_contain_text("You have not finished this page yet")
        tab.page.get_by_role("link", name="Continue as the adjudicator").click()
        expect(tab.page.locator("#summary")).to_contain_text("Only Ann has labelled this page.")
        tab.ready()
        tab.press("d")
        expect(tab.page.locator("#trouble")).to_contain_text("the collection has changed")
        expect(tab.page.locator("#state")).to_have_text("not begun")
        tab.page.unroute("**/annotate/data/2*")
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
    assert server.page_labels(2, TRUTH)["labels"] == server.page_labels(2, "Ann")["labels"]


def test_a_done_page_is_open_again_with_new_differences(browser: Browser, server: Server) -> None:
    server.label(2, "Ann", {"Storm": "title", "In the night": "body"})
    server.label(2, "Bob", {"Storm": "title"})
    with annotator(browser, server, TRUTH) as tab:
        tab.page.goto(f"{server.url}/annotate/adjudicate/2")
        tab.ready()
        chosen = tab.page.locator("#chosen")
        expect(chosen).to_be_hidden()
        tab.press("Shift+ArrowUp", "3")  # a block without a dispute
        # The correction keeps the selection, although a difference is open.
        expect(chosen).to_have_text("Chosen: “11 May 2026” (date)")
        tab.press("Shift+ArrowDown")
        expect(chosen).to_be_hidden()
        expect(tab.page.locator("#differences li")).to_have_attribute("aria-current", "true")
        tab.press("b", "d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")
        server.act(2, "Bob", {server.block(2, "Nobody"): "body"})
        tab.page.reload()
        expect(tab.page.locator("#open")).to_have_text("1 of 1 pages open.")
        tab.page.get_by_role("link", name="1 new since it was done").click()
        summary = tab.page.locator("#summary")
        expect(summary).to_have_text("1 new difference since it was done.")
        expect(tab.page.locator("#state")).to_have_text("begun")
        expect(tab.page.locator("#differences .decision")).to_have_text(["not content", "open"])
        tab.press("b")
        expect(summary).to_have_text("All 2 are decided.")
        expect(tab.page.locator("#state")).to_have_text("done")
        tab.press("d")
        expect(tab.page.locator("#open")).to_have_text("0 of 1 pages open.")


def test_a_truth_without_annotators_is_corrected_by_keyboard(
    browser: Browser, server: Server
) -> None:
    server.label(2, TRUTH, {"Storm": "body", "In the night": "body"})
    with annotator(browser, server, TRUTH) as tab:
        tab.page.goto(f"{server.url}/annotate/adjudicate")
        tab.page.get_by_role("link", name="adjudicated only").click()
        expect(tab.page.locator("#summary")).to_have_text(
            "This page is adjudicated. Nobody else has finished it."
        )
        chosen = tab.page.locator("#chosen")
        tab.press("End")
        expect(chosen).to_have_text("Chosen: “The Harbour Post, 12 Quay Street” (not content)")
        tab.press("Home", "j", "j", "ArrowDown")
        expect(chosen).to_have_text("Chosen: “Storm takes the pier” (body)")
        tab.press("2", "ArrowDown", "3")
        expect(chosen).to_have_text("Chosen: “11 May 2026” (date)")
        tab.labelled(
            2,
            {
                "Storm takes ": "title",
                "11 May 2026": "date",
                "In the night": "body",
            },
        )
