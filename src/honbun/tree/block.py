"""Tree to blocks: the pieces of a page that a reader sees apart.

Every block-level element makes one block: itself and what hangs below it without crossing another
block-level element (papers 000 and 002). What is block-level comes from the default style sheet of
the HTML Standard, so no list is tuned to pages. An element that only wraps others is a block too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.tree.tree import Tree

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

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Characters that XML forbids or discourages, and that mean nothing in running text."""


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
        broken = self._broken_texts()
        raw = [
            # Most blocks are one unbroken stretch of the page's text.
            broken[block] if block in broken else text[start[node] : stop[node]]
            for block, node in enumerate(self.node)
        ]
        return [collapse(own) if own else "" for own in raw]

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

    def _broken_texts(self) -> dict[int, str]:
        """Raw text of the blocks that other blocks, line breaks or unread text interrupt."""
        tree, block_of = self.tree, self.of.__getitem__
        unread, breaks = self.unread(), self.breaks()
        broken = set(map(block_of, map(tree.parent.__getitem__, self.node)))
        broken.update(map(block_of, unread))
        broken.update(map(block_of, tree.find("br")))
        # A template is the one inert element that can hold text.
        broken.update([block_of(tree.parent[node]) for node in tree.find("template")])
        parts: dict[int, list[str]] = {block: [] for block in broken}
        of_runs = map(parts.get, map(block_of, tree.run_owner))
        for part, run, begin, owner in zip(of_runs, tree.run, tree.run_start, tree.run_owner):
            # Wrappers own nothing but the white space between the blocks inside them.
            if part is None or (not part and run.isspace()) or owner in unread:
                continue
            if begin in breaks:
                part.append(" ")
            part.append(run)
        return {block: "".join(part) for block, part in parts.items()}


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


def collapse(text: str) -> str:
    """Text with its white space collapsed and without characters that no output may hold.

    >>> collapse(" a\\n\\tb\\x00 ")
    'a b'
    """
    # Most texts are clean. No white space but the space is printable, so these tests are enough.
    if "  " not in text and text[:1] != " " != text[-1:] and text.isprintable():
        return text
    return strip_control(" ".join(text.split()))


def strip_control(text: str) -> str:
    """Text without characters that XML forbids; line breaks and tabs stay."""
    return text if text.isprintable() else _CONTROL.sub("", text)
