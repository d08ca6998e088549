"""The position of a group on its page, and whether it includes all similar nodes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.feeds.measure.shape import count_alike

if TYPE_CHECKING:
    from honbun.feeds.measure.items import CandidateItems, Shares


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of place."""
    page, spans = items.page, items.spans
    columns = page.columns
    whole = max(int(columns.widths[-1]), 1)
    first, last = spans.start[spans.first[:-1]], spans.stop[spans.first[1:] - 1]
    span = np.maximum(columns.widths[last] - columns.widths[first], 1)
    parent = columns.sequence.parent[spans.element]
    return {
        "aside": items.mean(columns.aside[spans.title_node]),
        "ranked": items.mean(page.announced[spans.start]),
        "down": columns.widths[first] / whole,
        "covers": np.minimum(items.sum(items.text_width) / span, 1),
        "boxes": np.log(np.maximum(items.sum(1 / items.alike(parent)), 1)),
        "missed": _missed(items),
        "left": _left(items),
    }


def _missed(items: CandidateItems) -> Shares:
    """Share of similar nodes between the first and the last item that are not in the group."""
    spans, tag_path = items.spans, items.page.columns.tag_path
    first = spans.start[spans.first[:-1]][spans.group]
    last = spans.stop[spans.first[1:] - 1][spans.group]
    many = count_alike(items, tag_path, first, last)
    own = items.alike(tag_path[spans.title_node])
    return items.mean(1 - np.minimum(own / np.maximum(many, 1), 1))


def _left(items: CandidateItems) -> Shares:
    """Share of the targets of titles with the group's classes that are not in the group."""
    page = items.page
    tag_class = page.columns.tag_class[items.spans.title_node]
    share = 1 - np.minimum(items.alike(tag_class) / np.maximum(page.made_alike[tag_class], 1), 1)
    return items.mean(np.where(page.is_named[tag_class], share, 0))
