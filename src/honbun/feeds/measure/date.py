"""Whether the items of a group have dates and are sorted by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.columns import Numbers
    from honbun.feeds.measure.items import CandidateItems, Shares

_MANY = 6
"""Maximum number of dates of an item that are read."""


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of dates."""
    dated = items.dates > 0
    share = items.mean(dated)
    return {
        "dated": share,
        "dated_half": 2 * np.minimum(share, 1 - share),
        "many_dates": np.log1p(np.maximum(items.median(items.dates) - 1, 0)),
        **_order(items),
    }


def _order(items: CandidateItems) -> dict[str, Shares]:
    """Whether items are sorted by date, in either direction."""
    moment = _moments(items)
    known = moment > 0
    follows = items.follows & known & np.append(False, known[:-1])
    step = np.diff(moment, prepend=0)
    pairs = items.sum(follows)
    down, up = items.sum(follows & (step <= 0)), items.sum(follows & (step >= 0))
    moves = (pairs >= 2) & (items.sum(follows & (step != 0)) >= 1)
    every = np.maximum(pairs, 1)
    # In another box a list may continue, or another list may start with its newest item.
    parent = items.page.columns.sequence.parent[items.spans.element]
    elsewhere = follows & (parent != np.append(-1, parent[:-1]))
    boxes = items.sum(elsewhere)
    resets = items.sum(elsewhere & (step > 0)) / np.maximum(boxes, 1)
    return {
        "falling": np.where(moves, (down / every - 0.5) * 2, 0).clip(0),
        "unordered": np.where(moves, 1 - np.maximum(down, up) / every, 0),
        "resets": np.where((boxes > 0) & (2 * down >= pairs), resets, 0),
    }


def _moments(items: CandidateItems) -> Numbers:
    """The publication date of each item: the date at the most common position; 0 without one.

    Dates in the text of items occur before and after it, but not at the same position each time.
    """
    spans, days, columns = items.spans, items.page.days, items.page.columns
    node = np.flatnonzero(days.moment > 0)
    found = np.zeros(len(spans.title_node), dtype=np.int64)
    first = np.searchsorted(node, spans.start)
    many = np.minimum(np.searchsorted(node, spans.stop) - first, _MANY)
    item = np.repeat(np.arange(len(found)), many)
    if not len(item):
        return found
    slot = np.arange(len(item)) - np.repeat(np.cumsum(many) - many, many)
    at = node[first[item] + slot]
    label_id = columns.tag_class[
        np.where(columns.sequence.run[at] >= 0, columns.sequence.parent[at], at)
    ]
    pair = spans.group[item] * (int(label_id.max()) + 1) + label_id
    kind = np.unique(pair, return_inverse=True)[1]
    # An item with several dates of a kind counts once for it.
    once = np.unique(kind * len(found) + item) // len(found)
    usual = np.bincount(once)[kind]
    order = np.lexsort((slot, -usual, item))
    kept = order[np.append(True, np.diff(item[order]) != 0)]
    found[item[kept]] = days.moment[at[kept]]
    return found
