"""Labels that are taken along."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from honbun.annotation.model import TRUTH

if TYPE_CHECKING:
    from tests.web.annotate.serving import Annotating

STORM = {"Storm": "title", "In the night": "body"}


def test_lines_hold_the_labels_and_the_page(desk: Annotating) -> None:
    desk.label(2, "Ann", STORM)
    desk.label(0, "Ann", {"The ferry is back": "title"}, "begun")
    answer = desk.get("/annotate/export", format="jsonl")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="labels.jsonl"'
    [line] = map(json.loads, answer.text.splitlines())
    assert line["url"] == "https://harbour.example/storm"
    assert line["html"].startswith("<!doctype html>")
    assert {label["text"]: label["kind"] for label in line["labels"]} == {
        "Storm takes the pier": "title",
        "In the night the sea took forty metres of the wooden pier.": "body",
    }


def test_truth_outranks_annotators_unless_one_is_named(desk: Annotating) -> None:
    desk.label(2, "Ann", STORM)
    desk.label(2, TRUTH, {"Storm": "title"})
    [truth] = map(json.loads, desk.get("/annotate/export", format="jsonl").text.splitlines())
    [ann] = map(
        json.loads, desk.get("/annotate/export", format="jsonl", by="Ann").text.splitlines()
    )
    assert (truth["annotator"], len(truth["labels"])) == (TRUTH, 1)
    assert (ann["annotator"], len(ann["labels"])) == ("Ann", 2)


def test_site_format_is_a_zip_of_stamped_pages(desk: Annotating) -> None:
    desk.label(2, "Ann", STORM)
    answer = desk.get("/annotate/export", format="site")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
    assert "harbour.example/site.json" in names
    assert len(names) == 2


def test_whose_labels_are_meant_has_to_be_said(desk: Annotating) -> None:
    desk.label(2, "Ann", STORM)
    desk.label(2, "Bob", STORM)
    assert desk.get("/annotate/export", format="jsonl").status_code == 400
    assert desk.get("/annotate/export", format="jsonl", by="Eve").status_code == 400
    assert desk.get("/annotate/export", format="xml").status_code == 400
    html = LexborHTMLParser(desk.get("/annotate/export").text)
    assert [heading.text() for heading in html.css("h2")] == ["Ann", "Bob"]
