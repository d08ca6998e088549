"""Labels that are taken along."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from honbun.annotation.model import TRUTH
from honbun.page import Page
from tests.web.annotate.serving import annotating
from tests.web.annotate.site import SITE

if TYPE_CHECKING:
    from pathlib import Path

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


def test_page_tells_what_there_is_and_what_the_site_format_cannot_tell(tmp_path: Path) -> None:
    # A selector cannot leave out what is in the middle and keep what is inside it.
    nested = Page("<title>Ice</title><div>Ice<div>Share<div>Mind your step", source="ice")
    with annotating([*SITE, nested], tmp_path / "labels") as desk:
        desk.label(2, "Ann", STORM)
        desk.label(5, "Ann", {"Ice": "body", "Mind": "body"})
        desk.label(0, "Bob", {"The ferry is back": "title"}, "begun")
        html = LexborHTMLParser(desk.get("/annotate/export").text)
        desk.label(0, "Bob", {"The ferry is back": "title"})
        later = LexborHTMLParser(desk.get("/annotate/export").text)
    ann, bob = html.css(".export")
    assert ann.css("p")[0].text() == "2 pages done."
    assert ann.css(".lost")[0].text().startswith("The site format cannot tell 1 block as labelled")
    assert [line.text() for line in bob.css("p")] == ["No page is done yet."]
    assert later.css(".export")[1].css("p")[0].text() == "1 page done."


def test_export_of_nothing_is_no_file(desk: Annotating) -> None:
    desk.label(0, "Ann", {"The ferry is back": "title"}, "begun")
    for form in ("site", "jsonl"):
        answer = desk.get("/annotate/export", format=form)
        assert (answer.status_code, answer.text[:21]) == (404, "no page is done yet: ")
