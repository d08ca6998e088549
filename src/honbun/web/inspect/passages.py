"""Passages: where on its page a sentence stands that two pages share."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from honbun.content.page import content_nodes
from honbun.relation.reading import Reader
from honbun.sentence.split import sentences
from honbun.tree.block import collapse
from honbun.web.inspect.pairs import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.page import Page
    from honbun.sentence.model import Sentence
    from honbun.tree.tree import Tree

_MOST = 60
"""Sentences that one shared sentence may be put together from: they are short."""


class Point(NamedTuple):
    """A place in the text of a page."""

    run: int
    offset: int
    """In characters of the run."""


class Passage(NamedTuple):
    """A stretch of a page's text."""

    start: Point
    stop: Point
    node: int
    """The element that it begins in."""


def passages(page: Page, texts: Iterable[str]) -> list[Passage | None]:
    """Where each of some shared sentences stands first; None for one that is not found."""
    tree = page.parse()
    found = ranges(page, tree, texts)
    return [None if one is None else passage(tree, *one) for one in found]


def ranges(page: Page, tree: Tree, texts: Iterable[str]) -> list[tuple[int, int] | None]:
    """The same as ranges of the tree's text."""
    starts = {one.text: one.start for one in Reader(OPTIONS, content_nodes).read(page).sentences}
    every = sentences(tree)
    number = {sentence.start: at for at, sentence in enumerate(every)}
    found: list[tuple[int, int] | None] = []
    for text in texts:
        start = starts.get(text)
        at = None if start is None else number.get(start)
        found.append(None if at is None else _range(tree, every[at : at + _MOST], text))
    return found


def passage(tree: Tree, start: int, stop: int) -> Passage:
    """A range of the tree's text, by the runs that it begins and ends in."""
    first = _point(tree, start)
    last = _point(tree, stop - 1)
    return Passage(first, Point(last.run, last.offset + 1), tree.run_owner[first.run])


def _point(tree: Tree, offset: int) -> Point:
    run = bisect_right(tree.run_start, offset, hi=len(tree.run)) - 1
    return Point(run, offset - tree.run_start[run])


def _range(tree: Tree, following: Sequence[Sentence], text: str) -> tuple[int, int]:
    """From the first sentence to the last that the shared one was put together from."""
    start, rest = following[0].start, text
    for sentence in following:
        written = collapse(tree.text[start : sentence.stop])
        # A long one is cut off in the results.
        if written[: len(text)] == text:
            return start, sentence.stop
        if rest.startswith(sentence.text[: len(rest)]):
            rest = rest[len(sentence.text) :].lstrip(" ")
            if not rest:
                return start, sentence.stop
    return start, following[0].stop
