"""Places of text groups in subtrees.

The place of a text group is the smallest subtree that holds it and is shown as a block (a line that
only begins with a link is not at the place of the link), with its number among the groups of that
subtree.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from honbun.listing.faithful.lines import Group, Lines
    from honbun.listing.faithful.subtrees import Subtree, Subtrees

_GROUPS = 8
"""Text groups of a subtree that may be its title or its body: the first ones."""


class Place(NamedTuple):
    """Where a text group stands in a subtree."""

    node: int
    """In the preorder of the subtree as it is compared."""
    number: int


class Places:
    """The places of the text groups of a page."""

    def __init__(self, lines: Lines, subtrees: Subtrees) -> None:
        self._lines, self._subtrees = lines, subtrees
        self._groups: dict[tuple[int, int], dict[Place, Group]] = {}
        self._ways: dict[tuple[int, int], frozenset[tuple[str, ...]]] = {}

    def groups(self, subtree: Subtree, level: int) -> dict[Place, Group]:
        """The text groups of a subtree by their places, in document order."""
        key = (subtree.node, level)
        if key not in self._groups:
            found: dict[Place, Group] = {}
            count: Counter[int] = Counter()
            for group in self._lines.groups(subtree.node, level, _GROUPS):
                holder = max(self._lines.holder(group), subtree.node)
                node = self._subtrees.place(subtree, holder)
                found[Place(node, count[node])] = group
                count[node] += 1
            self._groups[key] = found
        return self._groups[key]

    def way(self, subtree: Subtree, node: int) -> tuple[str, ...]:
        """The labels from a node of a subtree up to its top."""
        at, way = subtree.kept[node], []
        while at > subtree.node:
            way.append(self._lines.strand.tag[at])
            at = self._lines.parent[at]
        return tuple(way)

    def ways(self, subtree: Subtree, level: int) -> frozenset[tuple[str, ...]]:
        """The labels on the ways to all text groups of a subtree."""
        key = (subtree.node, level)
        if key not in self._ways:
            nodes = {node for node, _ in self.groups(subtree, level)}
            self._ways[key] = frozenset(self.way(subtree, node) for node in nodes)
        return self._ways[key]
