"""Whether the items of a group are made alike, and hold what items do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.columns import Flags, Numbers
    from honbun.feeds.measure.items import CandidateItems, Shares

_LONGER = 1.3
"""A link that is so much longer than a lead would be the better title."""


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of shape."""
    scene, regions = items.scene, items.regions
    sheet, room = scene.sheet, np.maximum(items.room, 1)
    own = scene.clues.width[items.place]
    before = sheet.widths[regions.lead] - sheet.widths[regions.start]
    depth = sheet.strand.depth
    longest = scene.longest_link.of(regions.start, regions.stop)
    return {
        "same_unit": items.mode(sheet.make[regions.unit]),
        "same_tag": items.mode(sheet.tag[regions.unit]),
        "same_lead": items.mode(sheet.make[regions.lead]),
        "same_reach": items.mode(depth[regions.lead] - depth[regions.unit]),
        "same_line": items.mean(_same_line(items)),
        "late": items.mean(before / room),
        "late_far": np.log1p(items.median(before) / 60),
        "small": items.mean(longest > _LONGER * own),
        "bare": items.median(own / room),
        "line": items.median(scene.line_share[items.place]),
        "flat": items.mean(sheet.is_inline[regions.unit]),
        "article": items.mean(scene.is_article[regions.unit]),
        "pictured": items.mean(items.pictured),
        "inner": _inner(items),
    }


def _same_line(items: CandidateItems) -> Flags:
    """Whether each item begins in the line of the one before it."""
    line = items.scene.sheet.line[items.regions.lead]
    same: Flags = items.follows & (line == np.append(-1, line[:-1]))
    return same


def _inner(items: CandidateItems) -> Shares:
    """How many leads an item has that are made as its own, beside this."""
    make, regions = items.scene.sheet.make, items.regions
    many = count_alike(items, make, regions.start, regions.stop)
    found: Shares = np.log1p(items.mean(np.minimum(many - 1, 20)))
    return found


def count_alike(items: CandidateItems, column: Numbers, start: Numbers, stop: Numbers) -> Numbers:
    """How many leads between two nodes have, in a column over nodes, the value of each item's."""
    node = items.scene.clues.node
    size = len(items.scene.sheet) + 1
    order = np.lexsort((node, column[node]))
    sorted_ = column[node][order] * size + node[order]
    own = column[items.regions.lead] * size
    found: Numbers = np.searchsorted(sorted_, own + stop) - np.searchsorted(sorted_, own + start)
    return found
