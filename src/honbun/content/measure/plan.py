"""Plan: how a page's blocks nest, and how much each says. A page alone is judged on this."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate, compress
from operator import sub
from typing import TYPE_CHECKING

from honbun.content.measure.names import names, ways_on
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

HIDDEN, NOSCRIPT, SILENT = 1, 2, 4
"""Why a block may not be shown: by its page, where scripts run, or to those who listen."""
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_FORM = 1000
"""Characters of plain text from which a form is more than a form: some systems put one around the
whole page, and some authors around half of an article."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The blocks of a page in document order, as columns."""

    tag: list[str]
    parent: list[int]
    """The block around each block, -1 for the outermost."""
    end: list[int]
    """One past the last block inside."""
    names: list[tuple[str, ...]]
    """What the page calls the element: its classes as `.name`, its id as `#name`."""
    text: list[str]
    """The block's own text, white space collapsed."""
    size: list[int]
    """Characters of the text without white space."""
    linked: list[int]
    """How many of them are link, ..."""
    pressed: list[int]
    """... or stand on a button or label of a form."""
    veiled: list[int]
    """Whether it may not be shown: `HIDDEN`, `NOSCRIPT` and `SILENT` or-ed together."""
    shown: list[bool]
    """Whether a reader finds something in it: text or a picture."""
    aside: list[bool]
    """Whether it is inside an element for navigation or input."""
    titles: tuple[str, ...]
    """The titles that the page declares, squeezed."""

    def __len__(self) -> int:
        return len(self.tag)

    def children(self, block: int) -> Iterator[int]:
        """The blocks directly inside a block."""
        child, end = block + 1, self.end
        last = end[block]
        while child < last:
            yield child
            child = end[child]

    def says_title(self, block: int) -> bool:
        """Whether a block is a part of a declared title: sites add their name to it."""
        text = fold_text(self.text[block])
        return any(text in title for title in self.titles)


def plan(blocks: Blocks, links: Iterable[int], titles: Sequence[str] = ()) -> Plan:
    """The plan of a page, given the elements that are links and the titles that it declares."""
    tree, of = blocks.tree, blocks.of
    texts = blocks.texts()
    shown = list(map(bool, texts))
    for block in blocks.media():
        shown[block] = True
    parent = list(map(of.__getitem__, map(tree.parent.__getitem__, blocks.node)))
    end = _ends(parent)
    # The space is the only white space that they have, and half of them are empty.
    size = [len(text) - text.count(" ") if text else 0 for text in texts]
    linked = _inside(blocks, links, size)
    return Plan(
        tag=list(map(tree.tag.__getitem__, blocks.node)),
        parent=parent,
        end=end,
        names=names(blocks, texts),
        text=texts,
        size=size,
        linked=linked,
        pressed=_inside(blocks, tree.find("button", "label"), size),
        veiled=_veiled(blocks),
        shown=shown,
        aside=_aside(ways_on(blocks), end, size, linked),
        titles=tuple(filter(None, map(fold_text, titles))),
    )


def _ends(parent: Sequence[int]) -> list[int]:
    end = list(range(1, len(parent) + 1))
    for block in range(len(parent) - 1, 0, -1):
        above = parent[block]
        if above >= 0 and end[block] > end[above]:
            end[above] = end[block]
    return end


def _inside(blocks: Blocks, nodes: Iterable[int], size: Sequence[int]) -> list[int]:
    """Characters of each block, white space aside, that stand in some elements."""
    tree, of = blocks.tree, blocks.of
    sizes = [0] * (len(blocks) + 1)  # the last is that of no block: -1
    for node in _outermost(tree, nodes):
        first = bisect_left(tree.run_start, tree.start[node])
        last = bisect_left(tree.run_start, tree.stop[node], first)
        for run, owner in zip(tree.run[first:last], tree.run_owner[first:last]):
            sizes[of[owner]] += len("".join(run.split()))
    sizes.pop()
    for block in compress(range(len(sizes)), sizes):
        # Runs count what a block's text leaves out: unread text.
        sizes[block] = min(sizes[block], size[block])
    return sizes


def _outermost(tree: Tree, nodes: Iterable[int]) -> Iterator[int]:
    """Of some elements, in document order, those that stand in no other."""
    last = 0
    for node in nodes:
        if node >= last:
            last = tree.end[node]
            yield node


def _veiled(blocks: Blocks) -> list[int]:
    tree = blocks.tree
    why: dict[int, list[int]] = {HIDDEN: [], NOSCRIPT: tree.find("noscript"), SILENT: []}
    for node, name, value in tree.find_attributes("hidden", "style", "aria-hidden"):
        if name == "aria-hidden":
            if "true" in value.lower():
                why[SILENT].append(node)
        elif name == "hidden" or _UNSEEN.search(value):
            why[HIDDEN].append(node)
    veiled = [0] * len(blocks)
    for mark, nodes in why.items():
        for node in _outermost(tree, nodes):
            first = bisect_left(blocks.node, node)
            for block in range(first, bisect_left(blocks.node, tree.end[node], first)):
                veiled[block] |= mark
    return veiled


def _aside(
    flags: Sequence[bool], end: Sequence[int], size: Sequence[int], linked: Sequence[int]
) -> list[bool]:
    """Whether each block stands inside a flagged one that holds no text of some length."""
    plain = [0, *accumulate(map(sub, size, linked))]
    inside = [False] * len(flags)
    for block in compress(range(len(flags)), flags):
        last = end[block]
        if not inside[block] and plain[last] - plain[block] <= _FORM:
            inside[block:last] = [True] * (last - block)
    return inside
