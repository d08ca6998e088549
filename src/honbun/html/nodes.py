"""Strand: a page as one row of elements and texts.

Posts of old pages have no element of their own: they are text between line breaks and rules. So
every run of text becomes a node among the elements (the `<text>` elements of paper 004, algorithm
1), and a post is a range of this row, whatever markup it has or lacks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.html.blocks import BLOCK_LEVEL
from honbun.text.unicode import strip_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.html.tree import Tree

TEXT = "#text"
"""The tag of a text, which no element can have."""

UNSEEN = frozenset(
    "script style template head title svg textarea select iframe object noframes noembed".split()
)
"""What holds no text of the page: code, choices, drawings, fallbacks."""
_FALLBACK = 0.3
"""A `<noscript>` with this share of the text is the page itself: some forums hide theirs there."""
_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\u00ad]")
"""Marks that no reader sees: places where a line may break, and signs of byte order."""


@dataclass(frozen=True)
class NodeSequence:
    """The elements and texts of a page's body in document order, as columns."""

    tree: Tree
    tag: tuple[str, ...]
    node: NDArray[np.int64]
    """The element in the tree; of a text, the one that it stands in."""
    run: NDArray[np.int64]
    """Of a text its (first) run in the tree, else -1."""
    parent: NDArray[np.int64]
    end: NDArray[np.int64]
    """One past the last node of the subtree."""
    depth: NDArray[np.int64]
    text: tuple[str, ...]
    """The texts, with white space collapsed; empty for elements."""
    sizes: NDArray[np.int64]
    """Running sum of visible characters: `sizes[b] - sizes[a]` is how many the range holds."""
    linked: NDArray[np.int64]
    """The same, inside of links only."""

    def __len__(self) -> int:
        return len(self.tag)

    def read(self, spans: Sequence[tuple[int, int]]) -> str:
        """The text of some ranges as it is read, white space collapsed."""
        said = self._said
        return " ".join(" ".join(["".join(said[start:stop]) for start, stop in spans]).split())

    @cached_property
    def _said(self) -> list[str]:
        """What each node adds to what is read: its text, and a space where blocks begin or end."""
        breaks = dict.fromkeys(_BREAKS, " ")
        said = [text or breaks.get(tag, "") for tag, text in zip(self.tag, self.text)]
        blocks = [at for at, tag in enumerate(self.tag) if tag in BLOCK_LEVEL]
        for at in set(self.end[blocks].tolist()) - {len(said)}:
            said[at] = " " + said[at]
        return said


_BREAKS = BLOCK_LEVEL | {"br"}


def node_sequence(tree: Tree) -> NodeSequence:
    """The row of a page's body; empty where it has none."""
    elements = _elements(tree)
    starts, begins = _column(tree.start), _column(tree.run_start)
    owners = _column(tree.run_owner)
    # An element that opens where a text begins stands before it: the text comes after or inside.
    before = np.searchsorted(starts[elements], begins[:-1], side="right")
    runs, texts = _texts(tree, elements, owners, before)
    size = len(elements) + len(runs)
    of_run = before[runs] + np.arange(len(runs))
    is_text = np.zeros(size, dtype=bool)
    is_text[of_run] = True
    of_element = np.flatnonzero(~is_text)
    node, run = np.empty(size, dtype=np.int64), np.full(size, -1, dtype=np.int64)
    node[of_element], node[of_run] = elements, owners[runs]
    run[of_run] = runs
    place = np.full(len(tree) + 1, -1, dtype=np.int64)
    place[elements] = of_element
    parent = place[np.where(is_text, node, _column(tree.parent)[node])] if size else node
    end = np.arange(1, size + 1)
    end[of_element] = np.searchsorted(elements, _column(tree.end)[elements]) + np.searchsorted(
        begins[runs], _column(tree.stop)[elements]
    )
    tags, text = [TEXT] * size, [""] * size
    for at, element in zip(of_element.tolist(), elements.tolist()):
        tags[at] = tree.tag[element]
    for at, words in zip(of_run.tolist(), texts):
        text[at] = words
    lengths = np.zeros(size, dtype=np.int64)
    lengths[of_run] = [len(words) - words.count(" ") for words in texts]
    links = place[tree.find("a")]
    return NodeSequence(
        tree,
        tuple(tags),
        node,
        run,
        parent,
        end,
        _column(tree.depth)[node] + is_text,
        tuple(text),
        _running(lengths),
        _running(np.where(_inside(links[links >= 0], end), lengths, 0)),
    )


def _elements(tree: Tree) -> NDArray[np.int64]:
    """The elements of the body that can hold text that a reader sees."""
    kept = np.zeros(len(tree), dtype=bool)
    body = tree.body()
    if body is None:
        return np.flatnonzero(kept)
    kept[body : tree.end[body]] = True
    for node in tree.find(*UNSEEN):
        kept[node : tree.end[node]] = False
    total = tree.stop[body] - tree.start[body]
    for node in tree.find("noscript"):
        if tree.stop[node] - tree.start[node] < _FALLBACK * total:
            kept[node : tree.end[node]] = False
    return np.flatnonzero(kept)


def _texts(
    tree: Tree, elements: NDArray[np.int64], owners: NDArray[np.int64], before: NDArray[np.int64]
) -> tuple[NDArray[np.int64], list[str]]:
    """The runs that a text begins with, and the texts.

    Runs that only a comment or a script parts are one text. Space between elements is added to the
    text before it: it has no reader of its own, but parts words.
    """
    kept = np.zeros(len(tree), dtype=bool)
    kept[elements] = True
    runs = np.flatnonzero(kept[owners])
    begins: list[int] = []
    texts: list[str] = []
    last = [-1, -1]  # the owner of the last text, and how many elements stand before it
    for number, *here in zip(runs.tolist(), owners[runs].tolist(), before[runs].tolist()):
        words = _collapsed(tree.run[number])
        if words == " " or not words:
            if texts and words and texts[-1][-1] != " ":
                texts[-1] += " "
        elif here == last:
            texts[-1] += words
        else:
            begins.append(number)
            texts.append(words)
            last = here
    return np.array(begins, dtype=np.int64), [strip_control(text) for text in texts]


def _collapsed(run: str) -> str:
    """A run without marks that no reader sees, and every stretch of white space as one space."""
    # Of white space only the space itself is printable, and of the marks none.
    if run.isprintable() and "  " not in run:
        return run
    return " " if run.isspace() else _SPACE.sub(" ", _INVISIBLE.sub("", run))


def _inside(opens: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each node stands in one of some elements, or is one."""
    size = len(end) + 1
    depth = np.bincount(opens, minlength=size) - np.bincount(end[opens], minlength=size)
    return np.cumsum(depth)[:-1] > 0


def _column(values: tuple[int, ...]) -> NDArray[np.int64]:
    return np.asarray(values, dtype=np.int64)


def _running(values: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(values)])
