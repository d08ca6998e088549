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

    from honbun.listing.measure import Measuring
    from honbun.listing.sheet import Flags, Numbers

_MOST = 0.6
"""Share of items that must have what the others lack."""


def refined(
    measuring: Measuring, numbers: Sequence[int], known: Sequence[Numbers]
) -> list[Numbers]:
    """What groups become without items that lack what most have, as far as it is not known."""
    seen = {group.tobytes() for group in known}
    found = []
    for number in numbers:
        part = slice(*measuring.regions.first[number : number + 2].tolist())
        leads = measuring.regions.lead[part]
        for has in _properties(measuring, part):
            kept = leads[has]
            if max(2, _MOST * len(leads)) <= len(kept) < len(leads) and kept.tobytes() not in seen:
                seen.add(kept.tobytes())
                found.append(kept)
    return found


def _properties(measuring: Measuring, part: slice) -> Iterator[Flags]:
    """What items of a group can have in common, and which of them do."""
    sheet, regions = measuring.sheet, measuring.regions
    yield measuring.dated[part]
    yield measuring.pictured[part]
    yield measuring.clues.headed[measuring.place[part]]
    yield _usual(sheet.make[regions.unit[part]])
    yield _usual(sheet.strand.parent[regions.unit[part]])
    yield _usual(np.append(measuring.links.shape, -1)[measuring.link[part]])
    yield np.append(measuring.links.on_site, False)[measuring.link[part]]


def _usual(values: Numbers) -> Flags:
    """Whether each value is the commonest."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    flags: Flags = inverse == int(np.argmax(counts))
    return flags
