"""The main element of pages of one format, by comparing them (paper 004, algorithm 2).

The frame of a format has the same elements on every page, and what people write has not. So the
pages are walked down together, level by level, while they agree on how many elements the next level
has. Where they do not, one element of the level holds what varies: the one with most text.

The paper prints the agreement as different counts over all counts, which grows as pages disagree,
and tells the opposite in words. Here it is as told: the share of pages with the commonest count.
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
"""The body: what a strand begins with."""


def main_elements(strands: Sequence[NodeSequence], options: PostsOptions) -> list[int]:
    """The main element of each page, as a number in its strand.

    Each page is compared with the pages that follow it, and the last with the first: so the page
    itself has its say, as in the paper, and a format may change in the course of a collection.
    """
    pages = [_Levels.of(strand) for strand in strands]
    size = min(options.alpha, len(pages))
    rounds = pages + pages[: size - 1]
    return [_main(rounds[first : first + size], options.beta) for first in range(len(pages))]


@dataclass(frozen=True, slots=True)
class _Levels:
    """The nodes of a page by level, in document order."""

    nodes: NDArray[np.int64]
    text: NDArray[np.int64]
    """How many characters each has."""
    start: NDArray[np.int64]
    """Where each level begins, with the number of nodes at the end."""

    @classmethod
    def of(cls, strand: NodeSequence) -> _Levels:
        level = strand.depth - strand.depth[:1]
        nodes = np.argsort(level, kind="stable")
        text = strand.sizes[strand.end[nodes]] - strand.sizes[nodes]
        return cls(nodes, text, np.append(0, np.cumsum(np.bincount(level))))

    def __len__(self) -> int:
        return len(self.start) - 1

    def range(self, level: int) -> slice:
        """Where a level stands; nowhere, below the last one."""
        return slice(*self.start[level : level + 2].tolist()) if level < len(self) else slice(0)

    def count(self, level: int) -> int:
        return len(self.nodes[self.range(level)])


def _main(pages: Sequence[_Levels], beta: float) -> int:
    """The main element of the first of some pages; its top, if it has none at that place."""
    level = _varying(pages, beta)
    total = np.zeros(max(page.count(level) for page in pages), dtype=np.int64)
    for page in pages:
        total[: page.count(level)] += page.text[page.range(level)]
    nodes = pages[0].nodes[pages[0].range(level)]
    place = int(total.argmax()) if len(total) else 0
    return int(nodes[place]) if place < len(nodes) else TOP


def _varying(pages: Sequence[_Levels], beta: float) -> int:
    """The first level whose elements have more or fewer children from page to page.

    The top, if there is none: a page alone agrees with itself all the way down.
    """
    for level in range(max(map(len, pages)) - 1):
        children = Counter(page.count(level + 1) for page in pages)
        if max(children.values()) / len(pages) < beta:
            return level
    return 0


# Levels: what stands at one depth below the main element, each node told by its path.


@dataclass(frozen=True, slots=True)
class Level:
    """The nodes at one depth in document order, as columns."""

    nodes: list[int]
    parents: list[int]
    paths: list[int]
    """A number for the XPath of each, without positions: equal where the tags above are equal."""
    text: list[int]
    """How many characters each has."""


def levels(strand: NodeSequence, main: int) -> Iterator[Level]:
    """The levels below a node, from its children down."""
    stop = int(strand.end[main])
    depth = strand.depth[main:stop] - strand.depth[main]
    parents, paths = strand.parent[main:stop], _paths(strand, main, stop)
    text = strand.sizes[strand.end[main:stop]] - strand.sizes[main:stop]
    order = np.argsort(depth, kind="stable")
    for chosen in np.split(order, np.cumsum(np.bincount(depth)))[1:-1]:
        yield Level(
            (chosen + main).tolist(),
            parents[chosen].tolist(),
            paths[chosen].tolist(),
            text[chosen].tolist(),
        )


def _paths(strand: NodeSequence, main: int, stop: int) -> np.ndarray:
    numbers: dict[tuple[int, str], int] = {}
    paths = [0] * (stop - main)
    parents = (strand.parent[main:stop] - main).tolist()
    for at in range(1, stop - main):
        path = (paths[parents[at]], strand.tag[main + at])
        paths[at] = numbers.setdefault(path, len(numbers) + 1)
    return np.array(paths, dtype=np.int64)
