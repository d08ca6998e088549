"""The links of a page: their texts and targets."""

from __future__ import annotations

from honbun.html.parse import parse
from honbun.papers.similar_003.links import anchors

HERE = "https://a.example/b/c.html"


def links(html: str) -> list[tuple[str, str]]:
    return [(one.text, one.url) for one in anchors(parse(html), HERE, japanese=True)]


def test_urls_are_absolute_and_texts_are_normalised() -> None:
    assert links('<a href="d.html">ﾃﾞｰﾀ 一覧</a> <a href="//b.example">The  other</a>') == [
        ("データ一覧", "https://a.example/b/d.html"),
        ("The other", "https://b.example"),
    ]


def test_base_element_is_used() -> None:
    assert links('<base href="https://c.example/"><a href="d">x</a>') == [
        ("x", "https://c.example/d")
    ]


def test_links_to_the_page_itself_or_to_no_page_are_skipped() -> None:
    assert not links(
        '<a href="#top">x</a><a href="mailto:a@b.example">x</a><a href="TEL:1">x</a>'
        '<a href="javascript:x()">x</a><a href="">x</a><a name="y">x</a><a href="http://[">x</a>'
        '<a href="c.html#part">x</a><a href="http://www.a.example/b/c.html">x</a>'
    )


def test_links_with_equal_text_and_target_are_listed_once() -> None:
    assert links('<a href="d">x</a><a href="d#e">x</a><a href="d">y</a><a href="f">x</a>') == [
        ("x", "https://a.example/b/d"),
        ("y", "https://a.example/b/d"),
        ("x", "https://a.example/b/f"),
    ]


def test_image_link_has_the_alternative_text() -> None:
    assert links(
        '<a href="d"> <img alt="地図"></a><a href="e"><img></a>'
        '<map><area href="f" alt="駅"></map><a href="g"><img alt="no">yes</a>'
    ) == [
        ("地図", "https://a.example/b/d"),
        ("", "https://a.example/b/e"),
        ("駅", "https://a.example/b/f"),
        ("yes", "https://a.example/b/g"),
    ]


def test_pages_without_a_url_link_by_their_paths() -> None:
    found = anchors(parse('<a href="../e.html">x</a>'), "site/d/c.html", japanese=False)
    assert [one.url for one in found] == ["site/e.html"]
