"""Whether the items of a group have the same structure and the usual parts of items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.columns import Flags, Numbers
    from honbun.feeds.measure.items import CandidateItems, Shares

_LONGER = 1.3
"""A link that is longer than a title by this factor would be the better title."""


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of shape."""
    page, spans = items.page, items.spans
    columns, text_width = page.columns, np.maximum(items.text_width, 1)
    own = page.titles.width[items.place]
    before = columns.widths[spans.title_node] - columns.widths[spans.start]
    depth = columns.sequence.depth
    longest = page.longest_link.of(spans.start, spans.stop)
    return {
        "same_unit": items.mode(columns.tag_class[spans.element]),
        "same_tag": items.mode(columns.tag[spans.element]),
        "same_lead": items.mode(columns.tag_class[spans.title_node]),
        "same_reach": items.mode(depth[spans.title_node] - depth[spans.element]),
        "same_line": items.mean(_same_line(items)),
        "late": items.mean(before / text_width),
        "late_far": np.log1p(items.median(before) / 60),
        "small": items.mean(longest > _LONGER * own),
        "bare": items.median(own / text_width),
        "line": items.median(page.line_share[items.place]),
        "flat": items.mean(columns.is_inline[spans.element]),
        "article": items.mean(page.is_article[spans.element]),
        "pictured": items.mean(items.pictured),
        "inner": _inner(items),
    }


def _same_line(items: CandidateItems) -> Flags:
    """Whether each item begins on the line of the previous one."""
    line = items.page.columns.line[items.spans.title_node]
    same: Flags = items.follows & (line == np.append(-1, line[:-1]))
    return same


def _inner(items: CandidateItems) -> Shares:
    """The number of other titles of an item with the tag and class of its own title."""
    tag_class, spans = items.page.columns.tag_class, items.spans
    many = count_alike(items, tag_class, spans.start, spans.stop)
    found: Shares = np.log1p(items.mean(np.minimum(many - 1, 20)))
    return found


def count_alike(items: CandidateItems, column: Numbers, start: Numbers, stop: Numbers) -> Numbers:
    """The number of titles between two nodes with the same column value as each item's title."""
    node = items.page.titles.node
    size = len(items.page.columns) + 1
    order = np.lexsort((node, column[node]))
    sorted_ = column[node][order] * size + node[order]
    own = column[items.spans.title_node] * size
    found: Numbers = np.searchsorted(sorted_, own + stop) - np.searchsorted(sorted_, own + start)
    return found
