"""Pages for `honbun feed`, and a stub that finds their lists.

How lists are found is not the matter there: a stub takes every `<ul>` for a list, and every
`<li><a href=...>title</a> date` for an item.
"""

from __future__ import annotations

import re
from types import ModuleType
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from honbun.feeds.model import Feed, FeedLink, FeedOptions, Item, ItemList

if TYPE_CHECKING:
    from honbun.page import Page

BOATS = "<li><a href=/boats>Boats & co.</a> 2024-05-01"
CARS = "<li><a href=/cars?utm_source=x>Cars</a>"
NOTE = "<li><a>A note</a>"
TRAMS = "<li><a href=/trams>Trams</a>"
NEWS = f"<title>News</title><h2>Latest</h2><ul>{BOATS}{CARS}{NOTE}</ul>"
TWO = f"{NEWS}<h2>Most read</h2><ul>{TRAMS}{CARS}</ul>"


class Lister(ModuleType):
    """Stands in for the module that finds lists, and notes how it was called."""

    options: FeedOptions | None = None

    def feed(self, page: Page, options: FeedOptions | None = None) -> Feed:
        self.options = options
        html = page.decode().text
        url = page.url or page.fallback_url or page.source
        found = re.findall(r"(?:<h2>(.*?)</h2>)?<ul>(.*?)</ul>", html)
        lists = tuple(ItemList(_items(url, body), heading or None, 1.0) for heading, body in found)
        feeds = re.findall(r"<link href=(\S+) title=(\w+)>", html)
        after = re.search(r"<a rel=next href=([^\s>]+)>", html)
        return Feed(
            url=url,
            source=page.source,
            title="News",
            description=None,
            language="en",
            feeds=tuple(FeedLink(href, title, "application/rss+xml") for href, title in feeds),
            next=after and after[1],
            previous=None,
            lists=lists,
            reason=None if lists else "no list here",
            encoding="utf-8",
            replaced=html.count("\ufffd"),
        )


def _items(url: str, body: str) -> tuple[Item, ...]:
    found = re.findall(r"<li><a(?: href=([^>]+))?>(.*?)</a>(?: (\S+?))?(?=<|$)", body)
    return tuple(
        Item(
            title,
            urljoin(url, href) if href else None,
            date or None,
            None,
            None,
            None,
            (),
            f"/html/body/ul/li[{number}]",
        )
        for number, (href, title, date) in enumerate(found, 1)
    )
