"""Documents of ranges of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.document.excerpts import Excerpt, read_excerpts
from honbun.document.marked import as_citation, lines, split_mark, without_letters, words
from honbun.html.nodes import node_sequence
from honbun.html.parse import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.model import Document

URL = "https://a.example/t"


def excerpts(html: str, *chosen: Sequence[str], skipped: int = 0) -> list[Document]:
    """The documents of the elements with these ids."""
    sequence = node_sequence(parse(html))
    ids = {
        value: at
        for at, node in enumerate(sequence.node.tolist())
        if sequence.run[at] < 0 and (value := sequence.tree.attribute(node, "id"))
    }
    found = [
        Excerpt([(ids[name], int(sequence.end[ids[name]])) for name in names], skipped)
        for names in chosen
    ]
    return read_excerpts(sequence, found, url=URL, base=URL)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<table><tr><td>x<td id=a>One<p>two</table>", "One\n\ntwo\n"),
        ("<ul><li>x<li id=a>One<ul><li>two</ul></ul>", "One\n\n- two\n"),
        ("<blockquote id=a>One<br>two</blockquote>", "One\\\ntwo\n"),
        ("<div id=a><blockquote>One</blockquote></div>", "> One\n"),
        (
            "<img src=/x.png><div id=a>One <img src=/y.png></div>",
            "One ![](https://a.example/y.png)\n",
        ),
        ("<div id=a>One<hr>two<hr></div><p>x", "One\n\n---\n\ntwo\n"),
        ("<div id=a>One<noscript>x</noscript></div>" + "<p>words " * 9, "One\n"),
    ],
    ids=["cell", "item", "quotation", "inner quotation", "picture", "rules", "noscript"],
)
def test_what_is_around_an_excerpt_is_no_part_of_it(html: str, markdown: str) -> None:
    [document] = excerpts(html, ["a"])
    assert document.markdown == markdown


def test_excerpts_of_one_page_have_their_own_texts() -> None:
    html = "<p id=a>One <a href=1>two</a><p>x<p id=b>Three<p id=c>four"
    first, nothing, second = excerpts(html, ["a"], [], ["b", "c"])
    assert (first.text, nothing.text, second.text) == ("One two\n", "", "Three\n\nfour\n")
    assert first.html == '<p>One <a href="https://a.example/1">two</a></p>\n'


def test_label_at_the_beginning_is_left_out() -> None:
    [document] = excerpts("<p id=a><b>Says</b> : <i>Hello</i><br>you", ["a"], skipped=5)
    assert document.markdown == "*Hello*\\\nyou\n"


def test_marked_text_is_cut_with_its_marks() -> None:
    marked = "a \x01b1\x02bold\x04\x01i2\x02more\x03\x03 end"
    assert lines(marked) == ["a \x01b1\x02bold\x03", "\x01b1\x02\x01i2\x02more\x03\x03 end"]
    assert words(marked) == "a bold\nmore end"
    assert words(without_letters(marked, 3)) == "ld\nmore end"
    assert split_mark(marked, "b") is None
    assert split_mark(marked[2:], "b") == ("\x01b1\x02bold\x04\x01i2\x02more\x03\x03", "end")
    assert as_citation("Ann\x054\x02:") == "\x01cite0\x02Ann:\x03"
