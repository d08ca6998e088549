"""Pages of XML tools, in which a tag like `<script/>` swallows what follows it."""

from __future__ import annotations

import pytest

from honbun.api import extract_page, feed, posts
from honbun.html import parse as parsing
from honbun.html.parse import parse, parse_selected
from honbun.page import Page

BODY = "".join(
    f"<div class='row'><h2>Station {number}</h2><p>The gauge at station {number} was read at noon, "
    f"and the water had risen by {number} centimetres since the morning.</p></div>\r\n"
    for number in range(60)
)
TAGS = [
    "<iframe src='a'/>",
    "<script src='a.js' />",
    "<style/>",
    "<textarea name='t'/>",
    "<title/>",
]


def page(tag: str) -> str:
    return f"<html><head><meta charset='utf-8'/></head><body>\r\n{tag}{BODY}</body></html>"


@pytest.mark.parametrize("tag", TAGS)
def test_page_is_read_behind_a_tag_that_swallows_it(tag: str) -> None:
    tree = parse(page(tag))
    assert tree.text.count("The gauge at station") == 60
    assert "<p>" not in tree.text
    assert tree.closed == 1
    assert len(tree.find("h2")) == 60


@pytest.mark.parametrize("tag", TAGS)
def test_short_article_is_read_behind_such_a_tag(tag: str) -> None:
    paragraphs = "".join(f"<p>{n} " + "the water had risen since noon. " * 10 for n in range(12))
    assert parse(f"<title>Gauges</title>{tag}{paragraphs}").closed == 1


@pytest.mark.parametrize("tag", TAGS)
def test_repair_is_said_in_the_result_of_every_command(tag: str) -> None:
    saved = Page(page(tag), url="https://e.org/1", source="1")
    phrase = ("tags such as <script/> were closed, as in XML: 1",)
    assert extract_page(saved).truncated == phrase
    assert feed(saved).truncated == phrase
    (thread,) = posts([saved])
    assert thread.truncated == phrase


def test_positions_are_those_of_the_page_as_it_was() -> None:
    source = page("<script src='a.js'/><style/>")
    plain = source.replace("\r\n", "\n")
    tree = parse(source)
    spans = [tree.span(node) for node in tree.find("h2")]
    assert all(span is not None and plain[span.start : span.open_end] == "<h2>" for span in spans)
    first = spans[0]
    assert first is not None
    assert first.end is not None
    assert plain[first.start : first.end] == "<h2>Station 0</h2>"


def test_selected_parts_of_such_a_page_are_found() -> None:
    tree, kept = parse_selected(page("<script/>"), "h2", "p")
    assert len(kept) == 60
    assert tree.closed == 1


def test_page_that_has_its_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    document = parsing._document

    def counted(html: str, **options: bool) -> object:
        calls.append(html)
        return document(html, **options)

    monkeypatch.setattr(parsing, "_document", counted)
    html = page("").replace("</body>", "<script src='a.js'/></body>")
    assert parse(html).closed == 0
    parse("<html><script>" + "var a = 1; " * 5000 + "</script><p>text")
    assert len(calls) == 2


def test_script_that_is_closed_is_unchanged() -> None:
    html = "<html><script>" + "if (a < b) { c('<script src=x/>') }" * 500 + "</script><p>text"
    assert parse(html).text.strip() == "text"
    assert parse(html).closed == 0
