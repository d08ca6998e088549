"""What there is to adjudicate."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    html = LexborHTMLParser(desk.get("/annotate/adjudicate/2").text)
    assert html.body is not None
    assert html.body.attributes["data-next"] == "0"
    assert desk.get("/annotate/adjudicate/5").status_code == 404
