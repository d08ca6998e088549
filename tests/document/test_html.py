from __future__ import annotations

import re

import pytest
import turbohtml
from hypothesis import given
from markdown_it import MarkdownIt

from honbun.api import extract
from honbun.content.model import Content, ContentOptions
from honbun.page import Page
from tests.document.builders import URL, md, whole_page
from tests.strategies import HTML


def content_of(html: str) -> Content:
    return next(iter(extract([Page(html, url=URL)], ContentOptions())))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h1>One</h1><h3>Two\n words</h3>", "# One\n\n### Two words\n"),
        ("<p>a</p><p>b</p>", "a\n\nb\n"),
        ("<p>a<br>b<br></p>", "a\\\nb\n"),
        ("<div>One<p>Two</p>Three</div>", "One\n\nTwo\n\nThree\n"),
        ("<p><em>a</em> <strong>b</strong> <code>c_*d*</code></p>", "*a* **b** `c_*d*`\n"),
        ("<p>a<b> b </b>c<i class=icon></i></p>", "a **b** c\n"),
        ("<p><strong><b>a</b></strong></p>", "**a**\n"),
        ("<p><b>a:\u00a0</b>b<i>c<br></i>d</p>", "**a:**\u00a0b*c*\\\nd\n"),
        ("<p>Look!<a href=/x>¶</a></p>", "Look\\![¶](https://example.org/x)\n"),
        ("<p>港<b>「灯」</b>です <b>「灯」</b> です</p>", "港「灯」です **「灯」** です\n"),
        ("<p><code>a `b` c</code><code></code></p>", "``a `b` c``\n"),
        ("<p><code>a</code><code>b</code> <b>c</b><b>d</b></p>", "`ab` **cd**\n"),
        ("<p><code>f(<a href=/x>T</a>)</code></p>", "`f(`[`T`](https://example.org/x)`)`\n"),
        ("<p><a href='/x y'>link</a></p>", "[link](https://example.org/x%20y)\n"),
        ("<p><a href='javascript:x()'>link</a></p>", "link\n"),
        ("<h2>T<a href=#t></a></h2>", "## T\n"),
        ("<p>a<img src=i.png alt='A [b]'></p>", "a![A \\[b\\]](https://example.org/dir/i.png)\n"),
        ("<ul><li>a<li>b<ol><li>c<li>d</ol></ul>", "- a\n- b\n  1. c\n  2. d\n"),
        ("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n- c\n"),
        ("<ul><li><ul><li>a</ul></ul>", "- - a\n"),
        ("<ul><li>x<pre>y\nz</pre></ul>", "- x\n\n  ```\n  y\n  z\n  ```\n"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b\n"),
        ("<ul><li><blockquote>q</blockquote></ul>", "- > q\n"),
        ("<pre><code>if <b>x</b>:\n    y()\n</code></pre>", "```\nif x:\n    y()\n```\n"),
        ("<pre>```</pre>", "````\n```\n````\n"),
        ("<listing>a\nb</listing>", "```\na\nb\n```\n"),
        ("<h2>C #</h2>", "## C \\#\n"),
        ("<p>1. no list</p><p># no heading</p>", "1\\. no list\n\n\\# no heading\n"),
        ("<p>---</p><p>&amp;lt; & co</p><p>-5</p>", "\\---\n\n\\&lt; & co\n\n-5\n"),
        ("<p>snake_case and *stars* _x_</p>", "snake_case and \\*stars\\* \\_x\\_\n"),
        (
            "<table><tr><th>a<th>b<tr><td>1|2<td><p>x<p>y</table>",
            "| a | b |\n| --- | --- |\n| 1\\|2 | x<br>y |\n",
        ),
        (
            "<table><tr><td>a<td>b<td>c<tr><td>d<td><td>e</table>",
            "|   |   |   |\n| --- | --- | --- |\n| a | b | c |\n| d |  | e |\n",
        ),
        ("<table><tr><td>only<tr><td>layout</table>", "only\n\nlayout\n"),
    ],
)
def test_markdown_keeps_the_form_of_the_page(html: str, expected: str) -> None:
    assert md(html) == expected


def test_html_has_lists_and_no_other_elements() -> None:
    html = (
        "<div class=x onclick=y()><ul><li>a <b style=z>b</b><li><a href=c>d</a></ul>"
        "<p>e<i></i><script>f()</script><img src=g onerror=h()></div>"
    )
    assert whole_page(html).html == (
        "<ul><li>a <b>b</b></li>\n"
        '<li><a href="https://example.org/dir/c">d</a></li></ul>\n'
        '<p>e<img src="https://example.org/dir/g" alt=""></p>\n'
    )


def test_bare_text_becomes_a_paragraph() -> None:
    assert "<p>bare &lt; text</p>" in whole_page("<div>bare &lt; text</div>").html


def test_text_has_a_blank_line_between_paragraphs() -> None:
    assert whole_page("<p>a<p>b").text == "a\n\nb"
    assert whole_page("").text == ""


def test_row_has_every_documented_key() -> None:
    values = content_of("<p>a").to_dict()
    assert list(values) == (
        "url source title author date site language description canonical image text markdown kind "
        "confidence compared reason authors tags blocks".split()
    )
    assert values["blocks"] == [{"xpath": "/html/body/p", "role": "body", "text": "a"}]


def test_urls_are_relative_to_the_declared_base() -> None:
    html = "<base href='https://cdn.example/deep/'><p><a href=x>y</a></p>"
    assert md(html) == "[y](https://cdn.example/deep/x)\n"


def test_row_of_ten_thousand_cells_is_not_a_table() -> None:
    assert md("<table><tr>" + "<td>x" * 10_000) == "x\n\n" * 9_999 + "x\n"


def test_two_divisions_of_a_list_item_are_separated() -> None:
    rendered = whole_page("<ul><li><div>a</div><div>b</div></ul>").html
    assert "<ul><li><p>a</p>\n<p>b</p></li></ul>" in rendered


@given(HTML)
def test_html_is_unchanged_by_parsing(html: str) -> None:
    """It has only known elements, and does not change when parsed and written again."""
    rendered = f"<article>\n{whole_page(html).html}</article>"
    document = turbohtml.parse("<!doctype html>" + rendered)
    assert document.select("script, style, iframe, svg, div, form") == []
    (article,) = document.select("article")
    again = article.html.replace("<tbody>", "").replace("</tbody>", "")
    assert again.strip() == rendered.strip()


@given(HTML)
def test_markup_has_the_words_of_the_text(html: str) -> None:
    content = whole_page(html)
    assert letters(words(content.html)) == letters([content.text])


@given(HTML)
def test_markdown_has_the_words_of_the_html(html: str) -> None:
    """Read by a Markdown parser, it has the words of the HTML in the same order."""
    reader = MarkdownIt("commonmark").enable("table")
    from_markdown = reader.render(md(html))
    from_html = whole_page(html).html
    assert words(from_markdown) == words(from_html)


def letters(texts: list[str]) -> str:
    """The letters; digits may be the numbers of list items."""
    return re.sub(r"[\W\d_]+", "", "".join(texts))


def words(html: str) -> list[str]:
    spaced = re.sub(r"(<br ?/?>|</?(?:p|li|td|th|h[1-6]|dt|dd|pre|blockquote)>)", r" \1 ", html)
    return turbohtml.parse(spaced).text.split()
