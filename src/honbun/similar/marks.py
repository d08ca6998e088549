"""Which sentences of a page are quotations, code, or part of a form."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.html.tree import Tree
    from honbun.similar.sentences import Sentence

    Range = tuple[int, int]


def ranges_of(tree: Tree, tags: Iterable[str]) -> list[Range]:
    """The text ranges of the outermost elements with some tags, in order."""
    ranges: list[Range] = []
    for node in sorted(tree.find(*tags)):
        start, stop = tree.start[node], tree.stop[node]
        if stop > start and (not ranges or start >= ranges[-1][1]):
            ranges.append((start, stop))
    return ranges


def within(sentences: Iterable[Sentence], ranges: Sequence[Range]) -> list[bool]:
    """Whether most of each sentence is in one of the ranges; both are in order."""
    flags: list[bool] = []
    first = 0
    for sentence in sentences:
        while first < len(ranges) and ranges[first][1] <= sentence.start:
            first += 1
        covered, next_one = 0, first
        while next_one < len(ranges) and ranges[next_one][0] < sentence.stop:
            start, stop = ranges[next_one]
            covered += min(stop, sentence.stop) - max(start, sentence.start)
            next_one += 1
        flags.append(2 * covered > sentence.stop - sentence.start)
    return flags


_QUOTATION_TAGS = ("blockquote", "q", "cite")
_MARKS = re.compile(
    # A quotation mark opens after a non-word character and closes before one.
    "「[^「」]++」|『[^『』]++』|《[^《》]++》|〝[^〝〟]++〟|«[^«»]++»|»[^«»]++«|„[^„“”]++[“”]"
    r"|(?<!\w)“[^“”]++”(?!\w)|(?<!\w)\"[^\"]++\"(?!\w)|(?<!\w)＂[^＂]++＂(?!\w)"
)


def quoted(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether most of each sentence is in a quotation element or between quotation marks.

    A sentence that quotes a single word is the page's own.
    """
    flags = within(sentences, ranges_of(tree, _QUOTATION_TAGS))
    marked = within(sentences, list(_between_marks(tree.text, sentences)))
    return [one or other for one, other in zip(flags, marked)]


def _between_marks(text: str, sentences: Sequence[Sentence]) -> Iterator[Range]:
    """The ranges between quotation marks that open and close in one element."""
    for _, group in groupby(sentences, lambda sentence: sentence.node):
        own = list(group)
        # The marks may be before the first sentence and after the last one. Words there belong
        # to neighbouring elements and must not be seen next to a mark.
        start, stop = own[0].start, own[-1].stop
        start -= start > 0 and not text[start - 1].isalnum()
        stop += stop < len(text) and not text[stop].isalnum()
        for found in _MARKS.finditer(text[start:stop]):
            yield start + found.start(), start + found.end()


_CODE_TAGS = ("pre", "code", "samp", "kbd", "xmp", "listing")


def in_code(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether most of each sentence is in an element for code.

    The same lines of code are on many unrelated pages.
    """
    return within(sentences, ranges_of(tree, _CODE_TAGS))


_LARGE = 0.5
"""Share of the page's text from which a form wraps the whole page, as ASP.NET pages do."""


def in_form(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether each sentence is in a form ("Your address is not shown") that is not the page."""
    small = [
        (start, stop)
        for start, stop in ranges_of(tree, ["form"])
        if stop - start < _LARGE * len(tree.text)
    ]
    return within(sentences, small)
