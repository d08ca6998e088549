"""What each post of a nested thread replies to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from honbun.posts.fields import reply
from tests.posts.builders import elements, fields_of, keys_of

LEVELS = st.lists(st.integers(0, 4), min_size=1, max_size=12)


def answered(html: str, tag: str) -> list[int | None]:
    keys = keys_of(html)
    return reply.find_parents(keys, elements(keys, tag))


@given(LEVELS, st.sampled_from(["image", "margin", "depth"]))
def test_indentation_shows_the_parent(levels: list[int], by: str) -> None:
    forms = {
        "image": lambda n: f"<table><tr><td><img src=s.gif width={40 * n}><td>said</table>",
        "margin": lambda n: f'<p style="color:red; margin-left: {20 * n}px">said',
        "depth": lambda n: "<div>" * n + "<p>said</p>" + "</div>" * n,
    }
    assume(by != "depth" or any(later < earlier for earlier, later in pairwise(levels)))
    # The nearest post before each that is less indented.
    wanted = [
        max((p for p in range(n) if levels[p] < levels[n]), default=None)
        for n in range(len(levels))
    ]
    assert answered("".join(map(forms[by], levels)), "table" if by == "image" else "p") == wanted


@pytest.mark.parametrize(
    ("html", "tag", "parents"),
    [
        ("<div>x<div>y<div>z</div></div></div>", "div", [None, 0, 1]),
        ("<p>x<p>y<p>z", "p", [None] * 3),
        ("<p>x<p>y<div><p>z<p>w</div>", "p", [None] * 4),
        ("".join(f"<p><img src={n}.jpg width={n}>x" for n in (96, 48, 96, 20)), "p", [None] * 4),
        (
            "<p><img src=s width=0>x<p>y<p><img src=s width=40>z<p><img src=s width=0>w",
            "p",
            [None] * 4,
        ),
        ("<i>x</i><u><i>y</i></u><i>z</i>", "i", [None] * 3),
    ],
    ids=["inside", "flat", "continued in an element", "portraits", "not all indented", "bare text"],
)
def test_only_posts_inside_others_or_indented_alike_have_parents(
    html: str, tag: str, parents: list[int | None]
) -> None:
    assert answered(html, tag) == parents


@pytest.mark.parametrize(
    ("html", "numbers"),
    [
        (
            "<p id=c7>x<div><p id=c9>y<div><p id=c8>z</div></div><p id=c5>w",
            [("7", None), ("9", "7"), ("8", "9"), ("5", None)],
        ),
        ("<p>x<div><p>y</div><p>z", [("1", None), ("2", "1"), ("3", None)]),
    ],
)
def test_reply_has_the_number_of_its_parent(
    html: str, numbers: list[tuple[str, str | None]]
) -> None:
    assert [(post.number, post.reply_to) for post in fields_of(html, "p")] == numbers
