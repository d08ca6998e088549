"""Keys of nodes: what nodes of one type have in common."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from honbun.html.blocks import BLOCK_LEVEL
from honbun.html.nodes import TEXT
from tests.posts.builders import BROKEN, HTML, keys_of


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p class='b a'>x</p>", ["p", "p.b", "p.a", "p.a b"]),
        ("<img src=line.gif>", ["img", "img@line.gif"]),
        ("<table bgcolor=red><tr><td>x", ["table", "table.red"]),
    ],
)
def test_element_has_keys_for_tag_classes_source_and_colour(html: str, wanted: list[str]) -> None:
    assert keys_of(html).of(1) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("12: Ann", ["#number"]),
        ("12 ：Ann", ["#number"]),
        ("■ Weather", ["#■"]),
        ("Name: Ann", ["#Name:"]),
        ("名前：花子", ["#名前:"]),
        ("2010-03-04", ["#date"]),
        ("Date: 2010-03-04", ["#Date:", "#date"]),
        ("(aside)", []),
        ("“Well”, she said", []),
        ("Only words", []),
    ],
)
def test_text_has_a_key_for_its_start(text: str, wanted: list[str]) -> None:
    assert keys_of(f"<p>{text}").of(2) == wanted


def test_child_paths_lead_to_the_first_descendants() -> None:
    keys = keys_of("<div><p class=head><b>2010-03-04</b></p></div>")
    paths = ["div>p", "div>p.head", "div>p>b", "div>p>b>#text", "div>p>b>#text#date"]
    assert keys.child_paths(1) == paths
    assert keys_of("<div></div><p>x</p>").child_paths(1) == []


def test_nodes_with_equal_tag_and_class_have_one_id() -> None:
    keys = keys_of("<p class=a>x<p class=a>y<p class=b>z<p>w")
    made = [int(keys.tag_class[at]) for at, tag in enumerate(keys.sequence.tag) if tag == "p"]
    assert made[0] == made[1]
    assert len(set(made)) == 3
    assert [bool(keys.has_class[tag_class]) for tag_class in made] == [True, True, True, False]


def test_without_classes_only_tags_count() -> None:
    keys = replace(keys_of("<p class=a>x<p class=b>y"), ignore_classes=True)
    assert keys.tag_class[1] == keys.tag_class[3]
    assert keys.of(1) == ["p"]


def test_line_ends_at_breaks_and_blocks() -> None:
    keys = keys_of("one <b>two</b> three<br>four<p>five</p>six")
    said = {keys.line_text(at) for at, tag in enumerate(keys.sequence.tag) if tag == TEXT}
    assert said == {"one two three", "four", "five", "six"}


def test_long_line_is_no_header() -> None:
    keys = keys_of("<p>" + "word " * 40)
    assert keys.line_size(2) == 160
    assert keys.line_text(2) == ""


@given(HTML)
def test_line_starts_at_its_first_node_and_crosses_no_block(html: str) -> None:
    """The plain definition: a line starts after a break, and where a block starts or ends."""
    keys = keys_of(html)
    row = keys.sequence
    begins = {0}
    for at, tag in enumerate(row.tag):
        if tag in BLOCK_LEVEL:
            begins |= {at, int(row.end[at])}
        if tag == "br":
            begins.add(at + 1)
    for at in range(len(row)):
        assert keys.line[at] == max(place for place in begins if place <= at)


@given(HTML | BROKEN)
def test_box_is_the_innermost_ancestor_that_is_no_paragraph(html: str) -> None:
    keys = keys_of(html)
    row = keys.sequence
    for at in range(len(row)):
        above = int(row.parent[at])
        while above >= 0 and row.tag[above] not in BLOCK_LEVEL - {*"p center hr".split()}:
            above = int(row.parent[above])
        if above < 0 or row.tag[above] not in "h1 h2 h3 h4 h5 h6".split():
            assert keys.box[at] == above


def test_image_repeated_on_lines_of_its_own_is_a_rule() -> None:
    line, smile = "<br><img src=line.gif><br>", "<img src=smile.gif>"
    keys = keys_of(f"one {smile}{line}two {smile}{line}three {smile}{line}<hr><img src=one.gif>")
    rules = keys.rules.tolist()
    assert [keys.sequence.tag[at] for at in rules] == ["img", "img", "img", "hr"]
    assert {keys.of(at)[-1] for at in rules} == {"img@line.gif", "hr"}
