from __future__ import annotations

import pytest

from honbun.posts.fields import number
from tests.posts.builders import cells_of, fields_of


def numbers(*inner: str) -> list[str | None]:
    return [found[0] if found else None for found in number.find_numbers(cells_of(*inner))]


@pytest.mark.parametrize("form", ["#{}", "No. {}", "[{}]", "{}: Ann", "Post #{}", ">>{}"])
def test_number_at_the_start_of_a_text_is_the_post_number(form: str) -> None:
    posts = [f"<b>{form.format(n)}</b> said something" for n in (7, 8, 12)]
    assert numbers(*posts) == ["7", "8", "12"]


def test_numbers_may_decrease() -> None:
    assert numbers("<b>#9</b> x", "<b>#8</b> y", "<b>#3</b> z") == ["9", "8", "3"]


def test_numbers_that_go_up_and_down_are_no_post_numbers() -> None:
    assert numbers("<b>9</b> x", "<b>3</b> y", "<b>8</b> z") == [None, None, None]


def test_repeated_numbers_are_no_post_numbers() -> None:
    assert numbers("<b>3</b> x", "<b>3</b> y", "<b>4</b> z") == [None, None, None]


def test_numbers_of_few_posts_are_no_post_numbers() -> None:
    assert numbers("<b>#1</b> x", "y", "<b>#3</b> z", "w") == [None] * 4


def test_anchors_replace_missing_numbers() -> None:
    html = "".join(f"<li id=post_{n}><b>2010-03-0{n}</b> said" for n in (3, 1, 2))
    found = fields_of(f"<ul>{html}</ul>")
    assert [post.number for post in found] == ["3", "1", "2"]


def test_bare_numbers_must_be_consecutive_or_many() -> None:
    assert numbers("<b>7</b> x", "<b>8</b> y", "<b>9</b> z") == ["7", "8", "9"]
    assert numbers("<b>31</b> x", "<b>9</b> y", "<b>4</b> z") == [None, None, None]
    many = [f"<b>{7 * n}</b> x" for n in range(1, 8)]
    assert numbers(*many) == [str(7 * n) for n in range(1, 8)]


def test_post_count_of_a_member_is_no_post_number() -> None:
    posts = [f"<i>Posts:</i> <b>{n}</b> said something" for n in (7, 8, 9)]
    assert numbers(*posts) == [None, None, None]
