"""Where a group stands on its page, and whether it is all of what is made alike there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.feeds.measure.shape import count_alike

if TYPE_CHECKING:
    from honbun.feeds.measure.items import CandidateItems, Shares


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of place."""
    scene, regions = items.scene, items.regions
    sheet = scene.sheet
    whole = max(int(sheet.widths[-1]), 1)
    first, last = regions.start[regions.first[:-1]], regions.stop[regions.first[1:] - 1]
    span = np.maximum(sheet.widths[last] - sheet.widths[first], 1)
    parent = sheet.strand.parent[regions.unit]
    return {
        "aside": items.mean(sheet.aside[regions.lead]),
        "ranked": items.mean(scene.announced[regions.start]),
        "down": sheet.widths[first] / whole,
        "covers": np.minimum(items.sum(items.room) / span, 1),
        "boxes": np.log(np.maximum(items.sum(1 / items.alike(parent)), 1)),
        "missed": _missed(items),
        "left": _left(items),
    }


def _missed(items: CandidateItems) -> Shares:
    """Share of what is made alike between the first and the last item that is not in the group."""
    regions, way = items.regions, items.scene.sheet.way
    first = regions.start[regions.first[:-1]][regions.group]
    last = regions.stop[regions.first[1:] - 1][regions.group]
    many = count_alike(items, way, first, last)
    own = items.alike(way[regions.lead])
    return items.mean(1 - np.minimum(own / np.maximum(many, 1), 1))


def _left(items: CandidateItems) -> Shares:
    """Share of what leads of its classes lead to, on the whole page, that is not in the group."""
    scene = items.scene
    make = scene.sheet.make[items.regions.lead]
    share = 1 - np.minimum(items.alike(make) / np.maximum(scene.made_alike[make], 1), 1)
    return items.mean(np.where(scene.is_named[make], share, 0))
