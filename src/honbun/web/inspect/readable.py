"""Which pages the rooms are asked about: one that is too large would hold up everybody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.errors import UnreadablePage
from honbun.tree.block import split
from honbun.web.drawing import parsed

if TYPE_CHECKING:
    from honbun.page import Page
    from honbun.tree.tree import Tree

_MOST_BLOCKS = 30_000
"""The slowest room takes some seconds for these (measured: lists 8, posts 5, content 4), and a
minute for three times as many."""


def readable(page: Page) -> Tree:
    """The tree of a page; raises UnreadablePage for one that the rooms are not asked about."""
    tree = parsed(page)
    if (blocks := len(split(tree))) > _MOST_BLOCKS:
        raise UnreadablePage(
            f"it has {blocks:,} blocks, and pages of up to {_MOST_BLOCKS:,} are judged here"
        )
    return tree
