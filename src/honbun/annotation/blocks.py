"""Places: the blocks of a page as people point at them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.annotation.model import Place
from honbun.errors import UnreadablePage
from honbun.html.blocks import MEDIA, split
from honbun.html.xpath import XPaths

if TYPE_CHECKING:
    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.page import Page

_MAX_STEPS = 5_000_000
"""Steps in the XPaths of one page: many blocks very deep down would make them fill the memory."""


@dataclass(frozen=True, slots=True)
class BlockColumns:
    """All blocks of a page in document order, one list per column."""

    node: list[int]
    """The block-level element of each block, as a number in the page's tree."""
    parent: list[int]
    """The block that each stands in; -1 for the outermost."""
    end: list[int]
    """The blocks inside block `i` are `i + 1` up to this."""
    shown: list[bool]
    """Whether it has text or a picture of its own; only such blocks are labelled."""
    text: list[str]
    """Each block's own text, white space collapsed."""
    alt: list[str]
    """The words that its pictures have for those who do not see them."""
    xpath: list[str]

    def __len__(self) -> int:
        return len(self.node)

    def places(self) -> list[Place]:
        """The blocks that can be labelled."""
        return [
            Place(number, xpath, text)
            for number, (shown, xpath, text) in enumerate(zip(self.shown, self.xpath, self.text))
            if shown
        ]


def places(page: Page) -> list[Place]:
    """The blocks of a page that show something; raises UnreadablePage where there are too many."""
    return outline(page.parse()).places()


def outline(tree: Tree) -> BlockColumns:
    """The blocks of a page; raises UnreadablePage where their XPaths would fill the memory."""
    blocks = split(tree)
    if (steps := sum([tree.depth[node] for node in blocks.node])) > _MAX_STEPS:
        raise UnreadablePage(
            f"{len(blocks):,} blocks nested {steps // len(blocks)} deep on average: "
            f"more than {_MAX_STEPS:,} levels in all"
        )
    texts, media, paths = blocks.texts(), blocks.media(), XPaths(tree)
    return BlockColumns(
        node=blocks.node,
        parent=[blocks.of[tree.parent[node]] for node in blocks.node],
        end=[bisect_left(blocks.node, tree.end[node]) for node in blocks.node],
        shown=[bool(text) or block in media for block, text in enumerate(texts)],
        text=texts,
        alt=_alternatives(blocks),
        xpath=[paths.of(node) for node in blocks.node],
    )


def _alternatives(blocks: Blocks) -> list[str]:
    tree = blocks.tree
    media = tree.find(*MEDIA)
    words: list[list[str]] = [[] for _ in range(len(blocks) + 1)]  # the last of what is in no block
    for node, alt in zip(media, tree.values(media, "alt")):
        words[blocks.of[node]] += (alt or "").split()
    return [" ".join(own) for own in words[:-1]]
