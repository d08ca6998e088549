"""The table of agreement, with numbers that were computed by hand."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from honbun.annotation.model import TRUTH

if TYPE_CHECKING:
    from tests.web.annotate.serving import Annotating

# The page about the storm shows eight blocks: three in the menu, a title, a date, two paragraphs
# and a footer.
TRUE = {"Storm": "title", "11 May": "date", "In the night": "body", "Nobody": "body"}
ANN = {"Storm": "title", "In the night": "body", "Nobody": "body"}  # without the date
BOB = TRUE | {"The Harbour Post": "body"}  # and the footer


@pytest.fixture
def judged(desk: Annotating) -> Annotating:
    desk.label(2, TRUTH, TRUE)
    desk.label(2, "Ann", ANN)
    desk.label(2, "Bob", BOB, "unsure")
    desk.label(0, "Bob", {"The ferry is back": "title"}, "begun")
    return desk


def test_table_is_what_one_computes_by_hand(judged: Annotating) -> None:
    html = LexborHTMLParser(judged.get("/annotate/agreement").text)
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


def test_disputes_are_counted_by_what_they_are_about(judged: Annotating) -> None:
    judged.label(0, "Ann", {"The ferry on": "caption", "3 hours": "date"})
    judged.label(0, "Bob", {"The ferry on": "figure"})
    told = judged.get("/annotate/agreement", format="json").json()
    assert told["disputes"] == {
        "photo or caption": 1,
        "relative date": 1,
        # Bob's title, which only was begun before; on the storm, the date and the footer.
        "content or not": 3,
        "which kind": 0,
    }


def test_table_comes_as_csv(judged: Annotating) -> None:
    answer = judged.get("/annotate/agreement", format="csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="agreement.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["annotator"] for row in rows] == ["Ann", "Bob", "total", "Ann"]
    assert (rows[0]["precision"], rows[0]["recall"]) == ("1.0", "0.75")


def test_kinds_that_are_taken_for_others_are_told(judged: Annotating) -> None:
    told = judged.get("/annotate/agreement", format="json").json()
    assert {
        "annotator": "Ann",
        "against": TRUTH,
        "says": "none",
        "other": "date",
        "blocks": 1,
    } in told["kinds"]


def test_table_is_of_the_labels_as_they_are_now(judged: Annotating) -> None:
    def recall() -> float:
        rows = judged.get("/annotate/agreement", format="json").json()["agreement"]
        return float(rows[0]["recall"])

    assert recall() == recall() == 0.75
    judged.label(2, "Ann", {"11 May": "date"})
    assert recall() == 1


def test_nothing_labelled_is_no_trouble(desk: Annotating) -> None:
    html = LexborHTMLParser(desk.get("/annotate/agreement").text)
    assert html.css("table") == []
    assert desk.get("/annotate/agreement", format="csv").text == ""
    assert desk.get("/annotate/agreement", format="xls").status_code == 400
