"""Line breaks of bodies."""

from __future__ import annotations

import pytest

from honbun.evaluation.breaks import body_breaks, compare_breaks
from honbun.evaluation.metrics import Score
from honbun.evaluation.truth.threads import TruePage, TruePost
from honbun.page import Page


def true_page(html: str, *posts: tuple[str, str | None]) -> TruePage:
    return TruePage(Page(html), "body", tuple(TruePost(*post, None, None) for post in posts))


@pytest.mark.parametrize(
    ("html", "breaks"),
    [
        ("Ann<p>one two</p>", set()),
        ("Ann<p>one<br>two</p>", {3}),
        ("Ann<p>one<p>two", {3}),
        ("Ann<p>one <b>two</b></p>", set()),
        ("<b>Ann</b><pre>one\ntwo</pre>", {3}),
        ("Ann<p>&gt; one<br>two</p>", {3}),
    ],
)
def test_breaks_of_a_body_are_those_of_the_page(html: str, breaks: set[int]) -> None:
    post = ("Ann one two" if "gt" not in html else "Ann > one two", "one two")
    assert body_breaks(true_page(html, post)) == [("onetwo", frozenset(breaks))]


def test_post_without_body_or_elsewhere_has_no_breaks() -> None:
    page = true_page("<p>Ann<p>one<p>Bob<p>two", ("Ann one", None), ("Cy three", "three"))
    assert body_breaks(page) == [None, None]


@pytest.mark.parametrize(
    ("lines", "score"),
    [
        (["one", "two", "three"], Score(2, 2, 2)),
        (["one two three"], Score(0, 2, 0)),
        (["o", "ne", "two three"], Score(2, 2, 1)),
        (["two", "", "three"], Score(1, 1, 1)),
        (["four"], None),
        ([], None),
    ],
    ids=["all", "none", "another", "a part", "other words", "nothing"],
)
def test_breaks_are_compared_where_the_words_are_right(
    lines: list[str], score: Score | None
) -> None:
    assert compare_breaks(lines, "onetwothree", frozenset({3, 6})) == score
