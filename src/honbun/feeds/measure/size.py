"""The share of its page that a group is, and how evenly items are sized."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.measure.items import CandidateItems, Shares


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of size."""
    text_width, counts = items.text_width, items.counts
    whole = max(int(items.page.columns.widths[-1]), 1)
    total = items.sum(text_width)
    share = np.minimum(total / whole, 1)
    part = text_width / np.maximum(total, 1)[items.spans.group]
    # The number of equally sized items that would have the same entropy.
    even = np.exp(-items.sum(part * np.log(np.maximum(part, 1e-9)))) / counts
    prose = items.page.prose
    outside = prose[-1] - items.sum(items.within(prose))
    return {
        "count": np.log(np.minimum(counts, 200)),
        "two": (counts == 2).astype(float),
        "three": (counts == 3).astype(float),
        "share": np.log(share + 0.02),
        "share_root": np.sqrt(share),
        "even": even,
        "prose_outside": np.maximum(outside, 0) / whole,
        "text": np.log1p(items.median(text_width) / 40),
    }
