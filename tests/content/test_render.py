from __future__ import annotations

import re
from typing import Literal

import pytest
import turbohtml
from hypothesis import given

from honbun.content.extract import extract
from honbun.content.model import Content, ContentOptions
from honbun.content.render import html as render_html
from honbun.content.render import markdown, row, text
from honbun.page import Page
from tests.strategies import HTML


def content_of(html: str, markup: Literal["html", "markdown"] | None = None) -> Content:
    page = Page(html, url="https://example.org/dir/page")
    return next(iter(extract([page], ContentOptions(markup=markup))))


def md(html: str) -> str:
    return markdown(content_of(html, "markdown"))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h1>One</h1><h3>Two\n words</h3>", "# One\n\n### Two words\n"),
        ("<p>a</p><p>b</p>", "a\n\nb\n"),
        ("<p>a<br>b</p>", "a  \nb\n"),
        ("<p><em>a</em> <strong>b</strong> <code>c_*d*</code></p>", "*a* **b** `c_*d*`\n"),
        ("<p><a href='/x y'>link</a></p>", "[link](https://example.org/x%20y)\n"),
        ("<p><a href='javascript:x()'>link</a></p>", "link\n"),
        ("<p>a<img src=i.png alt='A [b]'></p>", "a![A \\[b\\]](https://example.org/dir/i.png)\n"),
        ("<ul><li>a<li>b<ol><li>c</ol></ul>", "- a\n- b\n   1. c\n"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n\n> b\n"),
        ("<pre>if x:\n    y()\n</pre>", "```\nif x:\n    y()\n```\n"),
        ("<pre>```</pre>", "````\n```\n````\n"),
        ("<p>1. not a list</p><p># no heading</p>", "\\1. not a list\n\n\\# no heading\n"),
        ("<p>snake_case and *stars* _x_</p>", "snake_case and \\*stars\\* \\_x\\_\n"),
        (
            "<table><tr><th>a<th>b<tr><td>1|2<td><p>x<p>y</table>",
            "| a | b |\n| --- | --- |\n| 1\\|2 | x y |\n",
        ),
    ],
)
def test_markdown_keeps_the_form_of_the_page(html: str, expected: str) -> None:
    assert md(html) == expected


def test_html_rebuilds_lists_and_drops_what_is_not_text() -> None:
    html = (
        "<div class=x onclick=y()><ul><li>a <b style=z>b</b><li><a href=c>d</a></ul>"
        "<p>e<script>f()</script><img src=g onerror=h()></div>"
    )
    assert render_html(content_of(html, "html")) == (
        '<article data-url="https://example.org/dir/page">\n'
        "<ul><li>a <b>b</b></li>\n"
        '<li><a href="https://example.org/dir/c">d</a></li></ul>\n'
        '<p>e<img src="https://example.org/dir/g" alt=""></p>\n'
        "</article>\n"
    )


def test_bare_text_becomes_a_paragraph() -> None:
    assert "<p>bare &lt; text</p>" in render_html(content_of("<div>bare &lt; text</div>", "html"))


def test_text_is_a_block_a_line() -> None:
    assert text(content_of("<p>a<p>b")) == "a\nb\n"
    assert text(content_of("")) == ""


def test_a_row_has_every_key_of_the_interface() -> None:
    values = row(content_of("<p>a"))
    assert list(values) == (
        "url source title author date site language image text method reason blocks".split()
    )
    assert values["blocks"] == [{"xpath": "/html/body/p", "role": "body", "text": "a"}]


@given(HTML)
def test_html_is_well_formed_and_without_scripts_whatever_the_page(html: str) -> None:
    rendered = render_html(content_of(html, "html"))
    assert turbohtml.parse(rendered, strict=False).select("script, style, iframe, svg") == []
    stack: list[str] = []
    for closing, tag in re.findall(r"<(/?)([a-z0-9]+)", rendered):
        if closing:
            assert stack.pop() == tag
        elif tag not in ("img", "br", "hr"):
            stack.append(tag)
    assert stack == []


@given(HTML)
def test_markup_says_what_the_text_says(html: str) -> None:
    content = content_of(html, "html")
    shown = turbohtml.parse(render_html(content)).text
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", content.text)
