"""The list of pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from honbun.web.annotate.views import Index
from tests.web.annotate.serving import annotating
from tests.web.annotate.site import SITE, STORM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.annotate.serving import Annotating


def shown(desk: Annotating, **query: str) -> LexborHTMLParser:
    answer = desk.get("/annotate", **query)
    assert answer.status_code == 200
    return LexborHTMLParser(answer.text)


def texts(html: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in html.css(selector)]


def test_stranger_is_asked_for_a_name_and_offered_those_that_are_known(desk: Annotating) -> None:
    desk.act(0, "Ann & Bo", state="done")
    html = shown(desk)
    assert html.css_first("#by") is not None
    assert texts(html, ".known a") == ["Ann & Bo"]
    assert html.css(".known a")[0].attributes["href"] == "/annotate?by=Ann%20%26%20Bo"
    assert html.css(".pages li") == []


def test_list_tells_how_far_one_is(desk: Annotating) -> None:
    desk.label(0, "Ann", {"The ferry is back": "title", "After": "body"})
    desk.label(1, "Ann", {"What the market": "title"}, "unsure")
    desk.act(2, "Ann", state="skipped")
    desk.label(3, "Ann", {"港の朝市": "title"}, "begun")
    html = shown(desk, by="Ann")
    assert texts(html, ".progress p")[0] == "1 of 5 pages done, 1 unsure, 1 skipped, 2 left."
    assert texts(html, ".pages .state") == ["done", "unsure", "skipped", "begun", "not begun"]
    assert texts(html, ".pages .labels") == [
        "2 labels",
        "1 label",
        "0 labels",
        "1 label",
        "0 labels",
    ]


def test_one_goes_on_with_what_was_begun_and_else_with_what_is_new(desk: Annotating) -> None:
    def link() -> str | None:
        return shown(desk, by="Ann").css(".progress a")[0].attributes["href"]

    assert link() == "/annotate/0?by=Ann"
    desk.act(0, "Ann", state="done")
    assert link() == "/annotate/1?by=Ann"
    desk.act(3, "Ann", {desk.block(3, "港の朝市"): "title"})
    assert link() == "/annotate/3?by=Ann"


def test_all_done_says_so(desk: Annotating) -> None:
    for n in range(len(SITE)):
        desk.act(n, "Ann", state="done")
    html = shown(desk, by="Ann")
    assert html.css_first(".progress a") is None
    assert texts(html, ".progress .notice") == ["All pages are finished. Thank you!"]


def test_words_of_pages_stay_words(desk: Annotating) -> None:
    html = shown(desk, by="<script>alert(1)</script>", q="<img src=x onerror=alert(1)>")
    assert html.css("main script, main img") == []
    assert texts(html, "#you") == ["<script>alert(1)</script>"]


def test_list_is_narrowed_by_state_and_by_words(desk: Annotating) -> None:
    desk.act(0, "Ann", state="done")
    numbers = texts(shown(desk, by="Ann", state="done"), ".pages .number")
    assert numbers == ["1"]
    assert texts(shown(desk, by="Ann", q="MARKET"), ".pages .number") == ["2"]
    assert texts(shown(desk, by="Ann", q="market", state="done"), ".pages .number") == []


def test_many_pages_come_in_parts(tmp_path: Path) -> None:
    many = [
        replace(STORM, url=f"https://harbour.example/{number}", source=str(number))
        for number in range(250)
    ]
    with annotating(many, tmp_path / "labels") as desk:
        last = shown(desk, by="Ann", part="2")
        assert texts(last, ".pages .number")[0] == "201"
        assert texts(last, ".parts span") == ["201–250 of 250"]
        assert last.css_first(".parts [rel=next]") is None
        href = last.css(".parts [rel=prev]")[0].attributes["href"]
        assert href == "/annotate?by=Ann&part=1"

        beyond = shown(desk, by="Ann", part="99")
        assert texts(beyond, ".parts span") == ["201–250 of 250"]
        assert texts(beyond, ".pages .number") == texts(last, ".pages .number")


def test_first_list_has_the_titles_already(desk: Annotating) -> None:
    assert texts(shown(desk, by="Ann"), ".pages strong")[:3] == [
        "The ferry is back",
        "What the market sells",
        "Storm takes the pier",
    ]


def test_words_are_said_not_to_be_looked_for_in_titles_that_are_not_read_yet(
    desk: Annotating, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Index, "_find_titles", lambda self: None)
    assert texts(shown(desk, by="Ann"), "#untitled") == []
    assert texts(shown(desk, by="Ann", q="pier"), "#untitled") == [
        "The titles of 5 pages are still being read, and are not searched yet."
    ]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("ann", "ann is taken: there is an annotator Ann"),
        ("truth", "no annotator may be called truth: it stands for the adjudicated labels"),
    ],
)
def test_who_gives_a_name_that_is_none_is_asked_again(
    desk: Annotating, name: str, line: str
) -> None:
    desk.act(0, "Ann", state="done")
    answer = desk.get("/annotate", by=name)
    html = LexborHTMLParser(answer.text)
    assert (answer.status_code, texts(html, "#trouble")) == (400, [line])
    assert html.css("#by")[0].attributes["value"] == name
    assert texts(html, ".known a") == ["Ann"]


@pytest.mark.parametrize("part", ["x", "-1", "9" * 50, "٣", "7"])
def test_part_that_there_is_not_is_no_trouble(desk: Annotating, part: str) -> None:
    assert desk.get("/annotate", by="Ann", part=part).status_code == 200


def test_tool_asks_who_one_is_first(desk: Annotating) -> None:
    answer = desk.get("/annotate/0")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/annotate")
    assert desk.get("/annotate/0", by="truth").status_code == 400
    assert desk.get("/annotate/5", by="Ann").status_code == 404
