"""Pages without class names and semantic tags."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.parse import parse
from honbun.page import Page
from lab.strip_markup import soup, souped


def body(html: str) -> str:
    return souped(parse(html)).partition("<body>")[2].removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("html", "plain"),
    [
        ("<nav>a</nav><main>b</main>", "<div>a</div><div>b</div>"),
        ("<h2>a</h2><ol><li>b<li>c</ol>", "<div>a</div><div><div>b</div><div>c</div></div>"),
        ("<time datetime=2021-03-01>1 March</time>", "<span>1 March</span>"),
        ("<b>a</b><news-card>b</news-card>", "<span>a</span><span>b</span>"),
        ("<p>a<p>b", "<div>a</div><div>b</div>"),
        ("a<br>b<hr>c", "a<br>b<hr>c"),
    ],
)
def test_tags_become_div_and_span(html: str, plain: str) -> None:
    assert body(html) == plain


def test_tables_links_and_images_are_unchanged() -> None:
    html = '<table><tbody><tr><td><a href="/a?b&amp;c"><img src="d"></a></td></tr></tbody></table>'
    assert body(html) == html


def test_class_names_are_removed_and_visible_text_is_unchanged() -> None:
    html = "<div class=a id=b role=list data-x=1 aria-label=c itemprop=d style='color:red' lang=ja>"
    assert body(html) == '<div style="color:red" lang="ja"></div>'
    assert body("<a name=top rel=next href=/>x</a>") == '<a href="/">x</a>'


def test_head_is_unchanged() -> None:
    head = '<meta name="description" content="&quot;a&quot;"><link rel="next" href="/2">'
    assert f"<head>{head}<title>b &amp; c</title></head>" in souped(
        parse(f"{head}<title>b &amp; c</title>")
    )


def test_scripts_are_unchanged() -> None:
    script = '<script type="application/ld+json">{"a": "<b> & c"}</script>'
    assert body(f"<p>x</p>{script}") == f"<div>x</div>{script}"


def test_page_keeps_its_url_in_every_encoding() -> None:
    page = Page(
        "<p>道路".encode("euc-jp"),
        url="https://a.example/",
        source="a.html",
        content_type="text/html; charset=euc-jp",
    )
    plain = soup(page)
    assert (plain.url, plain.source) == (page.url, page.source)
    assert plain.decode().text.endswith("<div>道路</div></body></html>")


def test_leading_empty_lines_are_preserved() -> None:
    assert parse(body("<pre>\n\n\na</pre>")).text == "\n\na"


def test_svg_is_unchanged() -> None:
    drawing = '<svg viewBox="0 0 9 9"><input><x-y>a</x-y></input></svg>'
    assert body(drawing) == drawing
    assert body("<svg><foreignObject><li>a<br>") == (
        "<svg><foreignObject><div>a<br></div></foreignObject></svg>"
    )


_TAGS = "section h2 ul li p b a br table td tr pre textarea span x-y input".split()
_DRAWN = [*_TAGS, "svg", "math"]


def _pages(tags: list[str]) -> st.SearchStrategy[str]:
    parts = st.one_of(
        st.sampled_from(tags).map("<{} class=c>".format),
        st.sampled_from(tags).map("</{}>".format),
        st.sampled_from(["word", " ", "\n", "&lt;i&gt;", "&amp;amp;", '"', "道"]),
    )
    return st.lists(parts, max_size=30).map("".join)


@given(_pages(_DRAWN))
def test_text_is_unchanged_and_no_class_is_left(html: str) -> None:
    tree = parse(html)
    plain = parse(souped(tree))
    assert plain.text == tree.text
    assert list(plain.find_attributes("class")) == []


@given(_pages(_TAGS))
def test_no_semantic_tag_is_left(html: str) -> None:
    plain = parse(souped(parse(html)))
    assert plain.find("section", "h2", "ul", "li", "p", "b", "x-y") == []
