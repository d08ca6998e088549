"""Split a tree into blocks, the units in which content is judged (papers 000 and 002).

Every block-level element is one block: itself and everything below it outside of other block-level
elements. Which elements are block-level follows from the default style sheet of the HTML Standard,
so the list is not tuned to pages. An element that only wraps others is a block too.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from honbun._core.blocks import BlockColumns
from honbun._core.names import BLOCK_LEVEL, HEADINGS, INERT, MEDIA, UNREAD

if TYPE_CHECKING:
    from honbun.html.tree import Tree

__all__ = ["BLOCK_LEVEL", "HEADINGS", "INERT", "MEDIA", "UNREAD", "Blocks", "split"]


class Blocks(BlockColumns):
    """The blocks of a page in document order, as columns over its tree."""

    page: Tree

    @property
    def tree(self) -> Tree:
        return self.page

    @cached_property
    def node(self) -> list[int]:
        """The block-level element of each block."""
        return self.column("node")

    @cached_property
    def of(self) -> list[int]:
        """The block of each element, -1 for elements outside of all blocks."""
        return self.column("of")

    def breaks(self) -> set[int]:
        """The offsets in the page's text at which a line or block begins or ends."""
        tree = self.tree
        offsets = set(map(tree.start.__getitem__, self.node))
        offsets.update(map(tree.stop.__getitem__, self.node))
        offsets.update(map(tree.start.__getitem__, tree.find("br")))
        return offsets


def split(tree: Tree) -> Blocks:
    """The blocks of a page; none if it has no body."""
    return Blocks(tree)
