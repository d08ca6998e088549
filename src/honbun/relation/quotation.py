"""Quotation: which sentences of a page are somebody else's, by the page's own signs."""

from __future__ import annotations

import re
from itertools import groupby, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.sentence.model import Sentence
    from honbun.tree.tree import Tree

    Stretch = tuple[int, int]

_TAGS = ("blockquote", "q", "cite")
_MARKS = re.compile(
    # A mark opens where no word goes before it, and closes where none follows.
    "「[^「」]++」|『[^『』]++』|《[^《》]++》|〝[^〝〟]++〟|«[^«»]++»|»[^«»]++«|„[^„“”]++[“”]"
    r"|(?<!\w)“[^“”]++”(?!\w)|(?<!\w)\"[^\"]++\"(?!\w)|(?<!\w)＂[^＂]++＂(?!\w)"
)


def quoted(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether each sentence stands in an element for quotations, or between quotation marks.

    Most of it must: a sentence that quotes a word is the page's own.
    """
    flags = _within(sentences, _elements(tree))
    marked = _within(sentences, list(_between_marks(tree.text, sentences)))
    return [one or other for one, other in zip(flags, marked)]


def _elements(tree: Tree) -> list[Stretch]:
    """The stretches of the page's text that quoting elements hold, none within another."""
    stretches: list[Stretch] = []
    for node in sorted(tree.find(*_TAGS)):
        start, stop = tree.start[node], tree.stop[node]
        if stop > start and (not stretches or start >= stretches[-1][1]):
            stretches.append((start, stop))
    return stretches


def _between_marks(text: str, sentences: Sequence[Sentence]) -> Iterator[Stretch]:
    """The stretches of text between marks, which open and close in one element."""
    for _, group in groupby(sentences, lambda sentence: sentence.node):
        own = list(group)
        # The marks themselves may stand before the first sentence and behind the last. Words there
        # are those of the elements before and behind, and must not be seen beside a mark.
        start, stop = own[0].start, own[-1].stop
        start -= start > 0 and not text[start - 1].isalnum()
        stop += stop < len(text) and not text[stop].isalnum()
        for found in _MARKS.finditer(text[start:stop]):
            yield start + found.start(), start + found.end()


def _within(sentences: Sequence[Sentence], stretches: Sequence[Stretch]) -> list[bool]:
    """Whether most of each sentence lies in one of some stretches, which are in order."""
    flags: list[bool] = []
    first = 0
    for sentence in sentences:
        while first < len(stretches) and stretches[first][1] <= sentence.start:
            first += 1
        covered = 0
        for start, stop in islice(stretches, first, None):
            if start >= sentence.stop:
                break
            covered += min(stop, sentence.stop) - max(start, sentence.start)
        flags.append(2 * covered > sentence.stop - sentence.start)
    return flags
