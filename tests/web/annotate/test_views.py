"""The list of pages of an annotator."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from honbun.web.background import BackgroundResults
from tests.web.annotate.site import SITE, STORM
from tests.web.serving import serving

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.web.serving import Server


def shown(server: Server, **query: str) -> LexborHTMLParser:
    answer = server.get("/annotate", **query)
    assert answer.status_code == 200
    return LexborHTMLParser(answer.text)


def texts(html: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in html.css(selector)]


def test_the_form_asks_for_a_name_and_links_to_known_ones(server: Server) -> None:
    server.act(0, "Ann & Bo", state="done")
    html = shown(server)
    assert html.css_first("#by") is not None
    assert texts(html, ".known a") == ["Ann & Bo"]
    assert html.css(".known a")[0].attributes["href"] == "/annotate?by=Ann%20%26%20Bo"
    assert html.css(".pages li") == []
    for name, line in (
        ("ann & bo", "ann & bo is too similar to the annotator Ann & Bo"),
        ("truth", "an annotator cannot be called truth"),
    ):
        answer = server.get("/annotate", by=name)
        html = LexborHTMLParser(answer.text)
        assert answer.status_code == 400
        assert texts(html, "#trouble")[0].startswith(line)
        assert html.css("#by")[0].attributes["value"] == name
    answer = server.get("/annotate/0")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/annotate")
    assert server.get("/annotate/0", by="truth").status_code == 400
    assert server.get("/annotate/5", by="Ann").status_code == 404


def test_the_list_shows_progress_and_where_to_continue(server: Server) -> None:
    def resume() -> str | None:
        return shown(server, by="Ann").css(".progress a")[0].attributes["href"]

    assert resume() == "/annotate/0?by=Ann"
    server.label(0, "Ann", {"The ferry is back": "title", "After": "body"})
    assert resume() == "/annotate/1?by=Ann"
    server.label(1, "Ann", {"What the market": "title"}, "unsure")
    server.act(2, "Ann", state="skipped")
    server.label(3, "Ann", {"港の朝市": "title"}, "begun")
    assert resume() == "/annotate/3?by=Ann"
    html = shown(server, by="Ann")
    assert texts(html, ".pages strong")[:2] == ["The ferry is back", "What the market sells"]
    assert texts(html, ".progress p")[0] == "1 of 5 pages done, 1 unsure, 1 skipped, 2 left."
    assert texts(html, ".pages .state") == ["done", "unsure", "skipped", "begun", "not begun"]
    labels = ["2 labels", "1 label", "0 labels", "1 label", "0 labels"]
    assert texts(html, ".pages .labels") == labels
    for n in range(len(SITE)):
        server.act(n, "Ann", state="done")
    html = shown(server, by="Ann")
    assert html.css_first(".progress a") is None
    assert texts(html, ".progress .notice") == ["All pages are finished. Thank you!"]


def test_the_list_is_filtered_by_state_and_words(server: Server) -> None:
    server.act(0, "Ann", state="done")
    assert texts(shown(server, by="Ann", state="done"), ".pages .number") == ["1"]
    assert texts(shown(server, by="Ann", q="MARKET"), ".pages .number") == ["2"]
    assert texts(shown(server, by="Ann", q="market", state="done"), ".pages .number") == []
    html = shown(server, by="<script>alert(1)</script>", q="<img src=x onerror=alert(1)>")
    assert html.css("main script, main img") == []
    assert texts(html, "#you") == ["<script>alert(1)</script>"]


def test_a_long_list_has_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BackgroundResults, "start", lambda self: None)  # no title is known
    many = [
        replace(STORM, url=f"https://harbour.example/{number}", source=str(number))
        for number in range(250)
    ]
    with serving(many, tmp_path) as server:
        last = shown(server, by="Ann", part="2")
        assert texts(last, ".pages .number")[0] == "201"
        assert texts(last, ".parts span") == ["201–250 of 250"]
        assert last.css_first(".parts [rel=next]") is None
        href = last.css(".parts [rel=prev]")[0].attributes["href"]
        assert href == "/annotate?by=Ann&part=1"
        for part in ("x", "-1", "9" * 50, "٣", "99"):
            assert server.get("/annotate", by="Ann", part=part).status_code == 200
        beyond = shown(server, by="Ann", part="99")
        assert texts(beyond, ".pages .number") == texts(last, ".pages .number")
        # Titles that are not known yet are not searched, which the page says.
        assert texts(last, "#untitled") == []
        assert texts(shown(server, by="Ann", q="pier"), "#untitled") == [
            "The titles of 250 pages are still being read, and are not searched yet."
        ]
