"""What there is to adjudicate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from honbun.annotation.model import TRUTH

if TYPE_CHECKING:
    from tests.web.annotate.serving import Annotating

ANN = {"The ferry is back": "title", "3 hours": "date", "After": "body", "The ferry on": "caption"}
BOB = {"The ferry is back": "title", "After": "body", "The ferry on": "figure"}


def rows(desk: Annotating) -> list[tuple[str, str, str]]:
    html = LexborHTMLParser(desk.get("/annotate/adjudicate").text)
    return [
        (
            row.css(".address")[0].text(),
            row.css(".labels")[0].text(),
            row.css(".state")[0].text(),
        )
        for row in html.css(".pages li")
    ]


def page_after(desk: Annotating, n: int) -> str | None:
    """The page that is to be decided next."""
    html = LexborHTMLParser(desk.get(f"/annotate/adjudicate/{n}").text)
    assert html.body is not None
    return html.body.attributes["data-next"]


def test_pages_in_dispute_come_first_and_those_decided_last(desk: Annotating) -> None:
    desk.label(0, "Ann", {"The ferry is back": "title"})
    desk.label(0, "Bob", {"The ferry is back": "body"})
    desk.label(0, TRUTH, {"The ferry is back": "title"})
    desk.label(1, "Ann", {"What the market": "title"})
    desk.label(2, "Ann", {"Storm": "title"})
    desk.label(2, "Bob", {"Storm": "title", "11 May": "date", "Nobody": "body"})
    desk.label(3, "Bob", {"港の朝市": "title"})
    desk.label(3, "Ann", {"港の朝市": "title"})
    desk.label(4, "Ann", {"A page": "body"}, "begun")
    assert rows(desk) == [
        ("Ann, Bob", "2 differences", "open"),
        ("Ann", "one annotator", "open"),
        ("Ann, Bob", "all agree", "open"),
        ("Ann, Bob", "1 difference", "done"),
    ]


def test_page_that_was_done_is_open_again_when_something_is_said_that_the_truth_is_silent_on(
    desk: Annotating,
) -> None:
    desk.label(0, "Ann", ANN)
    desk.label(0, "Bob", BOB)
    truth = {"The ferry is back": "title", "3 hours": "none", "After": "body"}
    desk.label(0, TRUTH, truth | {"The ferry on": "caption"})
    desk.label(2, "Ann", {"Storm": "title"})
    desk.label(2, TRUTH, {"Storm": "title"})
    assert rows(desk) == [("Ann, Bob", "2 differences", "done"), ("Ann", "one annotator", "done")]
    assert page_after(desk, 2) == ""
    # Bob changes his mind on what was decided, and names two blocks more; Ann one of them too.
    desk.label(0, "Bob", {"3 hours": "body", "It leaves": "body", "By Ines": "author"})
    desk.label(0, "Ann", {"By Ines": "author"})
    assert rows(desk) == [
        ("Ann, Bob", "2 new since it was done", "begun"),
        ("Ann", "one annotator", "done"),
    ]
    assert page_after(desk, 2) == "0"
    desk.act(0, TRUTH, {desk.block(0, "It leaves"): "none", desk.block(0, "By Ines"): "author"})
    assert rows(desk)[0] == ("Ann, Bob", "3 differences", "done")


def test_truth_that_nobody_else_has_labelled_is_listed(desk: Annotating) -> None:
    desk.label(1, TRUTH, {"What the market": "title"})
    desk.label(2, TRUTH, {"Storm": "title"}, "begun")
    desk.label(2, "Ann", {"Storm": "title"}, "begun")
    assert rows(desk) == [
        ("nobody", "adjudicated only", "begun"),
        ("nobody", "adjudicated only", "done"),
    ]


@pytest.mark.parametrize("state", ["new", "begun"])
def test_annotator_is_warned_of_labels_of_a_page_that_is_not_finished(
    desk: Annotating, state: str
) -> None:
    desk.label(2, "Ann", {"Storm": "title"})
    desk.label(2, "Bob & Co", {"Storm": "body"}, state)
    html = LexborHTMLParser(desk.get("/annotate/adjudicate/2", by="Bob & Co").text)
    assert html.css(".lead")[0].text() == (
        "You have not finished this page yet, Bob & Co. The labels of others would bias you."
    )
    assert [link.attributes["href"] for link in html.css(".known a")] == [
        "/annotate/2?by=Bob%20%26%20Co",
        "/annotate/adjudicate/2",
    ]
    assert html.css("iframe") == []


@pytest.mark.parametrize("state", ["done", "unsure", "skipped"])
def test_annotator_who_is_done_with_a_page_may_adjudicate_it(desk: Annotating, state: str) -> None:
    desk.label(2, "Bob", {"Storm": "body"}, state)
    html = LexborHTMLParser(desk.get("/annotate/adjudicate/2", by="Bob").text)
    assert len(html.css("iframe")) == 1


def test_differences_are_told_with_who_says_what(desk: Annotating) -> None:
    desk.label(0, "Ann", ANN)
    desk.label(0, "Bob", BOB)
    desk.label(0, "Eve", {"3 hours": "title"}, "begun")
    said = desk.get("/annotate/adjudicate/0/data").json()
    assert said["annotators"] == {"Ann": "done", "Bob": "done"}
    assert said["agreed"] == {
        desk.block(0, "The ferry is back"): "title",
        desk.block(0, "After"): "body",
    }
    assert said["disputes"] == [
        {
            "block": int(desk.block(0, "3 hours")),
            "says": {"Ann": "date", "Bob": None},
            "tag": "relative date",
        },
        {
            "block": int(desk.block(0, "The ferry on")),
            "says": {"Ann": "caption", "Bob": "figure"},
            "tag": "photo or caption",
        },
    ]


def test_one_annotators_labels_can_be_confirmed_as_they_are(desk: Annotating) -> None:
    desk.label(0, "Ann", ANN)
    said = desk.get("/annotate/adjudicate/0/data").json()
    assert said["disputes"] == []
    assert said["agreed"] == desk.said(0, "Ann")["labels"]


def test_page_tells_which_is_decided_next(desk: Annotating) -> None:
    desk.label(0, "Ann", ANN)
    desk.label(2, "Ann", {"Storm": "title"})
    desk.label(2, TRUTH, {"Storm": "title"})
    assert page_after(desk, 2) == "0"
    assert desk.get("/annotate/adjudicate/5").status_code == 404
