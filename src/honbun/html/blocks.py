"""Split a tree into blocks, the units in which content is judged (papers 000 and 002).

Every block-level element is one block: itself and everything below it outside of other block-level
elements. Which elements are block-level follows from the default style sheet of the HTML Standard,
so the list is not tuned to pages. An element that only wraps others is a block too.
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
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

INERT = frozenset({"script", "style", "template"})
"""Subtrees that belong to no block: code, and markup that only code uses."""

UNREAD = frozenset({"canvas", "datalist", "object", "select", "svg", "textarea", "audio", "video"})
"""Elements whose text is a choice, an input, a label in a drawing or a fallback: it is not read."""

MEDIA = frozenset({"img", "video", "audio", "object", "embed"})
"""Elements that a block can show instead of text."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of a page in document order, as columns over its tree."""

    tree: Tree
    node: list[int]
    """The block-level element of each block."""
    of: list[int]
    """The block of each element, -1 for elements outside of all blocks."""

    def __len__(self) -> int:
        return len(self.node)

    def texts(self) -> list[str]:
        """The text of each block, without that of blocks inside it; white space collapsed."""
        tree = self.tree
        text, start, stop = tree.text, tree.start, tree.stop
        unread = self.unread()
        broken = self._broken(unread)
        own = [""] * len(self)
        for block, node in enumerate(self.node):
            # The text of most blocks is one slice of the page's text.
            if not broken[block] and start[node] != stop[node]:
                own[block] = collapse(text[start[node] : stop[node]])
        for block, parts in self._pieces(broken, unread).items():
            own[block] = collapse("".join(parts))
        return own

    def media(self) -> set[int]:
        """The blocks that contain an image, audio, video or embedded object."""
        tree, unread = self.tree, self.unread()
        return {self.of[node] for node in tree.find(*MEDIA) if tree.parent[node] not in unread} - {
            -1
        }

    def breaks(self) -> set[int]:
        """The offsets in the page's text at which a line or block begins or ends."""
        tree = self.tree
        offsets = set(map(tree.start.__getitem__, self.node))
        offsets.update(map(tree.stop.__getitem__, self.node))
        offsets.update(map(tree.start.__getitem__, tree.find("br")))
        return offsets

    def unread(self) -> set[int]:
        """The elements inside of `UNREAD` ones."""
        nodes: set[int] = set()
        for node in self.tree.find(*UNREAD):
            if node not in nodes:
                nodes.update(range(node, self.tree.end[node]))
        return nodes

    def _broken(self, unread: set[int]) -> bytearray:
        """Whether each block is interrupted by other blocks, line breaks or unread text."""
        tree, block_of = self.tree, self.of.__getitem__
        broken = set(map(block_of, map(tree.parent.__getitem__, self.node)))
        broken.update(map(block_of, unread))
        broken.update(map(block_of, tree.find("br")))
        # Of the inert elements only a template can contain text.
        broken.update([block_of(tree.parent[node]) for node in tree.find("template")])
        flags = bytearray(len(self) + 1)
        for block in broken:
            flags[block] = 1
        flags[-1] = 0  # the entry of elements outside of all blocks
        return flags

    def _pieces(self, broken: bytearray, unread: set[int]) -> dict[int, list[str]]:
        """The raw text of interrupted blocks, with spaces at the breaks."""
        tree, breaks = self.tree, self.breaks()
        of_run = list(map(self.of.__getitem__, tree.run_owner))
        runs = zip(of_run, tree.run, tree.run_start, tree.run_owner)
        pieces: dict[int, list[str]] = {}
        for block, run, begin, owner in compress(runs, map(broken.__getitem__, of_run)):
            # Wrappers contain only the white space between their blocks.
            if (run.isspace() and block not in pieces) or owner in unread:
                continue
            part = pieces.setdefault(block, [])
            if begin in breaks:
                part.append(" ")
            part.append(run)
        return pieces


def split(tree: Tree) -> Blocks:
    """The blocks of a page; none if it has no body."""
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
