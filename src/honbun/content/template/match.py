"""How well the blocks of a page match the titles that it declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.template.reading import Reading

_LEAST_MATCH = 0.12
"""Part of the declared title that the shown one must be: the site's name takes its share."""
_MORE = 0.5
"""What a text counts that says more than the title: "3 thoughts on ..."."""
_BETTER = 1.01
"""Of equals the first."""
_HALF = 0.5
_FEW = 4
"""Pages below which a heading that half of them have may still be a title."""


def is_site_name(reading: Reading, block: int) -> bool:
    """Whether half of the pages say it: no title of one of them."""
    return reading.pages >= _FEW and reading.others[block] + 1 >= _HALF * reading.pages


def best_match(reading: Reading) -> int | None:
    """The block that matches a declared title best."""
    outline = reading.outline
    titles = outline.titles
    longest = 3 * max(map(len, titles), default=0)
    best, score = None, _LEAST_MATCH
    for block, size in enumerate(outline.size):
        if not 2 <= size <= longest:
            continue
        if is_site_name(reading, block):
            continue
        match = _match(fold_text(outline.text[block]), titles)
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
    text = fold_text(outline.text[block])
    for other, tag in enumerate(outline.tag):
        main = tag in ("h1", "h2") and not outline.aside[other]
        if main and text in fold_text(outline.text[other]):
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
