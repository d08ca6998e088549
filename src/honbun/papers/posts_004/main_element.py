"""The main element of pages that share a template, found by comparing them (algorithm 2).

The template has the same elements on every page, posts do not. The pages are descended together,
level by level, while they agree on the number of elements of the next level. Where they disagree,
one element of the level contains what varies: the one with most text.

The paper's formula for the agreement is different counts over all counts, which grows as pages
disagree; its text says the opposite. This follows the text: the share of pages with the most common
count.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.html.nodes import NodeSequence
    from honbun.posts.model import PostsOptions

TOP = 0
"""The body: the first node of a sequence."""


def main_elements(sequences: Sequence[NodeSequence], options: PostsOptions) -> list[int]:
    """The main element of each page, as a number in its node sequence.

    Each page is compared with the pages that follow it, and the last with the first: so the page
    itself counts, as in the paper, and a template may change in the course of a collection.
    """
    pages = [_Levels.of(sequence) for sequence in sequences]
    size = min(options.alpha, len(pages))
    rounds = pages + pages[: size - 1]
    return [_main(rounds[first : first + size], options.beta) for first in range(len(pages))]


@dataclass(frozen=True, slots=True)
class _Levels:
    """The nodes of a page by level, in document order."""

    nodes: NDArray[np.int64]
    text: NDArray[np.int64]
    """The number of characters of each node."""
    start: NDArray[np.int64]
    """Where each level begins; the last entry is the number of nodes."""

    @classmethod
    def of(cls, sequence: NodeSequence) -> _Levels:
        level = sequence.depth - sequence.depth[:1]
        nodes = np.argsort(level, kind="stable")
        text = sequence.sizes[sequence.end[nodes]] - sequence.sizes[nodes]
        return cls(nodes, text, np.append(0, np.cumsum(np.bincount(level))))

    def __len__(self) -> int:
        return len(self.start) - 1

    def range(self, level: int) -> slice:
        """The range of a level; empty below the last one."""
        return slice(*self.start[level : level + 2].tolist()) if level < len(self) else slice(0)

    def count(self, level: int) -> int:
        return len(self.nodes[self.range(level)])


def _main(pages: Sequence[_Levels], beta: float) -> int:
    """The main element of the first page; its top if it has none at that position."""
    level = _varying(pages, beta)
    total = np.zeros(max(page.count(level) for page in pages), dtype=np.int64)
    for page in pages:
        total[: page.count(level)] += page.text[page.range(level)]
    nodes = pages[0].nodes[pages[0].range(level)]
    place = int(total.argmax()) if len(total) else 0
    return int(nodes[place]) if place < len(nodes) else TOP


def _varying(pages: Sequence[_Levels], beta: float) -> int:
    """The first level whose number of children differs from page to page.

    The top if there is none: a single page agrees with itself at every level.
    """
    for level in range(max(map(len, pages)) - 1):
        children = Counter(page.count(level + 1) for page in pages)
        if max(children.values()) / len(pages) < beta:
            return level
    return 0


@dataclass(frozen=True, slots=True)
class Level:
    """The nodes at one depth in document order, as columns."""

    nodes: list[int]
    parents: list[int]
    paths: list[int]
    """A number for the XPath of each node without positions: equal if the tags above are equal."""
    text: list[int]
    """The number of characters of each node."""


def levels(sequence: NodeSequence, main: int) -> Iterator[Level]:
    """The levels below a node, from its children down."""
    stop = int(sequence.end[main])
    depth = sequence.depth[main:stop] - sequence.depth[main]
    parents, paths = sequence.parent[main:stop], _paths(sequence, main, stop)
    text = sequence.sizes[sequence.end[main:stop]] - sequence.sizes[main:stop]
    order = np.argsort(depth, kind="stable")
    for chosen in np.split(order, np.cumsum(np.bincount(depth)))[1:-1]:
        yield Level(
            (chosen + main).tolist(),
            parents[chosen].tolist(),
            paths[chosen].tolist(),
            text[chosen].tolist(),
        )


def _paths(sequence: NodeSequence, main: int, stop: int) -> np.ndarray:
    numbers: dict[tuple[int, str], int] = {}
    paths = [0] * (stop - main)
    parents = (sequence.parent[main:stop] - main).tolist()
    for at in range(1, stop - main):
        path = (paths[parents[at]], sequence.tag[main + at])
        paths[at] = numbers.setdefault(path, len(numbers) + 1)
    return np.array(paths, dtype=np.int64)
