"""What a list page says about itself: title, own feeds, previous and next page."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlsplit

from honbun.feeds.model import FeedLink
from honbun.html.links import base_url, safe_url
from honbun.metadata import head
from honbun.text.phrases import is_next_page, is_previous_page
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.html.tree import Tree

_FEEDS = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"}
)

_LONGEST = 200
"""Maximum length of a pager link, including white space in its source."""


class PageInfo(TypedDict):
    """The part of `Feed` that a page declares."""

    url: str
    title: str | None
    description: str | None
    language: str | None
    feeds: tuple[FeedLink, ...]
    next: str | None
    previous: str | None


def page_info(tree: Tree, url: str) -> PageInfo:
    """Title, description, language, feeds and pager links of a page."""
    meta = head.meta(tree)
    base = base_url(tree, url)
    return PageInfo(
        url=url,
        title=head.title(tree) or meta.get("og:title"),
        description=meta.get("description") or meta.get("og:description"),
        language=head.language(tree),
        feeds=_feeds(tree, base),
        next=_relation(tree, base, "next") or _turn(tree, base, url, is_next_page),
        previous=_relation(tree, base, "prev", "previous")
        or _turn(tree, base, url, is_previous_page),
    )


def _feeds(tree: Tree, base: str) -> tuple[FeedLink, ...]:
    found: dict[str, FeedLink] = {}
    for node in tree.find("link"):
        rel = (tree.attribute(node, "rel") or "").lower().split()
        kind = (tree.attribute(node, "type") or "").partition(";")[0].strip().lower()
        if "alternate" not in rel or kind not in _FEEDS:
            continue
        address = safe_url(base, tree.attribute(node, "href"))
        if address:
            title = collapse(tree.attribute(node, "title") or "") or None
            found.setdefault(address, FeedLink(address, title, kind))
    return tuple(found.values())


def _relation(tree: Tree, base: str, *names: str) -> str | None:
    """The target of the first link with one of these relations."""
    for node in tree.find("link", "a"):
        relations = (tree.attribute(node, "rel") or "").lower().split()
        if any(name in relations for name in names):
            return safe_url(base, tree.attribute(node, "href"))
    return None


def _turn(tree: Tree, base: str, url: str, matches: Callable[[str], bool]) -> str | None:
    """The target of the first link on the same site whose text matches."""
    for node in tree.find("a"):
        if tree.stop[node] - tree.start[node] > _LONGEST or not matches(
            collapse(tree.subtree_text(node))
        ):
            continue
        address = safe_url(base, tree.attribute(node, "href"))
        if address and address != url and urlsplit(address).netloc == urlsplit(url).netloc:
            return address
    return None
