"""The scanner reads what the parser built, whatever the page contains."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core import scan
from honbun._core.blocks import BlockColumns
from honbun._core.page import PageColumns
from honbun.html.parse import parse
from tests._core.plain_tree import plain_tree
from tests.strategies import PIECES

FOREIGN = st.sampled_from(
    "<svg> </svg> <math> </math> <foreignObject> </foreignObject> <desc> <mi> </mi> <mglyph> "
    "<style> </style> <script> </script> <title> </title> <link> <g> </g> <annotation-xml> "
    '<annotation-xml/encoding="text/html"> </annotation-xml> <path/> <![CDATA[a<b]]>'.split()
)
VERBATIM = st.sampled_from(
    "<script> </script> <!-- --> <plaintext> </plaintext> <xmp> </xmp> <iframe> </iframe> "
    "<noembed> </noembed> <noframes> </noframes> <template> </template> <textarea> </textarea> "
    "<pre> </pre> <listing> </SCRIPT/> <noscript> </noscript> &lt; &nbsp; &quot; < > a".split()
)
ODD = st.sampled_from(
    (
        *("\n", "\n\n", "\0", "\x0c", "\ud800", "\U0001f600", "「", "\xa0", "<!--", "->"),
        *("<a:b>", "<É>", "<?php >", "<!x>", "<P CLASS=x ID=y>", "<p a='&quot;<>&nbsp;'>"),
        '<p =a \'b="c" d<e=f>',
    )
)
SOUP = st.lists(FOREIGN | VERBATIM | ODD | PIECES, max_size=25).map("".join)


@given(SOUP)
@example("<script><!--<script>a")
@example("<script><!--<script>a</script>b</script>c--></script>d")
@example("<plaintext>a</plaintext><b>")
@example("<p><b></p><plaintext>a<i></b>")
@example("<svg><style>a&lt;<style>b</style>c</style>")
@example("<table><p><script><!--<script></table><script>x")
def test_columns_equal_the_parsers_tree(html: str) -> None:
    tree, plain = parse(html), plain_tree(html)
    assert tree.tag == plain.tag
    assert tree.text == plain.text
    assert (tree.parent, tree.end) == (plain.parent, plain.end)
    assert (tree.start, tree.stop) == (plain.start, plain.stop)
    assert list(zip(tree.run_owner, tree.run)) == plain.run
    assert [tree.attributes(node) for node in range(len(tree))] == plain.attributes
    raw = {node: tree.raw_text(node) for node in range(len(tree))}
    assert {node: text for node, text in raw.items() if text} == plain.raw


@pytest.mark.parametrize("char", ["a", "é", "本", "😀"])
def test_all_widths_of_text_are_read(char: str) -> None:
    tree = parse(f"<p title='{char}&amp;'>{char}&lt;<script>{char}</script>")
    assert tree.text == f"{char}<"
    assert tree.attribute(3, "title") == f"{char}&"
    assert tree.raw_text(4) == char


def test_wide_page_is_read_in_linear_time() -> None:
    siblings = parse("<p>" * 200_000)
    assert siblings.xpath(len(siblings) - 1) == "/html/body/p[200000]"
    attributes = parse("<p " + " ".join(f"a{i}=1" for i in range(100_000)) + ">")
    assert attributes.attribute(3, "a99999") == "1"
    assert len(parse("x" * 10_000_000).text) == 10_000_000
    encoded = parse(f"<math><annotation-xml encoding={'x' * 400_000}>" + "<mi></mi>" * 100_000)
    assert len(encoded) == 100_005


@pytest.mark.parametrize("markup", ["</p>", "<p a=1>", "<p", "<p a=", '<p a="'])
def test_markup_that_no_parser_writes_is_refused(markup: str) -> None:
    page = PageColumns()
    with pytest.raises(ValueError, match="without"):
        scan.read(page, "<p>text</p>" + markup)
    assert len(page) == 0
    assert BlockColumns(page).texts() == []


@pytest.mark.parametrize("lengths", [[], [-1], [99], [1]])
def test_wrong_lengths_of_scripts_are_refused(lengths: list[int]) -> None:
    page = PageColumns()
    with pytest.raises(ValueError, match="without"):
        scan.read(page, "<script>ab</script><script>c</script>", lengths)


def test_page_that_was_not_read_is_empty() -> None:
    unread, refused = PageColumns(), PageColumns()
    with pytest.raises(ValueError, match="without"):
        scan.read(refused, "<p>a<b>b<i a=1>")
    for page in (unread, refused):
        assert len(page) == 0
        assert page.tags() == page.text_runs() == []
        assert page.find("p") == page.column("end") == []
        assert not any(page.column("run_start"))


def test_page_is_read_once() -> None:
    page = parse("<p>")
    with pytest.raises(ValueError, match="not empty"):
        scan.read(page, "<p></p>")


def test_node_that_does_not_exist_is_refused() -> None:
    page = parse("<p>")
    for read in (page.attributes, page.raw_text, page.xpath):
        with pytest.raises(IndexError):
            read(len(page))
        with pytest.raises(IndexError):
            read(-1)
