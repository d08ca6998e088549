"""What a page marks as date or author: `<time>`, `rel`, microdata, microformats, author links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

_AUTHOR_CLASS = re.compile(r"(?<![a-z])author(?![a-z])", re.IGNORECASE)
"""The class of authors in the microformats hAtom and h-entry, alone or in a longer name."""
_AUTHOR_PATH = re.compile(r"/(?:authors?|autor(?:en|e|es|i)?|auteurs?)/[^/?#]+", re.IGNORECASE)
_AUTHOR_MARKS = ("rel", "itemprop", "class")


class MarkedElements:
    """The elements that a page marks as date or author, and its links to authors."""

    def __init__(self, blocks: Blocks) -> None:
        tree = blocks.tree
        self.times: dict[int, str] = {}
        """The elements inside `<time>`, with its `datetime`."""
        self.authors: set[int] = set()
        self.named: set[int] = set()
        """The elements inside what has a class of authors, as in microformats."""
        self.links: set[int] = set()
        times = tree.find("time")
        for node, value in zip(times, tree.values(times, "datetime")):
            if node not in self.times:
                self.times.update(dict.fromkeys(range(node, tree.end_of(node)), value or ""))
        for node, name, value in tree.find_attributes(*_AUTHOR_MARKS, containing="author"):
            if name == "class":
                if _AUTHOR_CLASS.search(value):
                    _add_subtree(self.named, tree, node)
            elif "author" in value.lower().split():
                _add_subtree(self.authors, tree, node)
        for node, _, value in tree.find_attributes("href", containing="/aut"):
            if _AUTHOR_PATH.search(value):
                _add_subtree(self.links, tree, node)
        self.blocks: set[int] = set()
        """The blocks of all these elements."""
        self.blocks.update(blocks.blocks_of(self.authors.union(self.times, self.named, self.links)))


def _add_subtree(nodes: set[int], tree: Tree, node: int) -> None:
    if node not in nodes:  # else its subtree is there too
        nodes.update(range(node, tree.end_of(node)))
