"""Line breaks as a browser shows them, and the groups that they separate."""

from __future__ import annotations

import pytest

from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from honbun.papers.feed_001.lines import Lines


def lines(html: str) -> Lines:
    return Lines(node_sequence(parse(html)))


def groups(html: str, level: int) -> list[str]:
    page = lines(html)
    return [page.read(group) for group in page.groups(0, level, 99)]


@pytest.mark.parametrize(
    ("between", "breaks"),
    [
        ("<b></b>", 0),
        ("<br>", 1),
        ("<br><br>", 2),
        ("</div><div>", 1),
        # A line break at the end of a block shows nothing; in a line of its own it does.
        ("<br></div><div>", 1),
        ("</div><br><div>", 2),
        ("</div></div><div><div>", 1),
        ("<p>", 2),
        ("<p>x<br></p><p>", 2),
        ("<p></p><br><p>", 3),
        ("<hr>", 3),
        ("<ul><li>", 2),
        ("<table><tr><td>", 1),
    ],
)
def test_gap_is_the_number_of_visible_breaks(between: str, breaks: int) -> None:
    assert lines(f"<div><div>one{between}two").gaps[-1] == breaks


def test_level_decides_which_lines_form_a_group() -> None:
    page = "<div>a <b>b</b><br>c<br><br>d<p>e</p><hr>f"
    assert groups(page, 1) == ["a b", "c", "d", "e", "f"]
    assert groups(page, 2) == ["a b c", "d", "e", "f"]
    assert groups(page, 3) == ["a b c d e", "f"]


def test_groups_end_where_the_subtree_does() -> None:
    page = lines("<div>a<i>b</i>c</div>")
    inner = page.sequence.tag.index("i")
    assert [page.read(group) for group in page.groups(inner, 1, 9)] == ["b"]


def test_number_of_groups_is_limited() -> None:
    page = lines("<p>a<p>b<p>c")
    assert [page.read(group) for group in page.groups(0, 1, 2)] == ["a", "b"]


def test_container_of_a_group_is_the_smallest_block_around_it() -> None:
    page = lines("<ul><li><a>a</a><br>b <i>c</i><li>d</ul>")
    first, second, third = page.groups(0, 1, 9)
    tags = [page.sequence.tag[page.block_of(group)] for group in (first, second, third)]
    assert tags == ["li", "li", "li"]
    assert page.block_of(first) == page.block_of(second) != page.block_of(third)
