"""How much of its page a group is, and how evenly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.measure.items import CandidateItems, Shares


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of size."""
    room, counts = items.room, items.counts
    whole = max(int(items.scene.sheet.widths[-1]), 1)
    total = items.sum(room)
    share = np.minimum(total / whole, 1)
    part = room / np.maximum(total, 1)[items.regions.group]
    # As many items of one size would have the same entropy.
    even = np.exp(-items.sum(part * np.log(np.maximum(part, 1e-9)))) / counts
    prose = items.scene.prose
    outside = prose[-1] - items.sum(items.within(prose))
    return {
        "count": np.log(np.minimum(counts, 200)),
        "two": (counts == 2).astype(float),
        "three": (counts == 3).astype(float),
        "share": np.log(share + 0.02),
        "share_root": np.sqrt(share),
        "even": even,
        "prose_outside": np.maximum(outside, 0) / whole,
        "text": np.log1p(items.median(room) / 40),
    }
