from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from honbun.posts.fields import reply
from tests.posts.fields.posts_of import fields_of
from tests.posts.rows import elements, keys_of

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
def test_the_width_of_a_picture_tells_what_is_answered(levels: list[int]) -> None:
    html = "".join(
        f"<table><tr><td><img src=s.gif width={40 * level}><td>said</table>" for level in levels
    )
    assert answered(html, "table") == wanted(levels)


@given(LEVELS)
def test_the_margin_tells_what_is_answered(levels: list[int]) -> None:
    html = "".join(f'<p style="color:red; margin-left: {20 * n}px">said' for n in levels)
    assert answered(html, "p") == wanted(levels)


@given(LEVELS)
def test_the_depth_tells_what_is_answered(levels: list[int]) -> None:
    assume(any(later < earlier for earlier, later in pairwise(levels)))
    html = "".join("<div>" * n + "<p>said</p>" + "</div>" * n for n in levels)
    assert answered(html, "p") == wanted(levels)


def test_a_list_that_goes_on_in_one_more_element_answers_nobody() -> None:
    assert answered("<p>x<p>y<div><p>z<p>w</div>", "p") == [None] * 4


def test_posts_inside_of_others_answer_them() -> None:
    assert answered("<div>x<div>y<div>z</div></div></div>", "div") == [None, 0, 1]


def test_a_flat_thread_answers_nobody() -> None:
    assert answered("<p>x<p>y<p>z", "p") == [None, None, None]


def test_an_answer_tells_the_number_of_what_it_answers() -> None:
    html = "<p id=c7>x<div><p id=c9>y<div><p id=c8>z</div></div><p id=c5>w"
    found = fields_of(html, "p")
    assert [(post.number, post.reply_to) for post in found] == [
        ("7", None),
        ("9", "7"),
        ("8", "9"),
        ("5", None),
    ]


def test_posts_without_a_name_are_counted_where_one_answers_another() -> None:
    found = fields_of("<p>x<div><p>y</div><p>z", "p")
    assert [(post.number, post.reply_to) for post in found] == [
        ("1", None),
        ("2", "1"),
        ("3", None),
    ]


def test_portraits_of_several_widths_move_nobody() -> None:
    html = "".join(
        f"<p><img src=face{n}.jpg width={width}>said" for n, width in enumerate((96, 48, 96, 20))
    )
    assert answered(html, "p") == [None] * 4


def test_a_post_without_its_picture_moves_nobody() -> None:
    html = "<p><img src=s.gif width=0>x<p>y<p><img src=s.gif width=40>z<p><img src=s.gif width=0>w"
    assert answered(html, "p") == [None] * 4


def test_bare_text_answers_nobody_however_deep_it_stands() -> None:
    assert answered("<i>x</i><u><i>y</i></u><i>z</i>", "i") == [None] * 3
