"""The list of pages to adjudicate, and their disputes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from honbun.annotation.model import TRUTH

if TYPE_CHECKING:
    from tests.web.serving import Server

ANN = {"The ferry is back": "title", "3 hours": "date", "After": "body", "The ferry on": "caption"}
BOB = {"The ferry is back": "title", "After": "body", "The ferry on": "figure"}


def rows(server: Server) -> list[tuple[str, str, str]]:
    html = LexborHTMLParser(server.get("/annotate/adjudicate").text)
    return [
        (
            row.css(".address")[0].text(),
            row.css(".labels")[0].text(),
            row.css(".state")[0].text(),
        )
        for row in html.css(".pages li")
    ]


def page_after(server: Server, n: int) -> str | None:
    """The next page to decide."""
    html = LexborHTMLParser(server.get(f"/annotate/adjudicate/{n}").text)
    assert html.body is not None
    return html.body.attributes["data-next"]


def test_disputed_pages_come_first_and_decided_ones_last(server: Server) -> None:
    server.label(0, "Ann", {"The ferry is back": "title"})
    server.label(0, "Bob", {"The ferry is back": "body"})
    server.label(0, TRUTH, {"The ferry is back": "title"})
    server.label(1, "Ann", {"What the market": "title"})
    server.label(2, "Ann", {"Storm": "title"})
    server.label(2, "Bob", {"Storm": "title", "11 May": "date", "Nobody": "body"})
    server.label(3, "Bob", {"港の朝市": "title"})
    server.label(3, "Ann", {"港の朝市": "title"})
    server.label(4, "Ann", {"A page": "body"}, "begun")
    server.label(4, TRUTH, {"A page": "body"}, "begun")
    assert rows(server) == [
        ("Ann, Bob", "2 differences", "open"),
        ("Ann", "one annotator", "open"),
        ("Ann, Bob", "all agree", "open"),
        ("nobody", "adjudicated only", "begun"),
        ("Ann, Bob", "1 difference", "done"),
    ]
    assert (page_after(server, 0), page_after(server, 2)) == ("2", "1")
    assert server.get("/annotate/adjudicate/5").status_code == 404
    answer = server.get("/annotate/adjudicate/1/data").json()
    assert (answer["disputes"], answer["agreed"]) == ([], server.page_labels(1, "Ann")["labels"])


@pytest.mark.parametrize("state", ["new", "begun", "done", "unsure", "skipped"])
def test_an_annotator_who_has_not_finished_the_page_is_warned(server: Server, state: str) -> None:
    server.label(2, "Ann", {"Storm": "title"})
    server.label(2, "Bob & Co", {"Storm": "body"}, state)
    html = LexborHTMLParser(server.get("/annotate/adjudicate/2", by="Bob & Co").text)
    if state not in ("new", "begun"):
        assert len(html.css("iframe")) == 1
        return
    assert html.css(".lead")[0].text() == (
        "You have not finished this page yet, Bob & Co. The labels of others would bias you."
    )
    assert [link.attributes["href"] for link in html.css(".known a")] == [
        "/annotate/2?by=Bob%20%26%20Co",
        "/annotate/adjudicate/2",
    ]
    assert html.css("iframe") == []


def test_new_labels_open_a_page_again(
    server: Server,
) -> None:
    server.label(0, "Ann", ANN)
    server.label(0, "Bob", BOB)
    truth = {"The ferry is back": "title", "3 hours": "none", "After": "body"}
    server.label(0, TRUTH, truth | {"The ferry on": "caption"})
    server.label(2, "Ann", {"Storm": "title"})
    server.label(2, TRUTH, {"Storm": "title"})
    assert rows(server) == [("Ann, Bob", "2 differences", "done"), ("Ann", "one annotator", "done")]
    assert page_after(server, 2) == ""
    # Bob changes a decided label and labels two more blocks; Ann labels one of them too.
    server.label(0, "Bob", {"3 hours": "body", "It leaves": "body", "By Ines": "author"})
    server.label(0, "Ann", {"By Ines": "author"})
    assert rows(server) == [
        ("Ann, Bob", "2 new since it was done", "begun"),
        ("Ann", "one annotator", "done"),
    ]
    assert page_after(server, 2) == "0"
    server.act(
        0, TRUTH, {server.block(0, "It leaves"): "none", server.block(0, "By Ines"): "author"}
    )
    assert rows(server)[0] == ("Ann, Bob", "3 differences", "done")


def test_disputes_have_the_label_of_each_annotator(server: Server) -> None:
    server.label(0, "Ann", ANN)
    server.label(0, "Bob", BOB)
    server.label(0, "Eve", {"3 hours": "title"}, "begun")
    answer = server.get("/annotate/adjudicate/0/data").json()
    assert answer["annotators"] == {"Ann": "done", "Bob": "done"}
    assert answer["agreed"] == {
        server.block(0, "The ferry is back"): "title",
        server.block(0, "After"): "body",
    }
    assert answer["disputes"] == [
        {
            "block": int(server.block(0, "3 hours")),
            "says": {"Ann": "date", "Bob": None},
            "tag": "relative date",
        },
        {
            "block": int(server.block(0, "The ferry on")),
            "says": {"Ann": "caption", "Bob": "figure"},
            "tag": "photo or caption",
        },
    ]
