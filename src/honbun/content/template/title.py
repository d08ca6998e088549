"""Which block of a page is its title."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from honbun.content.template.match import is_site_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from honbun.content.template.reading import Reading

_SELDOM = 0.1
"""Share of the pages below which a place is an odd one for a title."""


def title_places(readings: Sequence[Reading]) -> dict[int, int]:
    """On how many pages the best match of the declared title stands where."""
    found = [(reading, reading.title_match) for reading in readings]
    return dict(Counter([reading.place[b] for reading, b in found if b is not None]))


def title_of(reading: Reading, where: Mapping[int, int]) -> int | None:
    """The title: what matches best, or what stands where titles do if that is in an odd place.

    A page that declares no title of its own has the first main heading that is.
    """
    best = reading.title_match
    usual = max(where, key=lambda place: (where[place], place), default=None)
    if best is not None and where.get(reading.place[best], 0) >= _SELDOM * reading.pages:
        return best
    sizes = reading.outline.size
    there = (b for b, place in enumerate(reading.place) if place == usual and sizes[b])
    return next(chain(there, [] if best is None else [best], _main_headings(reading)), None)


def _main_headings(reading: Reading) -> Iterator[int]:
    """Headings of the first rank up to the page's first words, other than the site's name."""
    outline = reading.outline
    for tag in ("h1", "h2"):
        for block in range(min(reading.extent.stop, len(outline))):
            shown = outline.tag[block] == tag and outline.size[block] and not outline.aside[block]
            if shown and not is_site_name(reading, block):
                yield block
