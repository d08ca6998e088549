"""The agreement of annotators, with numbers computed by hand, and the export of labels."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from honbun.annotation.model import TRUTH

if TYPE_CHECKING:
    from tests.web.serving import Server

# The page about the storm shows eight blocks: three in the menu, a title, a date, two paragraphs
# and a footer.
TRUE = {"Storm": "title", "11 May": "date", "In the night": "body", "Nobody": "body"}
ANN = {"Storm": "title", "In the night": "body", "Nobody": "body"}  # without the date
BOB = TRUE | {"The Harbour Post": "body"}  # and the footer
STORM = {"Storm": "title", "In the night": "body"}


@pytest.fixture
def storm(server: Server) -> Server:
    """The server with labels of one page by two annotators and the adjudicator."""
    server.label(2, TRUTH, TRUE)
    server.label(2, "Ann", ANN)
    server.label(2, "Bob", BOB, "unsure")
    server.label(0, "Bob", {"The ferry is back": "title"}, "begun")
    return server


def test_the_agreement_table_is_as_computed_by_hand(storm: Server) -> None:
    html = LexborHTMLParser(storm.get("/annotate/agreement").text)
    rows = [
        [cell.text().strip() for cell in row.css("th, td")]
        for row in html.css("#truth tbody tr, #pairs tbody tr")
    ]
    assert rows == [
        # Ann found 3 and has 3 of 4. By chance both agree on half: kappa is (7/8 - 1/2) / (1/2).
        # Of kinds: 7/8 alike, by chance (1·1 + 2·2 + 0·1 + 5·4) / 64 = 25/64; (56 - 25) / 39.
        ["Ann", "1", "8", "1.0000", "0.7500", "0.8571", "0.0000", "0.7500", "0.7949"],
        # Bob found 5, of which 4 are true. By chance (1 + 1 + 3·2 + 3·4) / 64 = 20/64 of kinds.
        ["Bob", "1", "8", "0.8000", "1.0000", "0.8889", "0.0000", "0.7500", "0.8182"],
        # Both: 8 found, 8 true, 7 right. Kinds: 14/16 alike, by chance
        # (2·2 + 1·2 + 5·4 + 8·8) / 256 = 90/256; content (8·8 + 8·8) / 256.
        ["total", "2", "16", "0.8750", "0.8750", "0.8750", "0.0000", "0.7500", "0.8072"],
        # Ann's 3 are among Bob's 5. By chance (3·5 + 5·3) / 64; kinds (1 + 0 + 2·3 + 5·3) / 64.
        ["Ann", "Bob", "1", "8", "1.0000", "0.6000", "0.7500", "0.0000", "0.5294", "0.6190"],
    ]


def test_the_kinds_of_each_two_are_compared(storm: Server) -> None:
    html = LexborHTMLParser(storm.get("/annotate/agreement").text)
    tables = {table.css("caption")[0].text(): table for table in html.css(".confusions table")}
    assert list(tables) == [
        "Ann ↓ against truth →",
        "Bob ↓ against truth →",
        "Ann ↓ against Bob →",
    ]
    names, *rows = [
        [cell.text() for cell in row.css("th, td")]
        for row in tables["Ann ↓ against truth →"].css("tr")
    ]
    assert names == ["", "body", "title", "date", "none"]
    assert rows == [
        ["body", "2", "0", "0", "0"],
        ["title", "0", "1", "0", "0"],
        ["date", "0", "0", "0", "0"],
        ["none", "0", "0", "1", "4"],
    ]


def test_agreement_is_available_as_csv_and_json(storm: Server) -> None:
    answer = storm.get("/annotate/agreement", format="csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="agreement.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["annotator"] for row in rows] == ["Ann", "Bob", "total", "Ann"]
    assert (rows[0]["precision"], rows[0]["recall"]) == ("1.0", "0.75")
    # It is computed again when labels change.
    storm.label(0, "Ann", {"The ferry on": "caption", "3 hours": "date"})
    storm.label(0, "Bob", {"The ferry on": "figure"})
    found = storm.get("/annotate/agreement", format="json").json()
    confusion = {"annotator": "Ann", "against": TRUTH, "says": "none", "other": "date", "blocks": 1}
    assert confusion in found["kinds"]
    assert found["disputes"] == {
        "photo or caption": 1,
        "relative date": 1,
        # Bob's title, which was only begun before; on the storm, the date and the footer.
        "content or not": 3,
        "which kind": 0,
    }


def test_the_export_page_counts_finished_pages(server: Server) -> None:
    server.label(2, "Ann", STORM)
    server.label(1, "Ann", {})
    server.label(0, "Bob", {"The ferry is back": "title"}, "begun")
    html = LexborHTMLParser(server.get("/annotate/export").text)
    server.label(0, "Bob", {"The ferry is back": "title"})
    later = LexborHTMLParser(server.get("/annotate/export").text)
    assert [heading.text() for heading in html.css("h2")] == ["Ann", "Bob"]
    ann, bob = html.css(".export")
    assert ann.css("p")[0].text() == "2 pages done."
    assert [line.text() for line in bob.css("p")] == ["No page is done yet."]
    assert later.css(".export")[1].css("p")[0].text() == "1 page done."


def test_json_lines_have_the_labels_and_the_page(server: Server) -> None:
    assert LexborHTMLParser(server.get("/annotate/agreement").text).css("table") == []
    assert server.get("/annotate/agreement", format="csv").text == ""
    assert server.get("/annotate/agreement", format="xls").status_code == 400
    empty = server.get("/annotate/export", format="jsonl")
    assert (empty.status_code, empty.text[:21]) == (404, "no page is done yet: ")
    server.label(2, "Ann", STORM)
    server.label(0, "Ann", {"The ferry is back": "title"}, "begun")
    answer = server.get("/annotate/export", format="jsonl")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="labels.jsonl"'
    [line] = map(json.loads, answer.text.splitlines())
    assert line["url"] == "https://harbour.example/storm"
    assert line["html"].startswith("<!doctype html>")
    assert {label["text"]: label["kind"] for label in line["labels"]} == {
        "Storm takes the pier": "title",
        "In the night the sea took forty metres of the wooden pier.": "body",
    }
    # Of several annotators one has to be named, unless there is a truth.
    server.label(2, "Bob", STORM)
    for query in ({"format": "jsonl"}, {"format": "jsonl", "by": "Eve"}, {"format": "xml"}):
        assert server.get("/annotate/export", **query).status_code == 400
    server.label(2, TRUTH, {"Storm": "title"})
    for query, name, labels in (({}, TRUTH, 1), ({"by": "Ann"}, "Ann", 2)):
        answer = server.get("/annotate/export", format="jsonl", **query)
        [line] = map(json.loads, answer.text.splitlines())
        assert (line["annotator"], len(line["labels"])) == (name, labels)
