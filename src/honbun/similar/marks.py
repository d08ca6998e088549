"""Quotation: which sentences of a page are somebody else's, by the page's own signs."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.html.tree import Tree
    from honbun.similar.sentences import Sentence

# Stretches of a page's text, and the sentences that lie in them.

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.html.tree import Tree
    from honbun.similar.sentences import Sentence

    Stretch = tuple[int, int]


def held(tree: Tree, tags: Iterable[str]) -> list[Stretch]:
    """The stretches that elements of some tags hold, in order, none within another."""
    stretches: list[Stretch] = []
    for node in sorted(tree.find(*tags)):
        start, stop = tree.start[node], tree.stop[node]
        if stop > start and (not stretches or start >= stretches[-1][1]):
            stretches.append((start, stop))
    return stretches


def within(sentences: Iterable[Sentence], stretches: Sequence[Stretch]) -> list[bool]:
    """Whether most of each sentence lies in stretches; both come in order."""
    flags: list[bool] = []
    first = 0
    for sentence in sentences:
        while first < len(stretches) and stretches[first][1] <= sentence.start:
            first += 1
        covered, next_one = 0, first
        while next_one < len(stretches) and stretches[next_one][0] < sentence.stop:
            start, stop = stretches[next_one]
            covered += min(stop, sentence.stop) - max(start, sentence.start)
            next_one += 1
        flags.append(2 * covered > sentence.stop - sentence.start)
    return flags


_TAGS_QUOTATION = ("blockquote", "q", "cite")
_MARKS = re.compile(
    # A mark opens where no word goes before it, and closes where none follows.
    "「[^「」]++」|『[^『』]++』|《[^《》]++》|〝[^〝〟]++〟|«[^«»]++»|»[^«»]++«|„[^„“”]++[“”]"
    r"|(?<!\w)“[^“”]++”(?!\w)|(?<!\w)\"[^\"]++\"(?!\w)|(?<!\w)＂[^＂]++＂(?!\w)"
)


def quoted(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether each sentence stands in an element for quotations, or between quotation marks.

    Most of it must: a sentence that quotes a word is the page's own.
    """
    flags = within(sentences, held(tree, _TAGS_QUOTATION))
    marked = within(sentences, list(_between_marks(tree.text, sentences)))
    return [one or other for one, other in zip(flags, marked)]


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


# Code: sentences that are for machines: programs, commands, what they print.

_TAGS_CODE = ("pre", "code", "samp", "kbd", "xmp", "listing")


def in_code(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether most of each sentence stands in an element for code.

    The same lines of code are on many pages that have nothing to do with each other.
    """
    return within(sentences, held(tree, _TAGS_CODE))


# Forms: sentences that are there for a form to be filled in ("Your address is not published").

_LARGE = 0.5
"""Share of the page's text from which a form is the page: some servers wrap all of it in one."""


def in_form(tree: Tree, sentences: Sequence[Sentence]) -> list[bool]:
    """Whether each sentence stands in a form that is not the whole page."""
    small = [
        (start, stop)
        for start, stop in held(tree, ["form"])
        if stop - start < _LARGE * len(tree.text)
    ]
    return within(sentences, small)
