"""Pages without class names and semantic tags."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.parse import parse
from honbun.page import Page
from lab.strip_markup import soup, souped

TABLE = '<table><tbody><tr><td><a href="/a?b&amp;c"><img src="d"></a></td></tr></tbody></table>'
SCRIPT = '<script type="application/ld+json">{"a": "<b> & c"}</script>'
SVG = '<svg viewBox="0 0 9 9"><input><x-y>a</x-y></input></svg>'


@pytest.mark.parametrize(
    ("html", "plain"),
    [
        ("<h2>a</h2><ol><li>b<li>c</ol>", "<div>a</div><div><div>b</div><div>c</div></div>"),
        ("<time datetime=2021-03-01>1 March</time>", "<span>1 March</span>"),
        ("<b>a</b><news-card>b</news-card>", "<span>a</span><span>b</span>"),
        ("a<br>b<hr>c", "a<br>b<hr>c"),
        ("<a name=top rel=next href=/>x</a>", '<a href="/">x</a>'),
        ("<p class=a id=b data-x=1 aria-label=c lang=ja>", '<div lang="ja"></div>'),
        ("<pre>\n\n\na</pre>", "<pre>\n\n\na</pre>"),
        (TABLE, TABLE),
        (SCRIPT, SCRIPT),
        (SVG, SVG),
        ("<svg><foreignObject><li>a", "<svg><foreignObject><div>a</div></foreignObject></svg>"),
    ],
)
def test_tags_become_div_and_span(html: str, plain: str) -> None:
    written = souped(parse(f"<body>{html}"))
    assert written.partition("<body>")[2].removesuffix("</body></html>") == plain


def test_page_keeps_its_head_and_its_url() -> None:
    head = '<head><meta name="description" content="&quot;a&quot;"><link rel="next" href="/2">'
    page = Page(
        f"{head}<p>道路".encode("euc-jp"),
        url="https://a.example/",
        source="a.html",
        content_type="text/html; charset=euc-jp",
    )
    plain = soup(page)
    assert (plain.url, plain.source) == (page.url, page.source)
    assert head in plain.decode().text
    assert plain.decode().text.endswith("<div>道路</div></body></html>")


TAGS = "section h2 ul li p b a br table td tr pre textarea span x-y input svg math".split()
PARTS = st.one_of(
    st.sampled_from(TAGS).map("<{} class=c>".format),
    st.sampled_from(TAGS).map("</{}>".format),
    st.sampled_from(["word", " ", "\n", "&lt;i&gt;", "&amp;amp;", '"', "道"]),
)


@given(st.lists(PARTS, max_size=30).map("".join))
def test_text_is_unchanged_and_no_name_is_left(html: str) -> None:
    tree = parse(html)
    plain = parse(souped(tree))
    assert plain.text == tree.text
    assert list(plain.find_attributes("class")) == []
    if not tree.find("svg", "math"):
        assert plain.find("section", "h2", "ul", "li", "p", "b", "x-y") == []
