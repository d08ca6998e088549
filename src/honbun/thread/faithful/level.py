"""Levels: what stands at one depth below the main element, each node told by its path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.tree.strand import Strand


@dataclass(frozen=True, slots=True)
class Level:
    """The nodes at one depth in document order, as columns."""

    nodes: list[int]
    parents: list[int]
    paths: list[int]
    """A number for the XPath of each, without positions: equal where the tags above are equal."""
    text: list[int]
    """How many characters each has."""


def levels(strand: Strand, main: int) -> Iterator[Level]:
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


def _paths(strand: Strand, main: int, stop: int) -> np.ndarray:
    numbers: dict[tuple[int, str], int] = {}
    paths = [0] * (stop - main)
    parents = (strand.parent[main:stop] - main).tolist()
    for at in range(1, stop - main):
        path = (paths[parents[at]], strand.tag[main + at])
        paths[at] = numbers.setdefault(path, len(numbers) + 1)
    return np.array(paths, dtype=np.int64)
