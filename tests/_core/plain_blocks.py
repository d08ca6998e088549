"""The plain definition of blocks: one element, one run at a time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun._core.names import BLOCK_LEVEL, INERT, MEDIA, UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.html.tree import Tree

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")


class PlainBlocks:
    """The blocks of a tree, defined without regard to time."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.node = [node for node in range(len(tree)) if self._is_block(node)]

    def _is_block(self, node: int) -> bool:
        tree, body = self.tree, self.tree.body()
        if body is None or not body <= node < tree.end[body]:
            return False
        inert = (above for above in self.around(node) if self._is_inert(above))
        return tree.tag[node] in BLOCK_LEVEL and not any(inert)

    def _is_inert(self, node: int) -> bool:
        return self.tree.tag[node] in INERT and self.tree.attribute(node, "shadowrootmode") is None

    def around(self, node: int) -> Iterator[int]:
        """An element and those around it."""
        while node >= 0:
            yield node
            node = self.tree.parent[node]

    def of(self, node: int) -> int:
        """The block of an element, -1 outside of all blocks."""
        for above in self.around(node):
            if self._is_inert(above):
                return -1
            if above in self.node:
                return self.node.index(above)
        return -1

    def is_unread(self, node: int) -> bool:
        return any(self.tree.tag[above] in UNREAD for above in self.around(node))

    def texts(self) -> list[str]:
        """The text of each block."""
        tree = self.tree
        breaks = {tree.start[node] for node in (*self.node, *tree.find("br"))}
        breaks |= {tree.stop[node] for node in self.node}
        texts = [""] * len(self.node)
        for run, start, owner in zip(tree.run, tree.run_start, tree.run_owner):
            block = self.of(owner)
            if block >= 0 and not self.is_unread(owner):
                texts[block] += (" " if start in breaks else "") + run
        return [_CONTROL.sub("", " ".join(text.split())) for text in texts]

    def letters_inside(self, wanted: set[int]) -> list[int]:
        """Characters of each block, without white space, inside of some elements."""
        found = [0] * len(self.node)
        for run, owner in zip(self.tree.run, self.tree.run_owner):
            if self.of(owner) >= 0 and wanted.intersection(self.around(owner)):
                found[self.of(owner)] += len("".join(run.split()))
        sizes = [len(text.replace(" ", "")) for text in self.texts()]
        return list(map(min, found, sizes))

    def links(self) -> list[int]:
        tree = self.tree
        with_address = [n for n in tree.find("a", "area") if tree.attribute(n, "href") is not None]
        return [node for node in with_address if self.of(node) >= 0]

    def concealed(self) -> list[int]:
        """1 for hidden blocks, 2 inside of noscript, 4 for those that are not spoken."""
        return [sum({self._mark(above) for above in self.around(node)}) for node in self.node]

    def _mark(self, node: int) -> int:
        tree = self.tree
        if tree.tag[node] == "noscript":
            return 2
        if tree.attribute(node, "hidden") is not None:
            return 1
        if re.search(r"display\s*:\s*none", tree.attribute(node, "style") or ""):
            return 1
        return 4 if tree.attribute(node, "aria-hidden") == "true" else 0

    def media(self) -> set[int]:
        tree = self.tree
        shown = [n for n in tree.find(*MEDIA) if not self.is_unread(tree.parent[n])]
        return {self.of(node) for node in shown} - {-1}

    def sources(self) -> list[str]:
        """The first address of a picture in each block."""
        tree, found = self.tree, [""] * len(self.node)
        for node in tree.find(*MEDIA):
            if (block := self.of(node)) >= 0:
                found[block] = found[block] or tree.attribute(node, "src") or ""
        return found
