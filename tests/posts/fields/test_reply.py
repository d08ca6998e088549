from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from honbun.posts.fields import reply
from tests.posts.builders import elements, fields_of, keys_of

LEVELS = st.lists(st.integers(0, 4), min_size=1, max_size=12)


def answered(html: str, tag: str) -> list[int | None]:
    keys = keys_of(html)
    return reply.find_parents(keys, elements(keys, tag))


def wanted(levels: list[int]) -> list[int | None]:
    """The nearest post before each that is less indented."""
    return [
        max((p for p in range(n) if levels[p] < levels[n]), default=None)
        for n in range(len(levels))
    ]


@given(LEVELS)
def test_image_width_shows_the_parent(levels: list[int]) -> None:
    html = "".join(
        f"<table><tr><td><img src=s.gif width={40 * level}><td>said</table>" for level in levels
    )
    assert answered(html, "table") == wanted(levels)


@given(LEVELS)
def test_margin_shows_the_parent(levels: list[int]) -> None:
    html = "".join(f'<p style="color:red; margin-left: {20 * n}px">said' for n in levels)
    assert answered(html, "p") == wanted(levels)


@given(LEVELS)
def test_depth_shows_the_parent(levels: list[int]) -> None:
    assume(any(later < earlier for earlier, later in pairwise(levels)))
    html = "".join("<div>" * n + "<p>said</p>" + "</div>" * n for n in levels)
    assert answered(html, "p") == wanted(levels)


def test_list_continued_in_one_more_element_has_no_parents() -> None:
    assert answered("<p>x<p>y<div><p>z<p>w</div>", "p") == [None] * 4


def test_posts_inside_others_reply_to_them() -> None:
    assert answered("<div>x<div>y<div>z</div></div></div>", "div") == [None, 0, 1]


def test_flat_thread_has_no_parents() -> None:
    assert answered("<p>x<p>y<p>z", "p") == [None, None, None]


def test_reply_has_the_number_of_its_parent() -> None:
    html = "<p id=c7>x<div><p id=c9>y<div><p id=c8>z</div></div><p id=c5>w"
    found = fields_of(html, "p")
    assert [(post.number, post.reply_to) for post in found] == [
        ("7", None),
        ("9", "7"),
        ("8", "9"),
        ("5", None),
    ]


def test_unnamed_posts_are_numbered_in_nested_threads() -> None:
    found = fields_of("<p>x<div><p>y</div><p>z", "p")
    assert [(post.number, post.reply_to) for post in found] == [
        ("1", None),
        ("2", "1"),
        ("3", None),
    ]


def test_portraits_of_different_widths_are_no_indentation() -> None:
    html = "".join(
        f"<p><img src=face{n}.jpg width={width}>said" for n, width in enumerate((96, 48, 96, 20))
    )
    assert answered(html, "p") == [None] * 4


def test_post_without_the_image_stops_indentation() -> None:
    html = "<p><img src=s.gif width=0>x<p>y<p><img src=s.gif width=40>z<p><img src=s.gif width=0>w"
    assert answered(html, "p") == [None] * 4


def test_depth_of_bare_text_shows_no_parent() -> None:
    assert answered("<i>x</i><u><i>y</i></u><i>z</i>", "i") == [None] * 3
