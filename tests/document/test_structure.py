"""Generated pages with numbered words: every form has the words once, in order, in their structure.

The structure that is expected comes from the generator, not from the page's reader: nested lists of
headings, paragraphs, lists, quotations, code and tables. Markdown is read by markdown-it, HTML by a
parser.
"""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from tests.document.builders import whole_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    Structure = list[Any]

READER = MarkdownIt("commonmark").enable("table")
WORD = re.compile(r"word\d+")
ALLOWED = {
    *(("a", "href"), ("img", "src"), ("img", "alt"), ("li", "value"), ("code", "class")),
    *((cell, span) for cell in ("td", "th") for span in ("colspan", "rowspan")),
}
INLINE = st.sampled_from(["{}", "<b>{}</b>", "<em>{}</em>", "<code>{}</code>", "<a href=/x>{}</a>"])
TEXT = st.lists(INLINE, min_size=1, max_size=3).map(" ".join)
HEADING = st.tuples(st.just("heading"), st.integers(2, 6), TEXT)
"""Of the first level there is one at most."""
PARAGRAPH = st.tuples(st.just("p"), TEXT)
CODE = st.tuples(
    st.just("code"), st.sampled_from(["", "ruby"]), st.lists(st.just("{}"), min_size=1, max_size=3)
)
CELL = st.tuples(st.integers(1, 2), st.integers(1, 2))
TABLE = st.tuples(st.just("table"), st.lists(st.lists(CELL, max_size=3), min_size=1, max_size=3))


def _containers(blocks: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(blocks, min_size=1, max_size=3)
    items = st.lists(some, min_size=1, max_size=3)
    return st.one_of(
        st.tuples(st.just("quote"), some),
        st.tuples(st.sampled_from(["bullets", "numbers"]), items),
    )


BLOCKS = st.lists(
    st.recursive(st.one_of(HEADING, PARAGRAPH, CODE, TABLE), _containers, max_leaves=6),
    min_size=1,
    max_size=4,
)


class Page:
    """The HTML of some generated blocks, and the structure that it has."""

    def __init__(self, blocks: list[Any]) -> None:
        self._words = count()
        written = [self._write(block) for block in blocks]
        self.html = "".join(html for html, _ in written)
        self.structure = [structure for _, structure in written]

    def _text(self, pattern: str) -> tuple[str, str]:
        words = [f"word{next(self._words)}" for _ in range(pattern.count("{}"))]
        return pattern.format(*words), " ".join(words)

    def _write(self, block: Any) -> tuple[str, Any]:
        kind = block[0]
        if kind == "heading":
            html, text = self._text(block[2])
            return f"<h{block[1]}>{html}</h{block[1]}>", ["heading", block[1], text]
        if kind == "p":
            html, text = self._text(block[1])
            return f"<p>{html}</p>", ["p", text]
        if kind == "code":
            lines = [self._text(line)[0] for line in block[2]]
            opening = f'<pre><code class="language-{block[1]}">' if block[1] else "<pre><code>"
            code = "\n".join(lines)
            return f"{opening}{code}\n</code></pre>", ["code", block[1], code]
        if kind == "table":
            return self._table(block[1])
        if kind == "quote":
            inner = [self._write(one) for one in block[1]]
            html = "".join(one for one, _ in inner)
            return f"<blockquote>{html}</blockquote>", ["quote", [one for _, one in inner]]
        items = [[self._write(one) for one in item] for item in block[1]]
        html = "".join(f"<li>{''.join(one for one, _ in item)}</li>" for item in items)
        tag = "ul" if kind == "bullets" else "ol"
        return f"<{tag}>{html}</{tag}>", [kind, [[one for _, one in item] for item in items]]

    def _table(self, rows: list[list[tuple[int, int]]]) -> tuple[str, Any]:
        """A row of three headings and cells that span others, as the HTML Standard places them."""
        heads = [self._text("{}")[0] for _ in range(3)]
        html = "<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
        grid: dict[tuple[int, int], str] = dict(zip(((0, column) for column in range(3)), heads))
        for number, row in enumerate(rows, start=1):
            html += "<tr>"
            column = 0
            # Rows without text show nothing, so each begins with a cell of its own.
            for across, down in [(1, 1), *row]:
                while (number, column) in grid:
                    column += 1
                word = self._text("{}")[0]
                html += f"<td colspan={across} rowspan={down}>{word}</td>"
                for below in range(number, min(number + down, len(rows) + 1)):
                    for beside in range(column, column + across):
                        grid.setdefault((below, beside), "")
                grid[number, column] = word
            html += "</tr>"
        width = 1 + max(column for (_, column), word in grid.items() if word)
        cells = [
            [grid.get((row, column), "") for column in range(width)] for row in range(len(rows) + 1)
        ]
        return f"<table>{html}</table>", ["table", cells]


def of_markdown(node: SyntaxTreeNode) -> Structure:
    return [_of_token(child) for child in node.children]


def _of_token(node: SyntaxTreeNode) -> Any:
    if node.type == "heading":
        return ["heading", int(node.tag[1]), _words(node)]
    if node.type == "paragraph":
        return ["p", _words(node)]
    if node.type == "fence":
        return ["code", node.info, node.content.rstrip("\n")]
    if node.type == "blockquote":
        return ["quote", of_markdown(node)]
    if node.type in ("bullet_list", "ordered_list"):
        kind = "bullets" if node.type == "bullet_list" else "numbers"
        return [kind, [of_markdown(item) for item in node.children]]
    assert node.type == "table"
    rows = [row for group in node.children for row in group.children]
    return ["table", [[_words(cell) for cell in row.children] for row in rows]]


def _words(node: SyntaxTreeNode) -> str:
    inlines = [child for child in node.walk() if child.type in ("text", "code_inline")]
    return " ".join(WORD.findall("".join(child.content for child in inlines)))


def of_html(nodes: Any) -> Iterator[Any]:
    for node in nodes:
        tag = node.tag
        if tag[0] == "h" and tag[1:].isdigit():
            yield ["heading", int(tag[1]), node.text]
        elif tag == "p":
            yield ["p", node.text]
        elif tag == "pre":
            inner = node.select("code[class]")
            language = inner[0].attrs["class"][0].removeprefix("language-") if inner else ""
            yield ["code", language, node.text.rstrip("\n")]
        elif tag == "blockquote":
            yield ["quote", list(of_html(_elements(node)))]
        elif tag in ("ul", "ol"):
            items = [list(of_html(_elements(item))) for item in _elements(node)]
            yield ["bullets" if tag == "ul" else "numbers", items]
        else:
            assert tag == "table"
            yield ["table", [_cells(row) for row in node.select("tr")]]


def _cells(row: Any) -> list[tuple[str, int, int]]:
    return [
        (cell.text, int(cell.attrs.get("colspan") or 1), int(cell.attrs.get("rowspan") or 1))
        for cell in row.select("td, th")
    ]


def _elements(node: Any) -> list[Any]:
    return [child for child in node.children if getattr(child, "tag", None)]


@given(BLOCKS)
def test_text_markdown_and_html_have_every_word_once_and_in_order(blocks: list[Any]) -> None:
    page = Page(blocks)
    content = whole_page(page.html)
    wanted = WORD.findall(page.html)
    assert WORD.findall(content.text) == wanted
    assert WORD.findall(content.markdown) == wanted
    assert WORD.findall(content.html) == wanted


@given(BLOCKS)
def test_markdown_is_read_back_with_the_structure_of_the_page(blocks: list[Any]) -> None:
    page = Page(blocks)
    tokens = READER.parse(whole_page(page.html).markdown)
    assert of_markdown(SyntaxTreeNode(tokens)) == page.structure


@given(BLOCKS)
def test_html_has_the_structure_of_the_page(blocks: list[Any]) -> None:
    page = Page(blocks)
    (theirs,) = turbohtml.parse(f"<article>{page.html}</article>").select("article")
    (ours,) = turbohtml.parse(f"<article>{whole_page(page.html).html}</article>").select("article")
    assert list(of_html(_elements(ours))) == list(of_html(_elements(theirs)))


HOSTILE = st.lists(
    st.sampled_from(
        [
            "<script>word1()</script>",
            "<style>p { word2: 3 }</style>",
            "<p onclick='word3()' style='x:y' id=z>",
            "<a href='javascript:word4()'>",
            "<a href=' java\nscript:word5()'>",
            "<a href='JaVaScRiPt&colon;word6()'>",
            "<a href='data:text/html,<script>word7()</script>'>",
            "<a href='vbscript:word8()' onmouseover=word9()>",
            "<a href='/x' target=_blank onfocus=word10()>",
            "<img src='javascript:word11()' onerror=word12()>",
            "<img src=i.png alt='\"><script>word13()</script>' onload=word14()>",
            "<svg onload=word15()><script>word16()</script></svg>",
            "<iframe srcdoc='<script>word17()</script>'></iframe>",
            "<table><tr><td colspan='2\" onclick=\"word18()'>",
            "<pre class='language-x\" onclick=\"word19()'>",
            "<ol start='1\" onclick=\"word20()'><li>",
            "<math><annotation encoding='tex'></annotation></math>",
            "<button onclick='word21()'>",
            "<form action='javascript:word22()'>",
            "<base href='javascript:word23()'>",
            "<meta http-equiv=refresh content='0;url=javascript:word24()'>",
            "&lt;script>text&lt;/script>",
            *("text", "</a>", "</p>", "</table>", "</pre>", "</ol>", "</button>", "<h2>", "</h2>"),
        ]
    ),
    max_size=12,
).map("".join)


def check_harmless(html: str) -> None:
    document = turbohtml.parse(f"<!doctype html><article>{html}</article>")
    (article,) = document.select("article")
    for node in article.select("*"):
        assert node.tag not in (
            "script",
            "style",
            "iframe",
            "svg",
            "form",
            "base",
            "meta",
            "object",
        )
        for name, value in node.attrs.items():
            assert (node.tag, name) in ALLOWED, (node.tag, name)
            if name in ("href", "src"):
                assert re.match(r"(?:https?|mailto|ftp|tel):", str(value)), value


@given(HOSTILE)
def test_html_has_no_script_style_handler_or_script_address(html: str) -> None:
    content = whole_page(html)
    check_harmless(content.html)
    check_harmless(READER.render(content.markdown))


def test_a_handler_would_be_noticed() -> None:
    for html in ("<p onclick=x()>a", "<a href='javascript:x()'>a</a>", "<script>x()</script>"):
        with pytest.raises(AssertionError):
            check_harmless(html)


def test_the_golden_page_has_the_same_words_in_every_form() -> None:
    content = whole_page((Path(__file__).parent / "everything/page.html").read_text("utf-8"))
    shown = turbohtml.parse(content.html.replace("<", " <")).text
    rendered = turbohtml.parse(READER.render(content.markdown).replace("<", " <")).text
    assert _plain_words(shown) == _plain_words(rendered)
    # Only plain text has marks of list items and of rows as signs, and numbers of items.
    numbered = re.sub(r"(?m)^[ >]*(?:\d+\. |- )", "", content.text)
    assert _plain_words(numbered) == _plain_words(shown)


def _plain_words(text: str) -> str:
    return "".join(re.findall(r"[^\W_]+", text))
