"""A page as one sequence of element and text nodes, shared by posts and feeds.

On old pages a post has no element: it is text between line breaks and rules. So every text is a
node among the elements (the `<text>` elements of paper 004, algorithm 1), and a post or an item is
a range of the sequence with any markup.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.html.blocks import BLOCK_LEVEL
from honbun.html.columns import running_sum
from honbun.text.unicode import INVISIBLE, strip_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.html.tree import Tree

TEXT = "#text"
"""The tag of a text node; no element can have it."""

HIDDEN = frozenset(
    "script style template head title svg textarea select iframe object noframes noembed".split()
)
"""Elements without visible text: code, form choices, drawings, fallbacks."""
_NOSCRIPT_SHARE = 0.3
"""A `<noscript>` with this share of the text is included: some forums have all their text there."""
_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile(f"[{INVISIBLE}]")


@dataclass(frozen=True)
class NodeSequence:
    """The elements and texts of a page's body in document order, as columns."""

    tree: Tree
    tag: tuple[str, ...]
    node: NDArray[np.int64]
    """The element in the tree; for a text its parent element."""
    run: NDArray[np.int64]
    """The (first) run of a text in the tree, -1 for elements."""
    parent: NDArray[np.int64]
    end: NDArray[np.int64]
    """One past the last node of the subtree."""
    depth: NDArray[np.int64]
    text: tuple[str, ...]
    """The text, white space collapsed; empty for elements."""
    sizes: NDArray[np.int64]
    """Running sum of visible characters: range a:b has `sizes[b] - sizes[a]`."""
    linked: NDArray[np.int64]
    """The same for characters inside of links."""

    def __len__(self) -> int:
        return len(self.tag)

    def read(self, spans: Sequence[tuple[int, int]]) -> str:
        """The text of some ranges, white space collapsed."""
        pieces = self._pieces
        return " ".join(" ".join(["".join(pieces[start:stop]) for start, stop in spans]).split())

    @cached_property
    def _pieces(self) -> list[str]:
        """What each node adds to the text: its own, and a space where blocks begin or end."""
        breaks = dict.fromkeys(_BREAKS, " ")
        pieces = [text or breaks.get(tag, "") for tag, text in zip(self.tag, self.text)]
        blocks = [at for at, tag in enumerate(self.tag) if tag in BLOCK_LEVEL]
        for at in set(self.end[blocks].tolist()) - {len(pieces)}:
            pieces[at] = " " + pieces[at]
        return pieces


_BREAKS = BLOCK_LEVEL | {"br"}


def node_sequence(tree: Tree) -> NodeSequence:
    """The nodes of a page's body; empty if it has none."""
    elements = _elements(tree)
    starts, begins = _column(tree.start), _column(tree.run_start)
    owners = _column(tree.run_owner)
    # An element that begins at the offset of a text precedes it: the text is after or inside it.
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
    position = np.full(len(tree) + 1, -1, dtype=np.int64)
    position[elements] = of_element
    parent = position[np.where(is_text, node, _column(tree.parent)[node])] if size else node
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
    links = position[tree.find("a")]
    return NodeSequence(
        tree,
        tuple(tags),
        node,
        run,
        parent,
        end,
        _column(tree.depth)[node] + is_text,
        tuple(text),
        running_sum(lengths),
        running_sum(np.where(_inside(links[links >= 0], end), lengths, 0)),
    )


def _elements(tree: Tree) -> NDArray[np.int64]:
    """The elements of the body that can contain visible text."""
    included = np.zeros(len(tree), dtype=bool)
    body = tree.body()
    if body is None:
        return np.flatnonzero(included)
    included[body : tree.end[body]] = True
    for node in tree.find(*HIDDEN):
        included[node : tree.end[node]] = False
    total = tree.stop[body] - tree.start[body]
    for node in tree.find("noscript"):
        if tree.stop[node] - tree.start[node] < _NOSCRIPT_SHARE * total:
            included[node : tree.end[node]] = False
    return np.flatnonzero(included)


def _texts(
    tree: Tree, elements: NDArray[np.int64], owners: NDArray[np.int64], before: NDArray[np.int64]
) -> tuple[NDArray[np.int64], list[str]]:
    """The first run of each text, and the texts.

    Runs that are separated only by a comment or a script are one text. White space between elements
    is added to the text before it: it separates words, but is no text.
    """
    included = np.zeros(len(tree), dtype=bool)
    included[elements] = True
    runs = np.flatnonzero(included[owners])
    begins: list[int] = []
    texts: list[str] = []
    last = [-1, -1]  # the owner of the last text, and the count of elements before it
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
    """A run without invisible characters, each stretch of white space as one space."""
    # Of white space only the space is printable, and no invisible character is.
    if run.isprintable() and "  " not in run:
        return run
    return " " if run.isspace() else _SPACE.sub(" ", _INVISIBLE.sub("", run))


def _inside(opens: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each node is one of some elements or inside of one."""
    size = len(end) + 1
    depth = np.bincount(opens, minlength=size) - np.bincount(end[opens], minlength=size)
    return np.cumsum(depth)[:-1] > 0


def _column(values: tuple[int, ...]) -> NDArray[np.int64]:
    return np.asarray(values, dtype=np.int64)
