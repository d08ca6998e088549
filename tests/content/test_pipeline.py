from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import extract
from honbun.content.explain import ALL_REPEATED, FRAMESET, NO_TEXT, RAREST, few_pages
from honbun.content.model import Content, ContentOptions, Role
from honbun.content.template.judge import Judgement, judge
from honbun.page import Page
from honbun.runner.run import Run

if TYPE_CHECKING:
    from honbun.content.template.reading import Reading
    from honbun.content.template.template import Template
    from honbun.errors import Failure

FAITHFUL = ContentOptions(faithful=True)


def page(body: str, title: str = "Site") -> Page:
    frame = f"<title>{title}</title><ul><li>Home<li>News</ul>{body}<p>© Example"
    return Page(frame, url="https://example.org/")


def extracted(*pages: Page, options: ContentOptions | None = None) -> list[Content]:
    return list(extract(pages, options))


def test_text_of_one_page_only_is_content() -> None:
    first, second = extracted(page("<p>First text."), page("<p>Second text."))
    assert first.text == "First text."
    assert second.text == "Second text."
    assert [block.xpath for block in first.blocks] == ["/html/body/p[1]"]
    assert (first.method, first.reason) == ("collection", few_pages(2))


def test_results_come_in_the_order_of_the_pages() -> None:
    contents = extracted(*(page(f"<p>Text number {i}.") for i in range(100)))
    assert [content.text for content in contents] == [f"Text number {i}." for i in range(100)]


def test_a_page_that_occurs_twice_keeps_its_content() -> None:
    twice = page("<p>The same article.")
    others = [page(f"<p>Text number {i}.") for i in range(8)]
    contents = extracted(twice, twice, *others)
    assert [(c.text, c.reason) for c in contents[:2]] == [("The same article.", None)] * 2


def test_a_page_without_text_of_its_own_keeps_the_rarest_blocks() -> None:
    others = [page(f"<p>Text number {i}." + "<p>A word for many." * (i % 2)) for i in range(8)]
    content = extracted(page("<p>A word for many."), *others)[0]
    assert (content.text, content.reason) == ("A word for many.", RAREST)


def test_the_papers_method_leaves_repeated_pages_empty() -> None:
    twice = page("<p>The same article.")
    contents = extracted(twice, twice, page("<p>Another."), options=FAITHFUL)
    assert contents[0].blocks == ()
    assert contents[0].reason == ALL_REPEATED


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("", NO_TEXT),
        ("<p><!-- nothing --></p>", NO_TEXT),
        ("<script>code()</script>", NO_TEXT),
        ("<frameset><frame src=a></frameset>", FRAMESET),
    ],
)
def test_the_reason_says_why_content_is_empty(html: str, reason: str) -> None:
    content = extracted(Page(html, url="https://example.org/"), page("<p>Text."))[0]
    assert (content.text, content.reason) == ("", reason)


def test_a_picture_that_no_other_page_has_is_content() -> None:
    content = extracted(page('<div><img src=a alt="A boat"></div><p>Text.'), page("<p>Other."))[0]
    assert [(block.role, block.text) for block in content.blocks] == [
        (Role.FIGURE, ""),
        (Role.BODY, "Text."),
    ]


def test_the_heading_that_matches_the_declared_title_is_the_title() -> None:
    content = extracted(
        page("<h2>Boats | and more</h2><h2>Boats of May</h2><p>Text.", "Boats of May - Site"),
        page("<h2>Other</h2><p>Other.", "Other - Site"),
    )[0]
    assert content.title == "Boats of May"
    assert [block.role for block in content.blocks] == [Role.BODY, Role.TITLE, Role.BODY]


def test_an_unreadable_page_is_reported_and_the_others_continue() -> None:
    failures: list[Failure] = []
    png = Page(b"\x89PNG\r\n\x1a\n\x00\x00", source="a.png")
    contents = list(extract([png, page("<p>Text.")], run=Run(on_failure=failures.append)))
    assert len(contents) == 1
    assert [(failure.source, failure.step) for failure in failures] == [("a.png", "extract")]
    assert "PNG" in failures[0].message


def test_a_page_that_cannot_be_judged_is_reported_and_the_others_continue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(reading: Reading, template: Template) -> Judgement:
        if "Text number 3." in reading.outline.text:
            raise RuntimeError("no judgement")
        return judge(reading, template)

    monkeypatch.setattr("honbun.content.collection.judge", broken)
    failures: list[Failure] = []
    pages = [page(f"<p>Text number {i}.") for i in range(8)]
    contents = list(extract(pages, run=Run(on_failure=failures.append)))
    assert [content.text[-2] for content in contents] == list("0124567")
    assert [(failure.step, failure.message) for failure in failures] == [
        ("judge", "RuntimeError: no judgement")
    ]


def test_the_url_is_the_canonical_link_or_the_fallback() -> None:
    linked = Page(
        '<link rel="canonical" href="https://e.org/a">x', source="f/a", fallback_url="a.html"
    )
    bare = Page("<p>y", source="f/b.html", fallback_url="b.html")
    hostile = Page(
        '<link rel=canonical href="http://[">z', source="f/c.html", fallback_url="c.html"
    )
    assert [content.url for content in extracted(linked, bare, hostile)] == [
        "https://e.org/a",
        "b.html",
        "c.html",
    ]


def test_metadata_is_read_from_declarations() -> None:
    html = (
        '<html lang="ja"><head><meta property="og:site_name" content="みなと">'
        '<meta name="author" content="髙橋"><meta property="og:image" content="/a.jpg">'
        '<meta property="article:published_time" content="2024-05-10"></head><p>本文'
    )
    content = extracted(Page(html, url="https://e.org/x/"), page("<p>Other."))[0]
    assert (content.site, content.author, content.date) == ("みなと", "髙橋", "2024-05-10")
    assert (content.language, content.image) == ("ja", "https://e.org/a.jpg")


def test_a_result_has_the_encoding_of_its_page() -> None:
    japanese = Page(
        "<meta charset=shift_jis><p>①㈱髙".encode("cp932") + b"\x81", url="https://e.org/"
    )
    content = extracted(japanese, page("<p>Other."))[0]
    assert content.text == "①㈱髙\ufffd"
    assert (content.encoding, content.replaced) == ("shift_jis", 1)
