"""The lists of a page, and where their items stand."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from honbun.listing.feed import feed
from honbun.syndication.characters import web_address
from honbun.web.inspect.spots import Spots

if TYPE_CHECKING:
    from honbun.listing.model import Item, Listing
    from honbun.page import Page
    from honbun.tree.tree import Tree

_MOST_LISTS = 50
_MOST_ITEMS = 1000
"""Shown of a page: what lists more is no page for people."""


def told(page: Page, tree: Tree) -> dict[str, Any]:
    """The lists of a page, the main one first."""
    lists, spots = feed(page), Spots(tree)
    address = web_address(lists.url)
    return {
        "title": lists.title,
        "reason": lists.reason,
        "feeds": [
            {"url": url, "title": own.title} for own in lists.feeds if (url := web_address(own.url))
        ],
        "lists": [
            _listing(listing, spots)
            | {"feed": f"/?{urlencode({'url': address, 'list': number})}" if address else None}
            for number, listing in enumerate(lists.lists[:_MOST_LISTS], 1)
        ],
    }


def _listing(listing: Listing, spots: Spots) -> dict[str, Any]:
    return {
        "heading": listing.heading,
        "count": len(listing.items),
        "items": [_item(item, spots) for item in listing.items[:_MOST_ITEMS]],
    }


def _item(item: Item, spots: Spots) -> dict[str, Any]:
    return {
        "title": item.title,
        "link": web_address(item.link),
        "published": item.published,
        "summary": item.summary,
        "author": item.author,
        **asdict(spots.of([item.xpath])),
    }
