"""What a page says of itself: its name, the feeds that it has, the pages before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from honbun.listing.model import NamedFeed
from honbun.tree import head
from honbun.tree.address import base_address, safe_address
from honbun.tree.block import collapse

if TYPE_CHECKING:
    from honbun.tree.tree import Tree

_FEEDS = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"}
)


class About(TypedDict):
    """The part of `Lists` that a page declares."""

    url: str
    title: str | None
    description: str | None
    language: str | None
    feeds: tuple[NamedFeed, ...]
    next: str | None
    previous: str | None


def about(tree: Tree, url: str) -> About:
    """What a page says of itself."""
    meta = head.meta(tree)
    base = base_address(tree, url)
    return About(
        url=url,
        title=head.title(tree) or meta.get("og:title"),
        description=meta.get("description") or meta.get("og:description"),
        language=head.language(tree),
        feeds=_feeds(tree, base),
        next=_relation(tree, base, "next"),
        previous=_relation(tree, base, "prev") or _relation(tree, base, "previous"),
    )


def _feeds(tree: Tree, base: str) -> tuple[NamedFeed, ...]:
    found: dict[str, NamedFeed] = {}
    for node in tree.find("link"):
        rel = (tree.attribute(node, "rel") or "").lower().split()
        kind = (tree.attribute(node, "type") or "").partition(";")[0].strip().lower()
        if "alternate" not in rel or kind not in _FEEDS:
            continue
        address = safe_address(base, tree.attribute(node, "href"))
        if address:
            title = collapse(tree.attribute(node, "title") or "") or None
            found.setdefault(address, NamedFeed(address, title, kind))
    return tuple(found.values())


def _relation(tree: Tree, base: str, name: str) -> str | None:
    """Where the first link of a relation leads, in the head or on the page."""
    for node in tree.find("link", "a"):
        if name in (tree.attribute(node, "rel") or "").lower().split():
            return safe_address(base, tree.attribute(node, "href"))
    return None
