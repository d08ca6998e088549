"""Long sentences: those that two pages hardly share by chance.

Length is counted in columns, two for a full-width character: 20 characters of Japanese, as in the
paper, say about as much as 40 Latin letters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from honbun.language.likeness import fingerprint, key
from honbun.relation.band import bands

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.relation.model import SimilarOptions
    from honbun.sentence.model import Sentence

_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60"
    "\uffe0-\uffe6\U0001f300-\U0001faff\U00020000-\U0003fffd]"
)
"""Characters that stand two columns wide (UAX #11)."""
_MOST_TEXT = 2_000
"""Characters of a sentence that are kept: enough to show it and to compare it."""


class Long(NamedTuple):
    """A long sentence of a page, where it stands first."""

    sentence: int
    """The same for sentences that are the same."""
    width: int
    """Its length in columns."""
    start: int
    """Where in the page's text it begins."""
    quoted: bool
    text: str
    bands: list[int]


def columns(text: str) -> int:
    """How many columns a text takes where full-width characters take two.

    >>> columns("本文"), columns("body")
    (4, 4)
    """
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def long_sentences(
    sentences: Sequence[tuple[Sentence, bool]], options: SimilarOptions
) -> list[Long]:
    """The long ones of a page's sentences, given with whether they are quotations."""
    least = 2 * options.length
    kept: dict[int, tuple[Sentence, int, bool]] = {}
    for sentence, mark in sentences if options.faithful else _with_runs(sentences, least):
        # No character takes more than two columns: most short ones need no closer look.
        if 2 * len(sentence.text) >= least and (width := columns(sentence.text)) >= least:
            kept.setdefault(fingerprint(sentence.text), (sentence, width, mark))
    found: Iterable[list[int]] = [[]] * len(kept)
    if options.changed and not options.faithful:
        keys = [key(sentence.text) for sentence, _, _ in kept.values()]
        wide = [width > 1.5 * len(sentence.text) for sentence, width, _ in kept.values()]
        found = bands(keys, wide)
    return [
        Long(number, width, sentence.start, mark, sentence.text[:_MOST_TEXT], marks)
        for (number, (sentence, width, mark)), marks in zip(kept.items(), found)
    ]


def _with_runs(
    sentences: Sequence[tuple[Sentence, bool]], least: int
) -> Iterator[tuple[Sentence, bool]]:
    """Sentences, and short ones that follow each other in a paragraph put together as one.

    Talk and verse are all short sentences, and are copied like anything else. What has no white
    space and no wide characters is none: an address, a line of code.
    """
    run: list[Sentence] = []
    size = 0
    for sentence, mark in sentences:
        width = columns(sentence.text[:least])
        if width == len(sentence.text) and " " not in sentence.text:
            continue
        if run and (width >= least or sentence.node != run[-1].node):
            run, size = [], 0
        if width >= least:
            yield sentence, mark
            continue
        run.append(sentence)
        size += width
        if size >= least:
            whole = " ".join(one.text for one in run)
            yield run[0]._replace(text=whole, stop=sentence.stop), mark
            run, size = [], 0
