"""Quotation: which sentences of a page are somebody else's, by the page's own signs."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from honbun.relation.stretch import held, within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.relation.stretch import Stretch
    from honbun.sentence.model import Sentence
    from honbun.tree.tree import Tree

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
    flags = within(sentences, held(tree, _TAGS))
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
