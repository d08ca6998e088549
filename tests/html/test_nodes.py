"""The node sequence of a page equals its plain definition."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from honbun.html.nodes import HIDDEN, TEXT, node_sequence
from honbun.html.parse import parse
from honbun.text.unicode import strip_control
from tests.posts.builders import BROKEN, HTML, row_of

if TYPE_CHECKING:
    from honbun.html.tree import Tree


@dataclass
class Plain:
    """The sequence as it is defined, one element or text after another."""

    tree: Tree
    tag: list[str] = field(default_factory=list)
    node: list[int] = field(default_factory=list)
    run: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    linked: list[bool] = field(default_factory=list)
    last: int | None = None

    def add(self, tag: str, node: int, run: int, parent: int, text: str) -> None:
        self.tag.append(tag)
        self.node.append(node)
        self.run.append(run)
        self.parent.append(parent)
        self.end.append(len(self.tag))
        self.text.append(text)
        self.linked.append(tag == "a" or (parent >= 0 and self.linked[parent]))

    def walk(self, node: int, parent: int) -> None:
        tree = self.tree
        if tree.tag[node] in HIDDEN or self._is_fallback(node):
            return
        at = len(self.tag)
        self.add(tree.tag[node], node, -1, parent, "")
        inner = [(tree.start[kid], 0, kid) for kid in tree.children(node)]
        inner += [(tree.run_start[r], 1, r) for r, own in enumerate(tree.run_owner) if own == node]
        for _, is_text, each in sorted(inner):
            if is_text:
                self._add_text(each, node, at)
            else:
                self.walk(each, at)
        self.end[at] = len(self.tag)

    def _is_fallback(self, node: int) -> bool:
        body = self.tree.body()
        assert body is not None
        share = 0.3 * len(self.tree.subtree_text(body))
        return self.tree.tag[node] == "noscript" and len(self.tree.subtree_text(node)) < share

    def _add_text(self, run: int, node: int, at: int) -> None:
        words = re.sub(r"\s+", " ", re.sub("[\u200b\u2060\ufeff\u00ad]", "", self.tree.run[run]))
        if words in ("", " "):
            if words and self.last is not None and self.text[self.last][-1] != " ":
                self.text[self.last] += " "
        elif self.tag[-1] == TEXT and self.node[-1] == node:
            self.text[-1] += words
        else:
            self.last = len(self.tag)
            self.add(TEXT, node, run, at, words)


def plain(tree: Tree) -> Plain:
    row = Plain(tree)
    body = tree.body()
    if body is not None:
        row.walk(body, -1)
    row.text = [strip_control(text) for text in row.text]
    return row


def visible(text: str) -> int:
    return len(text.replace(" ", ""))


@given(HTML | BROKEN)
def test_sequence_equals_its_definition(html: str) -> None:
    tree = parse(html)
    row, wanted = node_sequence(tree), plain(tree)
    assert row.tag == tuple(wanted.tag)
    assert row.text == tuple(wanted.text)
    assert row.node.tolist() == wanted.node
    assert row.run.tolist() == wanted.run
    assert row.parent.tolist() == wanted.parent
    assert row.end.tolist() == wanted.end
    assert row.depth.tolist() == [
        tree.depth[node] + (tag == TEXT) for node, tag in zip(wanted.node, wanted.tag)
    ]
    for at in range(len(row) + 1):
        assert row.sizes[at] == sum(map(visible, row.text[:at]))
        assert row.linked[at] == sum(
            visible(text) for text, linked in zip(row.text[:at], wanted.linked) if linked
        )


@given(HTML)
def test_parents_come_first_and_ends_are_nested(html: str) -> None:
    row = row_of(html)
    for at, parent in enumerate(row.parent.tolist()):
        assert -1 <= parent < at < row.end[at] <= len(row)
        assert parent >= 0 or at == 0
        if parent >= 0:
            assert row.end[at] <= row.end[parent]
            assert row.tag[parent] != TEXT


def test_texts_between_elements_are_nodes() -> None:
    row = row_of("one<br>two<hr>three <b>four</b> five")
    assert row.tag == ("body", TEXT, "br", TEXT, "hr", TEXT, "b", TEXT, TEXT)
    assert [text for text in row.text if text] == ["one", "two", "three ", "four", " five"]


def test_comments_and_scripts_do_not_split_a_text() -> None:
    row = row_of("<p>one<!-- c --> two<script>x()</script> three")
    assert row.text[2:] == ("one two three",)


def test_space_between_elements_separates_words_but_is_not_text() -> None:
    row = row_of("<b>one</b> <b>two</b>")
    assert row.text == ("", "", "one ", "", "two")
    assert row.read([(0, len(row))]) == "one two"


@pytest.mark.parametrize("tag", sorted(HIDDEN - {"head", "title", "template"}))
def test_hidden_elements_are_omitted(tag: str) -> None:
    row = row_of(f"<body><p>seen</p><{tag}>hidden</{tag}><p>too</p>")
    assert row.read([(0, len(row))]) == "seen too"
    assert tag not in row.tag


def test_noscript_with_most_of_the_text_is_kept() -> None:
    fallback = "<body><noscript><p>Without scripts there is this text.</p></noscript>"
    small, whole = row_of(fallback + "<p>" + "The text. " * 50), row_of(fallback + "<p>The text.")
    assert "noscript" not in small.tag
    assert "noscript" in whole.tag


def test_text_is_read_in_order_with_spaces_between_blocks() -> None:
    row = row_of("<p>a<b>b</b>c<br>d<p>e<ul><li>f<li>g</ul>")
    assert row.read([(0, len(row))]) == "abc d e f g"


def test_ranges_are_read_one_after_another() -> None:
    row = row_of("<i>one</i><i>two</i><i>three</i>")
    assert row.read([(1, 3), (5, 7)]) == "one three"
    assert row.read([]) == ""


def test_page_without_a_body_has_an_empty_sequence() -> None:
    assert len(row_of("<frameset><frame src=a></frameset>")) <= 2
    empty = row_of("")
    assert (empty.tag, empty.sizes.tolist()) == (("body",), [0, 0])
