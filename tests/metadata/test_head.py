"""The head of a page."""

from __future__ import annotations

import pytest

from honbun.html.parse import parse
from honbun.metadata import head


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> Moss\n and fern </title><title>Other</title>", "Moss and fern"),
        ("<title> </title><body><svg><title>Icon</title></svg><title>Moss</title>", "Moss"),
        ("<p>Moss", None),
    ],
)
def test_title_is_the_first_that_is_not_blank_or_part_of_an_image(
    html: str, title: str | None
) -> None:
    assert head.title(parse(html)) == title


def test_link_and_language_skip_empty_values() -> None:
    tree = parse("<html lang=''><link rel=canonical><link rel='x CANONICAL' href=/a><body lang=de>")
    assert head.link(tree, "canonical") == "/a"
    assert head.link(tree, "next") is None
    assert head.language(tree) == "de"
