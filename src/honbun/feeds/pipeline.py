"""The method: a page in, its lists of articles out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.feeds.choose import default_weights, find_candidates, select_lists
from honbun.feeds.columns import NodeColumns
from honbun.feeds.fields import build_items, list_heading
from honbun.feeds.model import ItemList
from honbun.feeds.page import build_feed
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.metadata import head

if TYPE_CHECKING:
    from honbun.feeds.model import Feed, FeedOptions
    from honbun.page import Page


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
    if candidates is not None:
        for number in select_lists(candidates, weights.gate):
            items, score = candidates.items_of(number), float(candidates.scores[number])
            lists.append(ItemList(build_items(items), list_heading(items), score))
    return build_feed(page, decoded, tree, lists)
