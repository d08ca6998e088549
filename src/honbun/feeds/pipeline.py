"""A page in, its lists out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.feeds.columns import Sheet
from honbun.feeds.fields import heading, items
from honbun.feeds.gate import judged
from honbun.feeds.model import Feed, FeedOptions, ItemList
from honbun.feeds.page import about
from honbun.feeds.ranking import candidates
from honbun.feeds.score import shipped
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.metadata import head
from honbun.papers.feed_001.pipeline import lists as faithful

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.ranking import Candidates
    from honbun.html.tree import Tree
    from honbun.page import Page

NO_LIST = "no list here"


def feed(page: Page, options: FeedOptions | None = None) -> Feed:
    """The lists of a page, the main one first; none, and the reason, where it has none."""
    options = options or FeedOptions()
    if not isinstance(options, FeedOptions):
        raise HonbunError(f"options are honbun.FeedOptions, not {type(options).__name__}")
    decoded = page.decode()
    tree = page.parse(decoded)
    lists = _lists(tree, page, options)
    return Feed(
        source=page.source,
        lists=tuple(lists),
        reason=None if lists else NO_LIST,
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        cut=page.truncations(tree),
        **about(tree, page.resolve_url(tree)),
    )


def _lists(tree: Tree, page: Page, options: FeedOptions) -> Sequence[ItemList]:
    url = page.resolve_url(tree)
    if options.faithful:
        return faithful(tree, url, page.fetched_at)
    sheet = Sheet(node_sequence(tree), url, base_url(tree, url))
    weights = options.weights or shipped()
    found = candidates(sheet, head.language(tree), page.fetched_at, weights.rank)
    if found is None:
        return ()
    return [_listing(found, number) for number in judged(found, weights.gate)]


def _listing(found: Candidates, number: int) -> ItemList:
    roll = found.roll(number)
    return ItemList(items(roll), heading(roll), float(found.scores[number]))
