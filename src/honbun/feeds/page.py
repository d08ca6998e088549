"""The result for a list page: its lists, and what it declares: title, feeds, pages beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from honbun.feeds.model import Feed, FeedLink
from honbun.html.links import base_url, safe_url
from honbun.metadata import head
from honbun.text.phrases import is_next_page, is_previous_page
from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.feeds.model import ItemList
    from honbun.html.decode import Decoded
    from honbun.html.tree import Tree
    from honbun.page import Page

_FEEDS = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"}
)

_NO_LIST = "no list here"
_LONGEST = 200
"""Maximum length of a pager link, including white space in its source."""


def build_feed(page: Page, decoded: Decoded, tree: Tree, lists: Sequence[ItemList]) -> Feed:
    """The result for a page that has these lists."""
    meta, url = head.meta(tree), page.resolve_url(tree)
    base = base_url(tree, url)
    return Feed(
        url=url,
        source=page.source,
        title=head.title(tree) or meta.get("og:title"),
        description=meta.get("description") or meta.get("og:description"),
        language=head.language(tree),
        feeds=_feeds(tree, base),
        next=_relation(tree, base, "next") or _turn(tree, base, url, is_next_page),
        previous=_relation(tree, base, "prev", "previous")
        or _turn(tree, base, url, is_previous_page),
        lists=tuple(lists),
        reason=None if lists else _NO_LIST,
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        truncated=page.truncations(tree),
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
