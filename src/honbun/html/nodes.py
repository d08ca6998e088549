"""A page as one sequence of element and text nodes, shared by posts and feeds.

On old pages a post has no element: it is text between line breaks and rules. So every text is a
node among the elements (the `<text>` elements of paper 004, algorithm 1), and a post or an item is
a range of the sequence with any markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from honbun._core.names import BLOCK_LEVEL
from honbun._core.nodes import HIDDEN, TEXT, node_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from honbun.html.tree import Tree

__all__ = ["HIDDEN", "TEXT", "NodeSequence", "node_sequence"]


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
    return NodeSequence(tree, *node_columns(tree))
