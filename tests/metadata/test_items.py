"""What a list page declares about the pages that it links to."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from honbun.html.parse import parse
from honbun.metadata.declared import DeclaredItem, declared_items
from tests.metadata.pages import script

BASE = "https://a.example/news/"
ITEM = {
    "url": "/x",
    "datePublished": "2010-03-04T08:00",
    "author": {"name": "Ann Lee"},
    "image": "/x.png",
    "description": "What is  declared.",
}
FOUND = DeclaredItem("2010-03-04T08:00", "Ann Lee", "https://a.example/x.png", "What is declared.")


def declared(data: Any) -> list[tuple[str, DeclaredItem]]:
    return list(declared_items(parse(script(orjson.dumps(data).decode())), BASE))


@pytest.mark.parametrize(
    "data",
    [
        ITEM,
        [ITEM],
        {"@graph": [ITEM]},
        {"@type": "Blog", "blogPost": [ITEM]},
        {"@type": "ItemList", "itemListElement": [{"position": 1, "item": ITEM}]},
        {**ITEM, "url": None, "mainEntityOfPage": "/x"},
        {**ITEM, "url": None, "mainEntityOfPage": {"@id": "/x"}},
    ],
)
def test_items_are_found_at_any_place(data: Any) -> None:
    assert declared(data) == [("https://a.example/x", FOUND)]


def test_authors_and_images_are_declared_in_several_ways() -> None:
    item = {
        "url": "/x",
        "author": [{"name": "Ann  Lee"}, "Bo Ek", {"name": 7}],
        "image": [{"url": "/x.png"}, "/y.png"],
    }
    [(_, found)] = declared(item)
    assert found == DeclaredItem(author="Ann Lee, Bo Ek", image="https://a.example/x.png")


@pytest.mark.parametrize(
    "data",
    [[], 7, "x", None, {"url": 7}, {"url": ""}, {"url": "/x"}, {"url": "http://[", "author": "A"}],
)
def test_malformed_declarations_are_ignored(data: Any) -> None:
    assert declared(data) == []
    assert list(declared_items(parse(script("{'x': ")), BASE)) == []
