"""Tree to blocks: the pieces of a page that a reader sees apart.

Every block-level element makes one block: itself and what hangs below it without crossing another
block-level element (papers 000 and 002). What is block-level comes from the default style sheet of
the HTML Standard, so no list is tuned to pages. An element that only wraps others is a block too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from honbun.html.tree import Tree

BLOCK_LEVEL = frozenset(
    # HTML Standard, 15.3 "Non-replaced elements": display block, list-item, table and its parts.
    "address article aside blockquote body caption center col colgroup dd details dialog dir div "
    "dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr "
    "legend li listing main menu nav ol optgroup option p plaintext pre search section summary "
    "table tbody td tfoot th thead tr ul xmp".split()
)
INERT = frozenset({"script", "style", "template"})
"""Subtrees that are no part of any block: code, and markup that waits for code to use it."""

UNREAD = frozenset({"canvas", "datalist", "object", "select", "svg", "textarea", "audio", "video"})
"""Inside these, text is a choice, an input, a drawing or a fallback: measured, but not read."""

MEDIA = frozenset({"img", "video", "audio", "object", "embed"})
"""What a block can show instead of text."""

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of a page in document order, as columns over its tree."""

    tree: Tree
    node: list[int]
    """The block-level element of each block."""
    of: list[int]
    """For each element its block, -1 outside of all blocks."""

    def __len__(self) -> int:
        return len(self.node)

    def texts(self) -> list[str]:
        """Each block's own text as it is read, white space collapsed."""
        tree = self.tree
        text, start, stop = tree.text, tree.start, tree.stop
        unread = self.unread()
        broken = self._broken(unread)
        own = [""] * len(self)
        for block, node in enumerate(self.node):
            # Most blocks with text are one unbroken stretch of the page's.
            if not broken[block] and start[node] != stop[node]:
                own[block] = collapse(text[start[node] : stop[node]])
        for block, parts in self._pieces(broken, unread).items():
            own[block] = collapse("".join(parts))
        return own

    def media(self) -> set[int]:
        """The blocks that hold a picture or the like."""
        tree, unread = self.tree, self.unread()
        return {self.of[node] for node in tree.find(*MEDIA) if tree.parent[node] not in unread} - {
            -1
        }

    def breaks(self) -> set[int]:
        """The offsets in the page's text at which a reader sees a gap."""
        tree = self.tree
        offsets = set(map(tree.start.__getitem__, self.node))
        offsets.update(map(tree.stop.__getitem__, self.node))
        offsets.update(map(tree.start.__getitem__, tree.find("br")))
        return offsets

    def unread(self) -> set[int]:
        """The elements whose text is measured but not read."""
        nodes: set[int] = set()
        for node in self.tree.find(*UNREAD):
            if node not in nodes:
                nodes.update(range(node, self.tree.end[node]))
        return nodes

    def _broken(self, unread: set[int]) -> bytearray:
        """Whether other blocks, line breaks or unread text interrupt each block."""
        tree, block_of = self.tree, self.of.__getitem__
        broken = set(map(block_of, map(tree.parent.__getitem__, self.node)))
        broken.update(map(block_of, unread))
        broken.update(map(block_of, tree.find("br")))
        # A template is the one inert element that can hold text.
        broken.update([block_of(tree.parent[node]) for node in tree.find("template")])
        flags = bytearray(len(self) + 1)
        for block in broken:
            flags[block] = 1
        flags[-1] = 0  # of what is in no block: -1
        return flags

    def _pieces(self, broken: bytearray, unread: set[int]) -> dict[int, list[str]]:
        """Raw text of broken blocks, with spaces where a reader sees a gap."""
        tree, breaks = self.tree, self.breaks()
        of_run = list(map(self.of.__getitem__, tree.run_owner))
        runs = zip(of_run, tree.run, tree.run_start, tree.run_owner)
        pieces: dict[int, list[str]] = {}
        for block, run, begin, owner in compress(runs, map(broken.__getitem__, of_run)):
            # Wrappers own nothing but the white space between the blocks inside them.
            if (run.isspace() and block not in pieces) or owner in unread:
                continue
            part = pieces.setdefault(block, [])
            if begin in breaks:
                part.append(" ")
            part.append(run)
        return pieces


def split(tree: Tree) -> Blocks:
    """The blocks of a page; none where it has no body."""
    of = [-1] * len(tree)
    nodes: list[int] = []
    body = tree.body()
    if body is None:
        return Blocks(tree, nodes, of)
    tags, parents = tree.tag, tree.parent
    node, last = body, tree.end[body]
    while node < last:
        tag = tags[node]
        if tag in BLOCK_LEVEL:
            of[node] = len(nodes)
            nodes.append(node)
        elif tag in INERT and tree.attribute(node, "shadowrootmode") is None:
            node = tree.end[node]
            continue
        else:
            of[node] = of[parents[node]]
        node += 1
    return Blocks(tree, nodes, of)
