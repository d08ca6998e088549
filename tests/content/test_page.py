"""Pages judged alone by the shipped model: clear cases only."""

from __future__ import annotations

import gc
import logging
import pickle
import re
from time import process_time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from honbun.api import extract, extract_page
from honbun.content.explain import FRAMESET, NO_TEXT
from honbun.content.model import ContentOptions, Role
from honbun.errors import HonbunError, UnreadablePage
from honbun.html.tree import Tree
from honbun.page import Page
from honbun.runner.run import Run
from tests.content.written import ARTICLES, CARDS, ENGLISH, LISTING, POSTS, THREAD, Written
from tests.strategies import HTML

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.errors import Failure

URL = "https://gazette.example/2024/05/the-old-harbour-wall"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00"
EXPLAIN = ContentOptions(explain=True)
PRECISE, BROAD = ContentOptions(favor="precision"), ContentOptions(favor="recall")
WRITTEN = pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.language)


def content_texts(html: str, options: ContentOptions | None = None) -> list[str]:
    return [block.text for block in extract_page(html, options=options).blocks if block.text]


@WRITTEN
def test_heading_and_paragraphs_of_an_article_are_content(article: Written) -> None:
    assert [article.title, *article.text] == [
        text for text in content_texts(article.html) if text != article.byline
    ]


@WRITTEN
def test_a_heading_outside_the_text_element_is_content(article: Written) -> None:
    first, last = f"<p>{article.text[0]}", "</article>"
    html = article.html.replace(first, f"<div class=entry-content>{first}")
    found = content_texts(html.replace(last, f"</div>{last}"))
    assert [article.title, *article.text] == [text for text in found if text != article.byline]


@WRITTEN
def test_menu_sidebar_and_footer_are_not_content(article: Written) -> None:
    assert set(article.around).isdisjoint(content_texts(article.html))


@WRITTEN
def test_title_author_date_and_language_are_found(article: Written) -> None:
    content = extract_page(article.html, URL)
    assert (content.title, content.author) == (article.title, article.author)
    assert (content.date, content.language) == ("2024-05-10", article.language)
    assert (content.url, content.kind, content.reason) == (URL, "article", None)


def test_the_heading_is_the_title_and_the_paragraphs_are_body() -> None:
    roles = {block.text: block.role for block in extract_page(ENGLISH.html).blocks}
    assert roles[ENGLISH.title] is Role.TITLE
    assert {roles[paragraph] for paragraph in ENGLISH.text} == {Role.BODY}


def test_comments_do_not_displace_the_article() -> None:
    comments = "".join(
        f"<li class=comment><b>reader {n}</b><p>So it is, number {n}!</p>" for n in range(12)
    )
    html = ENGLISH.html.replace("</main>", f"<ol class=comments>{comments}</ol></main>")
    assert {ENGLISH.title, *ENGLISH.text} <= set(content_texts(html))
    assert set(ENGLISH.around).isdisjoint(content_texts(html))


def test_every_post_of_a_thread_is_content() -> None:
    found = content_texts(THREAD)
    assert [text for text in found if text in POSTS] == list(POSTS)
    assert {"Forums", "Members", "Log in", "Privacy policy"}.isdisjoint(found)


def test_the_cards_of_a_list_page_are_content() -> None:
    found = content_texts(LISTING)
    assert set(CARDS.values()) <= set(found)
    assert {"Basket", "Log in", "Returns", "Privacy policy"}.isdisjoint(found)


def test_a_picture_between_paragraphs_is_content_and_one_in_the_menu_is_not() -> None:
    picture = "<div><img src=/{}.jpg></div>"
    first, second = f"<p>{ENGLISH.text[0]}</p>", f"<p>{ENGLISH.text[1]}</p>"
    html = ENGLISH.html.replace(first + second, first + picture.format("wall") + second)
    html = html.replace("<nav", picture.format("logo") + "<nav")
    figures = [b for b in extract_page(html, URL).blocks if not b.text]
    assert [(block.role, block.xpath) for block in figures] == [
        (Role.FIGURE, "/html/body/main/article/div")
    ]


@pytest.mark.parametrize("html", [*(a.html for a in ARTICLES), THREAD, LISTING])
def test_a_page_alone_is_a_collection_of_one_page(html: str) -> None:
    page = Page(html, url=URL)
    assert list(extract([page], EXPLAIN)) == [extract_page(page, options=EXPLAIN)]


def test_bytes_text_and_page_give_the_same_result() -> None:
    text = extract_page(ENGLISH.html, URL)
    assert text == extract_page(ENGLISH.html.encode(), URL)
    assert text == extract_page(Page(ENGLISH.html, url=URL))


def test_bytes_are_decoded_by_their_declared_charset() -> None:
    html = ENGLISH.html.replace("utf-8", "iso-8859-1").replace("harbour", "Häfen")
    content = extract_page(html.encode("latin-1"), URL)
    assert content.encoding == "windows-1252"
    assert "Häfen" in content.text


def test_the_url_defaults_to_the_canonical_link() -> None:
    html = ENGLISH.html.replace("</head>", f"<link rel=canonical href={URL}></head>")
    assert extract_page(html).url == URL
    assert extract_page(ENGLISH.html).url == ""


@pytest.mark.parametrize("html", [PNG, b"%PDF-1.7 ...", bytes(1000)])
def test_other_file_types_are_unreadable(html: bytes) -> None:
    with pytest.raises(UnreadablePage, match="not a web page"):
        extract_page(html)


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("", NO_TEXT),
        (b"", NO_TEXT),
        (" \n", NO_TEXT),
        ("<p><!-- nothing --></p>", NO_TEXT),
        ("<script>code()</script>", NO_TEXT),
        ("<img src=a>", NO_TEXT),
        ("<frameset><frame src=a></frameset>", FRAMESET),
    ],
)
@pytest.mark.parametrize("options", [None, EXPLAIN, PRECISE, BROAD])
def test_the_reason_says_why_content_is_empty(
    html: bytes | str, reason: str, options: ContentOptions | None
) -> None:
    content = extract_page(html, options=options)
    assert (content.text, content.blocks, content.reason) == ("", (), reason)


def test_the_only_word_of_a_page_is_content() -> None:
    for options in (None, PRECISE, BROAD):
        assert extract_page("<nav><a href=/>Home</a></nav>", options=options).text == "Home"


def test_an_explanation_has_a_score_for_every_text() -> None:
    content = extract_page(ENGLISH.html, options=EXPLAIN)
    scores = {judged.text: judged.score for judged in content.explanation}
    assert set(scores) == {*ENGLISH.around, ENGLISH.title, ENGLISH.byline, *ENGLISH.text}
    assert all(0 <= score <= 1 for score in scores.values())
    least = min(scores[text] for text in ENGLISH.text)
    assert least > max(scores[text] for text in ENGLISH.around)


def test_explanations_are_optional() -> None:
    assert extract_page(ENGLISH.html, URL).explanation == ()


def test_explain_does_not_change_the_content() -> None:
    plain, explained = extract_page(THREAD, URL), extract_page(THREAD, URL, EXPLAIN)
    assert plain.blocks == explained.blocks


@pytest.mark.parametrize("html", [ENGLISH.html, THREAD, LISTING])
def test_recall_keeps_more_and_precision_less(html: str) -> None:
    few, some, many = (
        {block.xpath for block in extract_page(html, URL, options).blocks}
        for options in (PRECISE, None, BROAD)
    )
    assert few
    assert few <= some <= many


def test_favor_must_be_precision_or_recall() -> None:
    with pytest.raises(HonbunError, match="precision, recall or None"):
        ContentOptions(favor="speed")  # type: ignore[arg-type]


def test_markdown_and_html_keep_inline_markup() -> None:
    html = ENGLISH.html.replace("fishermen", "<em>fishermen</em>")
    content = extract_page(html, URL)
    assert ENGLISH.text[0].replace("fishermen", "*fishermen*") in content.markdown
    assert ENGLISH.text[0].replace("fishermen", "<em>fishermen</em>") in content.html


DEEP = [
    "<div>" * 3000 + f"<p>{ENGLISH.text[0]}",
    "<div>x" * 1500 + f"<p>{ENGLISH.text[0]}",
    "<ul><li>" * 1500 + f"<p>{ENGLISH.text[0]}",
    "<table><tr><td>" * 800 + f"<p>{ENGLISH.text[0]}",
]


@pytest.mark.parametrize("html", DEEP, ids=["div", "div with text", "list", "table"])
def test_text_at_the_bottom_of_deep_nesting_is_found(html: str) -> None:
    began = process_time()
    assert ENGLISH.text[0] in content_texts(html)
    assert process_time() - began < 5


@pytest.mark.parametrize(
    "html",
    [
        "<p>x" * 30_000,
        "<li><a href=/>same words</a>" * 20_000,
        "<p>word " * 5000 + "word " * 50_000,
    ],
    ids=["letters", "links", "words"],
)
def test_huge_repetition_takes_bounded_time(html: str) -> None:
    began = process_time()
    assert extract_page(html).text
    assert process_time() - began < 10


@given(HTML)
def test_any_html_gives_text_or_a_reason(html: str) -> None:
    content = extract_page(html, URL, EXPLAIN)
    texts = [judged.text for judged in content.explanation if judged.text]
    assert bool(content.text) == bool(texts)
    assert (content.reason is None) == bool(texts)
    assert [block.text for block in content.blocks if block.text] == [
        judged.text for judged in content.explanation if judged.text and judged.content
    ]
    (found,) = extract([Page(html, url=URL)])
    assert found.blocks == content.blocks


def numbered(count: int) -> list[Page]:
    return [
        Page(re.sub("old", f"old {n}", ENGLISH.html), url=f"{URL}/{n}", source=f"{n}.html")
        for n in range(count)
    ]


def test_pages_alone_are_extracted_in_order() -> None:
    pages = numbered(5)
    assert list(extract(pages, alone=True)) == [extract_page(page) for page in pages]


def test_two_processes_give_the_results_of_one() -> None:
    pages = numbered(40)
    assert list(extract(pages, EXPLAIN, run=Run(2), alone=True)) == list(
        extract(pages, EXPLAIN, run=Run(1), alone=True)
    )


def test_results_are_yielded_before_the_last_page_is_read() -> None:
    read: list[str] = []

    def pages() -> Iterator[Page]:
        for page in numbered(3):
            read.append(page.source)
            yield page

    assert next(extract(pages(), alone=True)).source == "0.html"
    assert read == ["0.html"]


def test_an_unreadable_page_is_reported_and_the_others_continue() -> None:
    failures: list[Failure] = []
    first, last = numbered(2)
    found = list(
        extract(
            [first, Page(PNG, source="a.png"), last],
            run=Run(on_failure=failures.append),
            alone=True,
        )
    )
    assert [content.source for content in found] == ["0.html", "1.html"]
    assert [(f.source, f.step, f.message) for f in failures] == [
        ("a.png", "extract", "this is a PNG image, not a web page")
    ]


def test_failures_are_logged_by_default(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert list(extract([Page(b"%PDF-1.7", source="a.pdf")], alone=True)) == []
    assert "a.pdf" in caplog.text


def test_no_pages_give_no_results() -> None:
    assert list(extract([], alone=True)) == []


def test_a_url_argument_replaces_the_url_of_the_page() -> None:
    page = Page("<p>Text.", url="https://a.example/")
    assert extract_page(page, url="https://b.example/").url == "https://b.example/"
    assert extract_page(page).url == "https://a.example/"


@pytest.mark.parametrize("html", [None, 5, ["<p>"]])
def test_html_must_be_bytes_text_or_a_page(html: object) -> None:
    with pytest.raises(HonbunError, match=r"a page is bytes, text or a honbun\.Page"):
        extract_page(html)  # type: ignore[arg-type]


def test_the_papers_method_needs_several_pages() -> None:
    with pytest.raises(HonbunError, match="compares pages"):
        extract_page("<p>Text.", options=ContentOptions(faithful=True))


def test_an_anchor_sign_is_not_part_of_the_title() -> None:
    html = "<title>Boats</title><h1>Boats<a href=#boats>¶</a></h1><p>They float on water."
    assert extract_page(html).title == "Boats"


def test_declared_description_tags_authors_site_and_canonical_address_are_results() -> None:
    head = (
        "<title>On boats</title><link rel=canonical href=/boats>"
        "<meta property=og:site_name content='The Quay'><meta name=description content='Hulls.'>"
        "<meta name=keywords content='boats, oak'><meta name=author content='Ada Penrose, Bo Ek'>"
    )
    html = f"<html lang=en><head>{head}</head><body><h1>On boats</h1><p>{BOATS}</p>"
    row = extract_page(html, "https://quay.example/p?id=1").to_dict()
    assert {
        name: row[name] for name in ("description", "tags", "authors", "site", "canonical")
    } == {
        "description": "Hulls.",
        "tags": ["boats", "oak"],
        "authors": ["Ada Penrose", "Bo Ek"],
        "site": "The Quay",
        "canonical": "https://quay.example/boats",
    }


@WRITTEN
def test_language_is_detected_where_none_is_declared(article: Written) -> None:
    html = article.html.replace(f"<html lang={article.language}>", "<html>")
    assert "lang=" not in html
    assert extract_page(html, "https://a.example/p").language == article.language


def test_declared_language_has_precedence_over_the_text() -> None:
    assert extract_page(f"<html lang=nl><p>{BOATS}</p>").language == "nl"


BOATS = "Boats are built of oak and float on the sea, which is wide and has seen many of them."


def test_document_is_built_when_it_is_asked_for_and_kept() -> None:
    content = extract_page(ENGLISH.html)
    assert "document" not in vars(content)
    assert content.document is content.document
    assert content.text == content.document.text.rstrip("\n")


def test_stored_result_has_the_document_and_not_the_page() -> None:
    content = extract_page(ENGLISH.html)
    again = pickle.loads(pickle.dumps(content))
    assert again == content
    assert again.build_document is None
    assert (again.text, again.markdown) == (content.text, content.markdown) != ("", "")


def test_results_of_pages_alone_do_not_hold_the_pages() -> None:
    found = list(extract([Page(ENGLISH.html)], alone=True))
    gc.collect()
    assert found[0].text
    assert not [each for each in gc.get_objects() if isinstance(each, Tree)]
