"""The image of an item."""

from __future__ import annotations

import pytest

from tests.feeds.builders import NAMES, URL, article, list_items, page


def images(form: str) -> list[str | None]:
    html = page(lambda n: article(n, form.format(NAMES[n])))
    return [item.image for item in list_items(html)]


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
def test_image_of_an_item_is_found(form: str) -> None:
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
def test_icons_and_shared_images_are_ignored(form: str) -> None:
    assert images(form) == [None] * 5
