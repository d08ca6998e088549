"""Extent: how much of two true texts is the same, where that is beyond doubt.

The paper's measures over sentences of 20 characters and more. What is near one of its thresholds,
0.6 of the overlap and 0.5 of the containment, is left out of the truth: the text around the content
may move it to the other side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.similar.long_sentences import columns
from honbun.similar.model import Extent
from honbun.text.sentences import split

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONG = 40
"""Columns of a long sentence."""
_IDENTICAL, _LESS = 0.7, 0.5
"""The overlap from which pages are clearly identical, and up to which they clearly are not."""
_CONTAINED, _PARTIAL = 0.6, 0.4
"""The containment from which one is clearly held, and up to which it clearly is not."""


def long_sentences(paragraphs: Iterable[str]) -> dict[str, int]:
    """The long sentences of some paragraphs, with their columns."""
    sentences = (text[start:stop] for text in paragraphs for start, stop in split(text))
    return {one: columns(one) for one in sentences if columns(one) >= _LONG}


def extent(a: Iterable[str], b: Iterable[str]) -> Extent | None:
    """How much of two texts is the same; None near a threshold, and where nothing is."""
    own, others = long_sentences(a), long_sentences(b)
    shared = sum(width for text, width in own.items() if text in others)
    if not shared:
        return None
    sizes = sum(own.values()), sum(others.values())
    overlap, containment = 2 * shared / sum(sizes), shared / min(sizes)
    if overlap >= _IDENTICAL:
        return Extent.IDENTICAL
    if overlap > _LESS:
        return None
    if containment >= _CONTAINED:
        return Extent.CONTAINED
    return Extent.PARTIAL if containment <= _PARTIAL else None
