"""Refined groups: without the few items that lack what most of a group have.

A link to older posts may be made as the titles above it, and an advertisement as the cards around
it. What tells them is that most items have a date or a picture and they have none, or that they
lead elsewhere. Whether a group is better without them is for its score to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.listing.measure.items import Items
    from honbun.listing.sheet import Flags, Numbers

_MOST = 0.6
"""Share of items that must have what the others lack."""


def refined(items: Items, numbers: Sequence[int], known: Sequence[Numbers]) -> list[Numbers]:
    """What groups become without items that lack what most have, as far as it is not known."""
    seen = {group.tobytes() for group in known}
    found = []
    for number in numbers:
        part = slice(*items.regions.first[number : number + 2].tolist())
        leads = items.regions.lead[part]
        kept = [leads[has] for has in _properties(items, part)]
        made = [group for group in kept if max(2, _MOST * len(leads)) <= len(group)]
        for group in [*made, _aligned(items, part)]:
            if group.tobytes() not in seen:
                seen.add(group.tobytes())
                found.append(group)
    return found


def _aligned(items: Items, part: slice) -> Numbers:
    """The group with each lead where most items have theirs, if the item has one there.

    A link in the text of one item may be longer than its title.
    """
    regions, node, way = items.regions, items.scene.clues.node, items.scene.sheet.way
    leads = regions.lead[part].copy()
    ways, counts = np.unique(way[leads], return_counts=True)
    usual = int(ways[np.argmax(counts)])
    if 2 * counts.max() <= len(leads):
        return leads
    alike = node[way[node] == usual]
    for at in np.flatnonzero(way[leads] != usual).tolist():
        first = int(np.searchsorted(alike, regions.start[part][at]))
        if first < len(alike) and alike[first] < regions.stop[part][at]:
            leads[at] = alike[first]
    return np.unique(leads)


def _properties(items: Items, part: slice) -> Iterator[Flags]:
    """What items of a group can have in common, and which of them do."""
    scene, regions = items.scene, items.regions
    unit, link = regions.unit[part], items.link[part]
    yield items.dates[part] > 0
    yield items.pictured[part]
    yield scene.clues.headed[items.place[part]]
    yield _usual(scene.sheet.make[unit])
    yield _usual(scene.sheet.strand.parent[unit])
    yield _usual(np.append(scene.links.shape, -1)[link])
    yield np.append(scene.links.on_site, False)[link]


def _usual(values: Numbers) -> Flags:
    """Whether each value is the commonest."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    flags: Flags = inverse == int(np.argmax(counts))
    return flags
