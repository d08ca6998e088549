"""Pictures of items."""

from __future__ import annotations

import pytest

from tests.feeds.fields.listed import NAMES, URL, article, listed, page


def images(form: str) -> list[str | None]:
    html = page(lambda n: article(n, form.format(NAMES[n])))
    return [item.image for item in listed(html)]


ALL = [f"{URL}{name}.jpg" for name in NAMES]


@pytest.mark.parametrize(
    "form",
    [
        "<img src={}.jpg>",
        "<picture><source srcset=x.webp><img src={}.jpg></picture>",
        "<img src=wait.gif data-src={}.jpg>",
        "<img src=logo.png><img src={}.jpg>",
        "<img src=dot.gif width=1 height=1><img src={}.jpg width=300>",
        "<img src='data:image/gif;base64,R0lGODlhAQ'><img src={}.jpg>",
    ],
)
def test_an_item_shows_the_picture_that_is_its_own(form: str) -> None:
    assert images(form) == ALL


@pytest.mark.parametrize(
    "form",
    [
        "",
        "<img>",
        "<img src=''>",
        "<img src=logo.png>",
        "<img src=data:,x>",
        "<img src={} width=16>",
    ],
)
def test_what_is_no_picture_of_an_item_is_not_told(form: str) -> None:
    assert images(form) == [None] * 5
