"""Anchors and permalinks of posts."""

from __future__ import annotations

import pytest

from honbun.posts.fields.permalink import without_common_prefix
from tests.posts.builders import URL, fields_of

BOARD = "https://board.example"
DATED = "<li{}><b>Ann</b> <a href={}>2010-03-0{{0}}</a> <a href=/re/{{0}}>Reply</a> x"


def items(form: str) -> str:
    return "".join(form.format(n) for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("html", "tag", "links"),
    [
        ("<li id=a>x<li><a name=b></a>y<li>z", "li", [f"{URL}#a", f"{URL}#b", None]),
        ("<div id=a><p>x</p></div><div id=b><p>y</p></div>", "p", [f"{URL}#a", f"{URL}#b"]),
        ("<div id=a><p>x</p><p>y</p></div>", "p", [None, None]),
        ("<li id=a>x<li id=a>y", "li", [None, None]),
        (items(DATED.format("", "/post/{0}")), "li", [f"{BOARD}/post/{n}" for n in (1, 2, 3)]),
        (
            items(DATED.format(" id=c{0}", "/post/c{0}")),
            "li",
            [f"{BOARD}/post/c{n}" for n in (1, 2, 3)],
        ),
        (items(DATED.format("", "/faq")), "li", [None] * 3),
        (items(DATED.format("", "javascript:x({0})")), "li", [None] * 3),
    ],
    ids=[
        "the anchor of a post",
        "the anchor of the element around a post",
        "the element around several posts names none",
        "repeated anchors name none",
        "the link at the date",
        "the link at the date, before the anchor",
        "one link for all posts is none",
        "a script is none",
    ],
)
def test_permalink_is_a_link_at_the_date_or_an_anchor(
    html: str, tag: str, links: list[str | None]
) -> None:
    assert [post.permalink for post in fields_of(f"<ul>{html}</ul>", tag)] == links


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["post-7", "post-8", None], ["7", "8", None]),
        (["p17", "p18"], ["17", "18"]),
        (["only-1"], ["only-1"]),
        ([], []),
    ],
)
def test_common_prefix_of_names_is_removed(
    names: list[str | None], found: list[str | None]
) -> None:
    assert without_common_prefix(names) == found
