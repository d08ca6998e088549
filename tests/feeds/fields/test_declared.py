"""JSON-LD about items."""

from __future__ import annotations

import json
from typing import Any

import pytest

from honbun.feeds.fields.declared import declared_items
from tests.feeds.builders import NAMES, article, columns, day, link, list_items, page


def script(data: Any) -> str:
    return f"<script type=application/ld+json>{json.dumps(data)}</script>"


def posting(number: int) -> dict[str, Any]:
    return {
        "@type": "BlogPosting",
        "url": link(number),
        "datePublished": f"{day(number)}T08:00",
        "author": {"@type": "Person", "name": "Ann Lee"},
        "image": f"/{NAMES[number]}.png",
        "description": "What is declared.",
    }


POSTINGS = [posting(number) for number in range(5)]


@pytest.mark.parametrize(
    "data",
    [
        POSTINGS,
        {"@graph": POSTINGS},
        {"@type": "Blog", "blogPost": POSTINGS},
        {"@type": "ItemList", "itemListElement": [{"position": 1, "item": p} for p in POSTINGS]},
    ],
)
def test_declared_values_are_used_if_nothing_is_shown(data: Any) -> None:
    found = list_items(script(data) + page(lambda n: article(n, shown="")))
    assert [item.published for item in found] == [f"{day(n)}T08:00" for n in range(5)]
    assert [item.author for item in found] == ["Ann Lee"] * 5
    assert [item.image for item in found] == [f"https://a.example/{name}.png" for name in NAMES]


def test_shown_values_win_over_declared_ones() -> None:
    told = [{**posting(n), "datePublished": "1999-01-01"} for n in range(5)]
    byline = page(lambda n: article(n, f"<p>By Bo Ek</p><img src={n}.jpg>"))
    found = list_items(script(told) + byline)
    assert [item.published for item in found] == [day(n) for n in range(5)]
    assert {item.author for item in found} == {"Bo Ek"}
    assert all(item.image and item.image.endswith(".jpg") for item in found)
    assert not any(item.summary == "What is declared." for item in found)


def test_declaration_of_another_url_is_ignored() -> None:
    told = [{**posting(n), "url": f"https://a.example/elsewhere/{n}"} for n in range(5)]
    found = list_items(script(told) + page(lambda n: article(n, shown="")))
    assert [item.published for item in found] == [None] * 5


def test_declared_month_is_no_day() -> None:
    told = [{**posting(n), "datePublished": "2010-03"} for n in range(5)]
    found = list_items(script(told) + page(lambda n: article(n, shown="")))
    assert [item.published for item in found] == [None] * 5


def test_authors_and_images_are_declared_in_several_ways() -> None:
    thing = {
        "mainEntityOfPage": {"@id": "/x"},
        "author": [{"name": "Ann  Lee"}, "Bo Ek", {"name": 7}],
        "image": [{"url": "/x.png"}, "/y.png"],
    }
    (told,) = declared_items(columns(script(thing))).values()
    assert (told.author, told.image) == ("Ann Lee, Bo Ek", "https://a.example/x.png")
    assert (told.published, told.summary) == (None, None)


@pytest.mark.parametrize(
    "data",
    [[], 7, "x", None, {"url": 7}, {"url": ""}, {"url": "/x"}, {"url": "http://[", "author": "A"}],
)
def test_malformed_declarations_are_ignored(data: Any) -> None:
    assert declared_items(columns(script(data))) == {}


def test_broken_json_is_ignored() -> None:
    assert declared_items(columns("<script type=application/ld+json>{'x': </script>")) == {}


def test_first_declaration_of_a_url_counts() -> None:
    told = declared_items(
        columns(script([{"url": "/x", "author": name} for name in ("Ann", "Bo")]))
    )
    assert [each.author for each in told.values()] == ["Ann"]
