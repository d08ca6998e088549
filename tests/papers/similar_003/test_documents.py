"""Documents of a collection: numbers, links in both directions, names that span several links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.page import Page
from honbun.papers.similar_003 import documents as collection
from honbun.papers.similar_003.compounds import compounds
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.standard import (
    Document,
    Link,
    Linked,
    StandardOptions,
    read_standard,
    render,
)
from honbun.runner.run import Run
from honbun.similar.sentences import sentences
from tests.papers.similar_003.examples import MARKET, TEMPLE, page, site

if TYPE_CHECKING:
    from honbun.errors import Failure

TEMPLE_URL, MARKET_URL, ABOUT_URL = (
    f"https://kyoto.example/{name}.html" for name in ("temple", "market", "about")
)


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


def test_links_are_listed_in_both_documents() -> None:
    temple, market, about = documents(site())
    assert temple.out_links == (
        Link("錦市場", (Linked(MARKET_URL, 2),)),
        Link("円山公園", (Linked("https://kyoto.example/garden.html", None),)),
    )
    assert temple.in_links == (
        Link("清水寺", (Linked(MARKET_URL, 2),)),
        Link("the temple", (Linked(ABOUT_URL, 3),)),
    )
    assert market.in_links == (Link("錦市場", (Linked(TEMPLE_URL, 1),)),)
    assert about.out_links == (Link("the temple", (Linked(TEMPLE_URL, 1),)),)
    assert about.in_links == ()


def test_number_of_links_to_a_page_is_limited() -> None:
    pages = [page(TEMPLE, "temple.html")] + [page(MARKET, f"{n}.html") for n in range(5)]
    temple = next(documents(pages, StandardOptions(in_links=2)))
    assert [linked.id for link in temple.in_links for linked in link.pages] == [2, 3]


def test_first_of_pages_with_one_url_is_the_link_target() -> None:
    pages = [page(MARKET, "market.html"), page(TEMPLE, "temple.html"), page(TEMPLE, "temple.html")]
    market, *temples = documents(pages)
    assert market.out_links[0].pages == (Linked(TEMPLE_URL, 2),)
    assert [len(one.in_links) for one in temples] == [1, 0]


@given(st.lists(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("xyz"))), max_size=5))
def test_each_link_in_is_a_link_out_of_another_page(graph: list[list[tuple[str, str]]]) -> None:
    pages = [
        Page("".join(f'<p><a href="{to}">{text}</a>' for to, text in links), url=f"http://h/{name}")
        for name, links in zip("abcde", graph)
    ]
    found = list(documents(pages))
    out = {
        (one.id, link.text, linked.id)
        for one in found
        for link in one.out_links
        for linked in link.pages
        if linked.id is not None
    }
    coming = {
        (linked.id, link.text, one.id)
        for one in found
        for link in one.in_links
        for linked in link.pages
    }
    assert out == coming
    given_links = {
        (number, text, "abcde".index(to) + 1)
        for number, (name, links) in enumerate(zip("abcde", graph), 1)
        for to, text in links
        if to != name and "abcde".index(to) < len(graph)
    }
    assert out == given_links


def test_failed_and_excluded_pages_do_not_change_document_numbers() -> None:
    failures: list[Failure] = []
    temple, market, about = site()
    broken = Page(b"%PDF-1.4", source="broken.html")
    found = list(
        documents(
            [broken, about, temple, broken, market],
            StandardOptions(japanese_only=True),
            run=Run(on_failure=failures.append),
        )
    )
    assert [(one.id, one.url) for one in found] == [(3, TEMPLE_URL), (5, MARKET_URL)]
    assert [(one.source, one.step) for one in failures] == [("broken.html", "convert")] * 2


ROW = '<p><a href="/k">京都市</a> <a href="/s">左京区</a> <a href="/w">捕鯨問題</a></p>'
WRITTEN = [
    "<p>京都市左京区に住んでいます。</p>",
    "<p>大学は京都市左京区にあります。</p>",
    "<p>京都市左京区の天気は晴れです。</p>",
]


def test_adjacent_links_are_one_sentence_if_running_text_joins_them() -> None:
    pages = [Page(html, source=str(n)) for n, html in enumerate([ROW + WRITTEN[0], *WRITTEN])]
    assert texts(next(documents(pages)))[:2] == ["京都市左京区", "捕鯨問題"]
    assert texts(next(documents(pages[:3])))[:3] == ["京都市", "左京区", "捕鯨問題"]
    fewer = documents(pages[:3], StandardOptions(together=2))
    assert texts(next(fewer))[:2] == ["京都市左京区", "捕鯨問題"]


def test_rows_of_links_do_not_count_as_running_text() -> None:
    menus = [
        f'<p><a href="/o">京都市左京区{name}</a> <a href="/p">地図</a></p>'
        for name in ("役所", "図書館", "体育館")
    ]
    pages = [Page(html, source=str(n)) for n, html in enumerate([ROW, *menus])]
    assert texts(next(documents(pages))) == ["京都市", "左京区", "捕鯨問題"]


def test_joined_sentence_covers_all_its_links() -> None:
    html = ROW + "".join(WRITTEN)
    (document,) = documents([Page(html.encode(), source="x")])
    first, second = document.sentences[:2]
    text = html.encode()[first.offset : first.offset + first.length].decode()
    assert text == '京都市</a> <a href="/s">左京区'
    assert (first.id, second.id, second.text) == (1, 2, "捕鯨問題")


_PIECES = st.sampled_from(
    [
        '<a href="/a">東山</a>',
        '<a href="/b">公園</a>',
        '<a href="/c">入口</a>',
        "東山公園はここです。",
        "公園入口が近い。",
        "東山公園入口まで。",
        f'<a href="/d">東山公園{"の長い名前" * 8}</a>',  # too long to be part of a name
        "</p><p>",
        " ",
        "、",
    ]
)


@given(st.lists(st.lists(_PIECES, max_size=12).map("".join), min_size=1, max_size=4))
def test_sentences_use_names_from_the_whole_collection(
    bodies: list[str],
) -> None:
    pages = [Page(f"<p>{body}</p>", source=str(n)) for n, body in enumerate(bodies)]
    trees = [one.parse() for one in pages]
    known = compounds(trees, 1)
    expected = [[one.text for one in sentences(tree, None, known)] for tree in trees]
    assert [texts(one) for one in documents(pages, StandardOptions(together=1))] == expected


def test_two_processes_give_the_results_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "_PART", 20)
    pages = [
        page(TEMPLE.replace("13", str(n)) + ROW + WRITTEN[n % 3], f"{n}.html") for n in range(50)
    ]
    options = StandardOptions(analysers=("tests.papers.similar_003.test_analyser:Lengths",))
    assert list(documents(pages, options, run=Run(2))) == list(
        documents(pages, options, run=Run(1))
    )


def test_urls_with_invalid_characters_are_cleaned() -> None:
    pages = [
        Page('<p><a href="b">x</a>', url="http://h/\ud800"),
        Page('<p><a href="/%ED%A0%80">y</a>', url="http://h/b"),
    ]
    first, second = documents(pages)
    assert first.url == "http://h/\ufffd"
    assert second.in_links == (Link("x", (Linked(first.url, 1),)),)
    assert second.out_links == (Link("y", (Linked(first.url, 1),)),)
    assert read_standard(render(second)) == second


def test_options_of_another_task_are_refused() -> None:
    with pytest.raises(HonbunError, match="options are StandardOptions, not str"):
        documents([], "xml")  # type: ignore[arg-type]
