"""The author of an item."""

from __future__ import annotations

import pytest

from tests.feeds.builders import article, list_items, page

WHO = ["Ann Lee", "Bo Ek", "Ann Lee", "Cora Dahl", "Bo Ek"]


def authors(form: str) -> list[str | None]:
    html = page(lambda n: article(n, form.format(WHO[n])))
    return [item.author for item in list_items(html)]


@pytest.mark.parametrize(
    "form",
    [
        "<a rel=author href=/who>{}</a>",
        "<span itemprop=author>{}</span>",
        "<p>by {}</p>",
        "<p>Posted by {}</p>",
        "<p>Von {}</p>",
        "<p>文：{}</p>",
        "<p>By <a href=/who>{}</a></p>",
        "<p>By {} on 4 March 2010</p>",
        "<p>By {} | Comments</p>",
    ],
)
def test_byline_names_the_author(form: str) -> None:
    assert authors(form) == WHO


def test_item_without_a_byline_has_no_author() -> None:
    assert authors("<p>{} saw it all from the window of the mill.</p>") == [None] * 5


def test_single_line_like_a_byline_is_ignored() -> None:
    html = page(lambda n: article(n, "<p>By the river</p>" if n == 2 else ""))
    assert [item.author for item in list_items(html)] == [None] * 5


def test_marked_author_wins_over_a_byline() -> None:
    assert authors("<p>by the editors</p><a rel=author href=/who>{}</a>") == WHO
