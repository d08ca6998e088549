"""Which block of a page is its title."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from honbun.content.measure.facts import squeeze

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from honbun.content.template.reading import Reading

_LEAST_MATCH = 0.12
"""Part of the declared title that the shown one must be: the site's name takes its share."""
_MORE = 0.5
"""What a text counts that says more than the title: "3 thoughts on ..."."""
_BETTER = 1.01
"""Of equals the first."""
_SELDOM = 0.1
"""Share of the pages below which a place is an odd one for a title."""
_HALF = 0.5
_FEW = 4
"""Pages below which a heading that half of them have may still be a title."""


def title_places(readings: Sequence[Reading]) -> dict[int, int]:
    """On how many pages the best match of the declared title stands where."""
    found = [(reading, _best(reading, len(readings))) for reading in readings]
    return dict(Counter([reading.place[b] for reading, b in found if b is not None]))


def title_of(reading: Reading, where: Mapping[int, int], pages: int) -> int | None:
    """The title: what matches best, or what stands where titles do if that is in an odd place.

    A page that declares no title of its own has the first main heading that is.
    """
    best = _best(reading, pages)
    usual = max(where, key=lambda place: (where[place], place), default=None)
    if best is not None and where.get(reading.place[best], 0) >= _SELDOM * pages:
        return best
    sizes = reading.outline.size
    there = (b for b, place in enumerate(reading.place) if place == usual and sizes[b])
    return next(chain(there, [] if best is None else [best], _main_headings(reading, pages)), None)


def _main_headings(reading: Reading, pages: int) -> Iterator[int]:
    """Headings of the first rank up to the page's first words, other than the site's name."""
    outline = reading.outline
    for tag in ("h1", "h2"):
        for block in range(min(reading.extent.stop, len(outline))):
            shown = outline.tag[block] == tag and outline.size[block] and not outline.aside[block]
            if shown and not _is_site_name(reading, block, pages):
                yield block


def _is_site_name(reading: Reading, block: int, pages: int) -> bool:
    return pages >= _FEW and reading.others[block] + 1 >= _HALF * pages


def _best(reading: Reading, pages: int) -> int | None:
    """The block that matches a declared title best."""
    outline = reading.outline
    titles = outline.titles
    longest = 3 * max(map(len, titles), default=0)
    best, score = None, _LEAST_MATCH
    for block, size in enumerate(outline.size):
        if not 2 <= size <= longest:
            continue
        if _is_site_name(reading, block, pages):
            continue
        match = _match(squeeze(outline.text[block]), titles)
        if match:
            match *= 1.0 if reading.is_heading(block) else 0.5
            match *= 0.3 if outline.aside[block] else 1.0
            if match > _BETTER * score:
                best, score = block, match
    if best is None or reading.is_heading(best):
        return best
    return next(_headings_around(reading, best), best)


def _headings_around(reading: Reading, block: int) -> Iterator[int]:
    """The main headings that say what a block says, and more: the block is the end of a trail."""
    outline = reading.outline
    text = squeeze(outline.text[block])
    for other, tag in enumerate(outline.tag):
        main = tag in ("h1", "h2") and not outline.aside[other]
        if main and text in squeeze(outline.text[other]):
            yield other


def _match(text: str, titles: Sequence[str]) -> float:
    """How much of a declared title a text is, or, which counts less, the other way round."""
    best = 0.0
    for title in titles:
        if text in title:
            best = max(best, len(text) / len(title))
        elif len(title) > 3 and title in text:
            best = max(best, _MORE * len(title) / len(text))
    return best
