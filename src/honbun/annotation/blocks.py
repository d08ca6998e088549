"""The blocks of a page that people can label."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.annotation.model import BlockRef
from honbun.errors import UnreadablePage
from honbun.html.blocks import MEDIA, split

if TYPE_CHECKING:
    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.page import Page

_MAX_STEPS = 5_000_000
"""Steps in all XPaths of one page: many deeply nested blocks would exhaust the memory."""


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """All blocks of a page in document order, one list per column."""

    node: list[int]
    """The element of each block, as a number in the page's tree."""
    parent: list[int]
    """The block around each block; -1 for the outermost."""
    end: list[int]
    """The blocks inside block `i` are `i + 1` up to this."""
    shown: list[bool]
    """Whether it has text or a picture of its own; only such blocks are labelled."""
    text: list[str]
    """Each block's own text, white space collapsed."""
    alt: list[str]
    """The alternative texts of its pictures."""
    xpath: list[str]

    def __len__(self) -> int:
        return len(self.node)

    def labellable(self) -> list[BlockRef]:
        """The blocks that can be labelled."""
        return [
            BlockRef(number, xpath, text)
            for number, (shown, xpath, text) in enumerate(zip(self.shown, self.xpath, self.text))
            if shown
        ]


def labellable_blocks(page: Page) -> list[BlockRef]:
    """The blocks of a page that can be labelled; raises UnreadablePage if there are too many."""
    return page_blocks(page.parse()).labellable()


def page_blocks(tree: Tree) -> PageBlocks:
    """The blocks of a page; raises UnreadablePage if their XPaths would exhaust the memory."""
    blocks = split(tree)
    if (steps := sum([tree.depth[node] for node in blocks.node])) > _MAX_STEPS:
        raise UnreadablePage(
            f"{len(blocks):,} blocks nested {steps // len(blocks)} deep on average: "
            f"more than {_MAX_STEPS:,} levels in all"
        )
    texts, media = blocks.texts(), blocks.media()
    return PageBlocks(
        node=blocks.node,
        parent=[blocks.of[tree.parent[node]] for node in blocks.node],
        end=[bisect_left(blocks.node, tree.end[node]) for node in blocks.node],
        shown=[bool(text) or block in media for block, text in enumerate(texts)],
        text=texts,
        alt=_alternatives(blocks),
        xpath=[tree.xpath(node) for node in blocks.node],
    )


def _alternatives(blocks: Blocks) -> list[str]:
    tree = blocks.tree
    media = tree.find(*MEDIA)
    words: list[list[str]] = [[] for _ in range(len(blocks) + 1)]  # the last: outside of any block
    for node, alt in zip(media, tree.values(media, "alt")):
        words[blocks.of[node]] += (alt or "").split()
    return [" ".join(own) for own in words[:-1]]
