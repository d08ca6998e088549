"""Columns over the nodes of a page: what lists are found by.

Columns are numpy arrays, or lists where they contain strings. Each is computed on first use.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.feeds.links import LinkTarget, link_targets, parse_target
from honbun.html.blocks import BLOCK_LEVEL, HEADINGS
from honbun.html.columns import RangeMax, running_sum
from honbun.html.nodes import TEXT

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from honbun.html.nodes import NodeSequence

    Numbers = NDArray[np.int64]
    Flags = NDArray[np.bool_]

INLINE = frozenset(
    "a abbr b bdi bdo big cite code data del em font i ins kbd label mark nobr q s samp small span "
    "strong sub sup time tt u var wbr".split()
)
"""Inline elements: they are part of a line of text."""
_ASIDE = frozenset({"nav", "aside", "footer"})
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\u303e\u3041-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uff00-\uff60]"
)
"""Characters of double width: a Japanese headline has half as many letters."""
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def width(text: str) -> int:
    """The width of a text: wide characters count twice, white space does not count.

    >>> width("本文 ab")
    6
    """
    visible = sum(map(len, text.split()))
    return visible if text.isascii() else visible + len(_WIDE.findall(text))


@dataclass(frozen=True)
class NodeColumns:
    """The node sequence of a page with its columns."""

    sequence: NodeSequence
    url: str
    base: str

    def __len__(self) -> int:
        return len(self.sequence)

    @cached_property
    def elements(self) -> Numbers:
        """The nodes that are elements."""
        return np.flatnonzero(self.sequence.run < 0)

    @cached_property
    def texts(self) -> Numbers:
        """The nodes that are texts."""
        return np.flatnonzero(self.sequence.run >= 0)

    @cached_property
    def classes(self) -> list[str]:
        """The sorted classes of each element; empty for texts."""
        found = [""] * len(self)
        elements = self.elements.tolist()
        values = self.sequence.tree.values(self.sequence.node[self.elements].tolist(), "class")
        for at, names in zip(elements, values):
            if names:
                found[at] = " ".join(sorted(set(names.split())))
        return found

    @cached_property
    def tag(self) -> Numbers:
        """An id for each node's tag; all headings have the same."""
        names, number = self._tags
        merged: dict[str, int] = {TEXT: 0, "h": 1}
        kinds = ["h" if name in HEADINGS else name for name in names]
        return _column([merged.setdefault(kind, len(merged)) for kind in kinds])[number]

    def tagged(self, tags: Collection[str]) -> Flags:
        """Whether each node has one of these tags."""
        names, number = self._tags
        return np.array([name in tags for name in names], dtype=bool)[number]

    @cached_property
    def _tags(self) -> tuple[list[str], Numbers]:
        """The tags of the page, and the index of each node's tag."""
        places: dict[str, int] = {}
        number = _column([places.setdefault(tag, len(places)) for tag in self.sequence.tag])
        return list(places), number

    @cached_property
    def tag_class(self) -> Numbers:
        """An id for each node's tag and class."""
        numbers: dict[tuple[str, str], int] = {}
        pairs = zip(self.sequence.tag, self.classes)
        return _column([numbers.setdefault(pair, len(numbers)) for pair in pairs])

    @cached_property
    def is_inline(self) -> Flags:
        """Whether each node is a text or an inline element."""
        return self.tagged(INLINE | {TEXT})

    @cached_property
    def is_block(self) -> Flags:
        """Whether each node starts a new line."""
        return self.tagged(BLOCK_LEVEL)

    @cached_property
    def tag_path(self) -> Numbers:
        """An id for the tags from each node up to the body."""
        numbers: dict[tuple[int, int], int] = {}
        found = [0] * (len(self) + 1)
        found[-1] = -1
        for at, (tag, above) in enumerate(zip(self.tag.tolist(), self.box.tolist())):
            found[at] = numbers.setdefault((tag, found[above]), len(numbers))
        return _column(found[:-1])

    @cached_property
    def box(self) -> Numbers:
        """The nearest ancestor of each node that is not inline; -1 for the body."""
        return self._nearest(~self.is_inline)

    @cached_property
    def link(self) -> Numbers:
        """The link that each node is or is inside; -1 outside links."""
        return self._holder(np.array([target is not None for target in self.targets], dtype=bool))

    @cached_property
    def heading(self) -> Numbers:
        """The heading that each node is or is inside; -1 outside headings."""
        return self._holder(self.tagged(HEADINGS))

    @cached_property
    def aside(self) -> Flags:
        """Whether each node is inside navigation, an aside or a footer."""
        return self._holder(self.tagged(_ASIDE)) >= 0

    @cached_property
    def hidden(self) -> Flags:
        """Whether each node is inside an element that the page hides."""
        tree = self.sequence.tree
        nodes = {node for node, _, _ in tree.find_attributes("hidden")}
        nodes.update(n for n, _, style in tree.find_attributes("style") if _HIDDEN.search(style))
        if not nodes:
            return np.zeros(len(self), dtype=bool)
        marked = (self.sequence.run < 0) & np.isin(self.sequence.node, list(nodes))
        return self._holder(marked) >= 0

    @cached_property
    def targets(self) -> list[LinkTarget | None]:
        """The target of each link; None for other nodes."""
        return link_targets(self.sequence, self.url, self.base)

    @cached_property
    def address(self) -> Numbers:
        """An id for each node's target URL; nodes without one have ids of their own."""
        numbers: dict[str, int] = {}
        known = [numbers.setdefault(t.key, len(numbers)) if t else -1 for t in self.targets]
        found = _column(known)
        return np.where(found < 0, len(numbers) + np.arange(len(self)), found)

    @cached_property
    def page_target(self) -> LinkTarget:
        """The page's own URL as a target."""
        return parse_target(self.url)

    @cached_property
    def widths(self) -> Numbers:
        """Running sum of text widths."""
        return running_sum([width(text) if text else 0 for text in self.sequence.text])

    @cached_property
    def text_width(self) -> Numbers:
        """The width of each node's text, including descendants."""
        found: Numbers = self.widths[self.sequence.end] - self.widths[:-1]
        return found

    @cached_property
    def linked(self) -> Numbers:
        """Running sum of text widths inside links."""
        return running_sum(np.where(self.link >= 0, np.diff(self.widths), 0))

    @cached_property
    def before(self) -> Numbers:
        """The previous sibling of each node; -1 for the first."""
        order = np.lexsort((np.arange(len(self)), self.sequence.parent))
        found = np.full(len(self), -1, dtype=np.int64)
        same = self.sequence.parent[order[1:]] == self.sequence.parent[order[:-1]]
        found[order[1:]] = np.where(same, order[:-1], -1)
        return found

    @cached_property
    def line(self) -> Numbers:
        """The first sibling in each node's line."""
        parent = self.sequence.parent
        order = np.lexsort((np.arange(len(self)), parent))
        breaks = self.is_block | self.tagged(("br", "hr"))
        holds = np.concatenate([[0], np.cumsum(breaks)])
        breaks |= holds[self.sequence.end] > holds[np.arange(len(self)) + 1]
        first = np.ones(len(self), dtype=bool)
        first[1:] = parent[order[1:]] != parent[order[:-1]]
        first |= breaks[order]
        first[1:] |= breaks[order[:-1]]
        start = np.maximum.accumulate(np.where(first, np.arange(len(self)), 0))
        found = np.empty(len(self), dtype=np.int64)
        found[order] = order[start]
        return found

    def text_of(self, node: int) -> str:
        """The text of a node, including descendants."""
        if node not in self._texts:
            self._texts[node] = self.sequence.read([(node, int(self.sequence.end[node]))])
        return self._texts[node]

    def shared_depth(self, left: Numbers, right: Numbers) -> Numbers:
        """The depth of the nearest common ancestor of two nodes, the left one before the right
        one."""
        return -1 - self._shallowest.of(left + 1, right + 1)

    def ancestor(self, nodes: Numbers, depth: Numbers) -> Numbers:
        """The ancestor of each node at a depth; the node itself if it is not deeper."""
        found, parent, depths = nodes.copy(), self.sequence.parent, self.sequence.depth
        while len(lower := np.flatnonzero(depths[found] > depth)):
            found[lower] = parent[found[lower]]
        return found

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    @cached_property
    def _shallowest(self) -> RangeMax:
        return RangeMax(-self.sequence.depth)

    def _nearest(self, marked: Flags) -> Numbers:
        """The nearest marked proper ancestor of each node; -1 if none."""
        above = self.sequence.parent.copy()
        # Everything between a node and its `above` is unmarked, so it can take over the `above` of
        # that: the distance doubles with every round.
        while len(short := np.flatnonzero((above >= 0) & ~marked[above])):
            above[short] = above[above[short]]
        return above

    def _holder(self, marked: Flags) -> Numbers:
        """The nearest marked node that is or contains each node; -1 if none."""
        above = self._nearest(marked)
        return np.where(marked, np.arange(len(self)), above)


def _column(values: list[int]) -> Numbers:
    return np.array(values, dtype=np.int64)
