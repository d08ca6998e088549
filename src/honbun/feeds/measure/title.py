"""Whether the titles of a group look like headlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.measure.items import CandidateItems, Shares

_HEADLINE = 24
"""Minimum width of a headline."""
_LONG = 160
"""Maximum width of a headline."""
_SHORT = 10


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of titles."""
    titles, place = items.page.titles, items.place
    wide = titles.width[place]
    median = items.median(wide)
    is_date = titles.is_date[place]
    return {
        "title": np.minimum(np.maximum(median - 4, 0) / 24, 1),
        "title_long": np.maximum(np.log((median + 1) / 120), 0),
        "headline": items.mean((wide >= _HEADLINE) & (wide <= _LONG)),
        "short": items.mean(wide < _SHORT),
        "title_same": 1 - items.distinct(titles.number[place]),
        "title_date": items.mean(is_date),
        # A date above titles is not a title.
        "title_day": items.mean(is_date & (items.within(items.page.heading_count) > 0)),
        "wordless": items.mean(titles.wordless[place]),
        "headed": items.mean(titles.headed[place]),
        "plain": items.mean(items.page.is_plain[place]),
        "alphabetical": _alphabetical(items),
    }


def _alphabetical(items: CandidateItems) -> Shares:
    """Whether titles are in alphabetical order, as in an index."""
    step = np.diff(items.page.titles.rank[items.place], prepend=0)
    ascending = items.sum(items.follows & (step >= 0)) / np.maximum(items.counts - 1, 1)
    found: Shares = ((ascending >= 0.95) & (items.counts >= 6)).astype(float)
    return found
