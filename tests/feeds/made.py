"""Lists made by hand, for tests of what is done with them."""

from __future__ import annotations

from hypothesis import strategies as st

from honbun.feeds.model import Feed, Item, ItemList
from tests.outputs.channels import ANY_TEXT, DATES

URL = "https://a.example/news"


def item(
    title: str = "Boats float",
    link: str | None = None,
    published: str | None = None,
    *,
    summary: str | None = None,
    author: str | None = None,
    image: str | None = None,
    categories: tuple[str, ...] = (),
) -> Item:
    """An item of which only some things are known; a link may begin with a slash."""
    absolute = f"https://a.example{link}" if link and link.startswith("/") else link
    return Item(title, absolute, published, summary, author, image, categories, "/html/body/p")


def listing(*items: Item, heading: str | None = None) -> ItemList:
    return ItemList(items, heading, 1.0)


def lists(*listings: ItemList, url: str = URL, title: str | None = "News") -> Feed:
    return Feed(
        url=url,
        source="news.html",
        title=title,
        description="What happens",
        language="en",
        feeds=(),
        next=None,
        previous=None,
        lists=listings,
        reason=None if listings else "no list here",
        encoding="utf-8",
        replaced=0,
    )


_MAYBE = st.none() | ANY_TEXT
_LINKS = _MAYBE | st.sampled_from(
    [
        URL,
        f"{URL}#1",
        f"{URL}#2",
        "https://a.example/1",
        "http://www.a.example/1?utm_source=x",
        "https://a.example/1?id=2",
        "http://[",
        "a.html",
    ]
)
ITEMS = st.builds(
    Item,
    title=ANY_TEXT | st.sampled_from(["Boats", "Bridges"]),
    link=_LINKS,
    published=DATES | st.sampled_from([None, "2024-05-01", "2024-05-02T10:00"]),
    summary=_MAYBE,
    author=_MAYBE,
    image=_MAYBE,
    categories=st.lists(ANY_TEXT, max_size=2).map(tuple),
    xpath=st.just("/html"),
)
