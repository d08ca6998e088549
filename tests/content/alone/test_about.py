from __future__ import annotations

import pytest

from honbun.content.alone import about


def told(*things: str, url: str = "") -> dict[str, object]:
    return dict(about.features(things, url))


def test_things_are_counted_by_what_they_are() -> None:
    found = told("newsarticle", "person", "product", "offer", "offer", "qapage")
    assert found["tells of articles"] == 1
    assert found["tells of products"] == 1
    assert found["tells of offers"] == 2
    assert found["tells of threads"] == 1
    assert found["tells of lists"] == 0


def test_of_very_many_things_some_are_counted() -> None:
    assert told(*["offer"] * 500)["tells of offers"] == 20


def test_open_graph_says_what_a_page_is() -> None:
    found = told("og:article", "product")
    assert found["is article in Open Graph"] == 1
    assert found["is product in Open Graph"] == 0
    assert found["tells of articles"] == 0


@pytest.mark.parametrize(
    ("url", "depth", "length", "dashes", "digits", "query", "ending"),
    [
        ("https://e.org/2024/05/old-harbour-wall.html?page=2", 3, 30, 2, 6, 1, 1),
        ("http://e.org/news/", 1, 6, 0, 0, 0, 0),
        ("https://e.org/", 0, 1, 0, 0, 0, 0),
        ("https://e.org", 0, 0, 0, 0, 0, 0),
        ("pages/old-harbour.html", 0, 0, 0, 0, 0, 0),
        ("file:///pages/a-b.html", 0, 0, 0, 0, 0, 0),
        ("http://[", 0, 0, 0, 0, 0, 0),
        ("", 0, 0, 0, 0, 0, 0),
    ],
)
def test_an_address_tells_how_it_is_made_where_it_is_one(
    url: str, depth: int, length: int, dashes: int, digits: int, query: int, ending: int
) -> None:
    found = told(url=url)
    names = ("depth", "length", "dashes", "digits", "query", "ending")
    assert [found[f"address {name}"] for name in names] == [
        *(depth, length, dashes, digits, query, ending)
    ]


def test_every_page_has_the_same_features() -> None:
    assert list(told()) == list(told("article", "og:website", url="https://e.org/a?b"))
