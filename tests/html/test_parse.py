"""The tree is that of the HTML Standard, as consistent columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from honbun._core.names import RAW_TEXT
from honbun.html.parse import MAX_DEPTH, parse, select
from tests.strategies import HTML

if TYPE_CHECKING:
    from honbun.html.tree import Tree


def tags_of(html: str) -> list[str]:
    return list(parse(html).tag)


@given(HTML)
def test_columns_describe_one_tree(html: str) -> None:
    tree = parse(html)
    for node in range(len(tree)):
        parent = tree.parent[node]
        assert parent < node < tree.end[node] <= len(tree)
        assert tree.start[node] <= tree.stop[node]
        if parent >= 0:
            assert tree.depth[node] == tree.depth[parent] + 1
            assert tree.end[node] <= tree.end[parent]
            assert tree.start[parent] <= tree.start[node] <= tree.stop[node] <= tree.stop[parent]
    assert "".join(tree.run) == tree.text
    assert tree.run_start[-1] == len(tree.text)
    for owner, begin in zip(tree.run_owner, tree.run_start):
        assert tree.start[owner] <= begin < tree.stop[owner]


@given(HTML)
def test_two_parsers_build_the_same_tree(html: str) -> None:
    """lexbor and turbohtml implement one standard; if they differ, one of them is wrong."""
    # lexbor is wrong to reopen formatting elements inside a textarea.
    assume("<textarea" not in html)
    tree = parse(html)
    ours = list(zip(tree.depth, tree.tag)), tree.text
    assert ours == lexbor(html)


def lexbor(html: str) -> tuple[list[tuple[int, str]], str]:
    elements: list[tuple[int, str]] = []
    text: list[str] = []

    def walk(node: LexborNode | None, depth: int) -> None:
        while node is not None:
            tag = str(node.tag)
            if tag == "-text":
                if node.parent is not None and node.parent.tag not in RAW_TEXT:
                    text.append(node.text_content or "")
            elif tag[0] not in "-_!":  # comments and the doctype
                elements.append((depth, tag))
                walk(node.child, depth + 1)
            node = node.next

    walk(LexborHTMLParser(html).root, 0)
    return elements, "".join(text)


def test_scripts_and_styles_are_no_text() -> None:
    tree = parse("<p>a<script>code()</script>b<style>p{}</style>")
    assert tree.text == "ab"
    assert [tree.raw_text(node) for node in tree.find("script", "style", "p")] == [
        "",
        "code()",
        "p{}",
    ]


def test_noscript_is_read_because_scripting_is_off() -> None:
    assert parse("<body><noscript><p>posts</p></noscript>").text == "posts"


def test_content_of_a_template_is_below_it() -> None:
    tree = parse("<div>a<template><p>later</p></template>b</div>")
    assert tree.tag[3:] == ["div", "template", "p"]
    assert tree.text == "alaterb"


def test_attributes_are_read_on_request() -> None:
    tree = parse('<p class="a b" hidden title="T">x<img alt="A">')
    assert tree.attribute(3, "class") == "a b"
    assert tree.attribute(3, "hidden") == ""
    assert tree.attribute(3, "id") is None
    assert tree.attributes(3) == (("class", "a b"), ("hidden", ""), ("title", "T"))
    assert list(tree.find_attributes("title", "alt")) == [(3, "title", "T"), (4, "alt", "A")]


def test_attributes_are_found_by_a_word_in_their_value() -> None:
    tree = parse("<a rel='me Author'>x<b itemprop=authority rel=me>y<i rel=next>")
    found = [(3, "rel", "me Author"), (4, "itemprop", "authority")]
    assert list(tree.find_attributes("rel", "itemprop", containing="author")) == found


@given(HTML)
def test_attributes_read_in_bulk_equal_those_read_one_by_one(html: str) -> None:
    tree, names = parse(html), ("alt", "class", "hidden", "href")
    single = {name: [tree.attribute(node, name) for node in range(len(tree))] for name in names}
    for name in names:
        assert tree.values(range(len(tree)), name) == single[name]
    assert list(tree.find_attributes(*names)) == [
        (node, name, value)
        for node in range(len(tree))
        for name in names
        if (value := single[name][node]) is not None
    ]


def test_spans_are_positions_in_the_source() -> None:
    html = "<!doctype html><p>one <b>two</b></p>"
    tree = parse(html)
    span = tree.span(tree.tag.index("b"))
    assert span is not None
    assert span.close_start is not None
    assert html[span.start : span.open_end] == "<b>"
    assert html[span.open_end : span.close_start] == "two"
    assert tree.span(tree.tag.index("head")) is None


def test_elements_below_the_limit_are_lifted_and_lose_no_text() -> None:
    depth = MAX_DEPTH + 100
    tree = parse("<div>" * depth + "in" + "</div>" * depth + "out<p>after")
    assert max(tree.depth) == MAX_DEPTH - 1
    assert tree.lifted > 0
    assert tree.text == "inoutafter"


@given(st.integers(0, 40), st.lists(st.sampled_from(["<b>", "</b>", "x", "<p>", "</p>"])))
def test_lifting_keeps_the_columns_consistent(extra: int, tail: list[str]) -> None:
    tree: Tree = parse("<div>" * (MAX_DEPTH - 20 + extra) + "".join(tail))
    assert max(tree.depth) < MAX_DEPTH
    for owner, begin, run in zip(tree.run_owner, tree.run_start, tree.run):
        assert tree.start[owner] <= begin <= begin + len(run) <= tree.stop[owner]
    for node in range(1, len(tree)):
        parent = tree.parent[node]
        assert tree.depth[node] == tree.depth[parent] + 1
        assert tree.end[node] <= tree.end[parent]
        assert tree.stop[node] <= tree.stop[parent]


@pytest.mark.parametrize("html", ["", " ", "text", "\x00", "<", "</", "<!doctype", "<p"])
def test_any_string_has_a_tree_with_a_body(html: str) -> None:
    assert parse(html).body() is not None


def test_frameset_replaces_the_body() -> None:
    tree = parse("<frameset><frame src=a><noframes>old</noframes></frameset>")
    body = tree.body()
    assert body is not None
    assert tree.tag[body] == "frameset"
    assert tree.text == ""


def test_select_returns_elements_of_the_tree_and_removes_first() -> None:
    html = "<div><p class=x>a</p><p class=x id=n>b</p></div>"
    assert select(html, "p:first-child", "#n") == ([4], [5])
    assert tags_of(html)[4] == "p"
