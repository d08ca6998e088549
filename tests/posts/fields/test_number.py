"""The number of a post."""

from __future__ import annotations

import pytest

from tests.posts.builders import fields_of


@pytest.mark.parametrize(
    ("form", "numbers", "found"),
    [
        *(
            (form, [7, 8, 12], True)
            for form in ("#{}", "No. {}", "[{}]", "{}: Ann", "Post #{}", ">>{}")
        ),
        ("#{}", [9, 8, 3], True),
        ("{}", [7, 8, 9], True),
        ("{}", [7 * n for n in range(1, 8)], True),
        ("{}", [31, 9, 4], False),
        ("{}", [9, 3, 8], False),
        ("{}", [3, 3, 4], False),
        ("<i>Posts:</i> <b>{}</b>", [7, 8, 9], False),
    ],
)
def test_monotonic_numbers_are_post_numbers_if_marked_consecutive_or_many(
    form: str, numbers: list[int], *, found: bool
) -> None:
    posts = fields_of([f"<b>{form.format(n)}</b> said something" for n in numbers])
    assert [post.number for post in posts] == [str(n) if found else None for n in numbers]


def test_numbers_of_few_posts_are_no_post_numbers() -> None:
    posts = fields_of(["<b>#1</b> x", "y", "<b>#3</b> z", "w"])
    assert [post.number for post in posts] == [None] * 4


def test_anchors_replace_missing_numbers() -> None:
    html = "".join(f"<li id=post_{n}><b>2010-03-0{n}</b> said" for n in (3, 1, 2))
    assert [post.number for post in fields_of(f"<ul>{html}</ul>")] == ["3", "1", "2"]
