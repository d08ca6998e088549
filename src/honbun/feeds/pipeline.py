"""The method: a page in, its lists of articles out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.feeds.choose import default_weights, find_candidates, select_lists
from honbun.feeds.columns import NodeColumns
from honbun.feeds.fields import build_items, list_heading
from honbun.feeds.model import Feed, ItemList
from honbun.feeds.page import page_info
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.metadata import head

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.model import FeedOptions
    from honbun.html.decode import Decoded
    from honbun.html.tree import Tree
    from honbun.page import Page

NO_LIST = "no list here"


def feed(page: Page, options: FeedOptions) -> Feed:
    """Find the lists of articles on a page, the main one first.

    Title candidates are grouped in many ways, each group is scored as a list, and the best groups
    that do not overlap are checked for being lists of articles. A page without any has a `reason`.
    """
    decoded = page.decode()
    tree = page.parse(decoded)
    url = page.resolve_url(tree)
    columns = NodeColumns(node_sequence(tree), url, base_url(tree, url))
    weights = options.weights or default_weights()
    candidates = find_candidates(columns, head.language(tree), page.fetched_at, weights.rank)
    lists = []
    for number in select_lists(candidates, weights.gate) if candidates else ():
        items, score = candidates.items_of(number), float(candidates.scores[number])
        lists.append(ItemList(build_items(items), list_heading(items), score))
    return build_feed(page, decoded, tree, lists)


def build_feed(page: Page, decoded: Decoded, tree: Tree, lists: Sequence[ItemList]) -> Feed:
    """The result for a page that has these lists."""
    return Feed(
        source=page.source,
        lists=tuple(lists),
        reason=None if lists else NO_LIST,
        encoding=decoded.encoding,
        replaced=decoded.replaced,
        truncated=page.truncations(tree),
        **page_info(tree, page.resolve_url(tree)),
    )
