"""Excerpts: documents of ranges of a page, such as the messages of a thread.

All excerpts of a page are read in one walk. What is around a whole excerpt (the cell of a layout
table, the item of a list of posts) is not a part of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun._core.frames import Frames
from honbun.document.build import document_of
from honbun.document.flow import NO_ROW, PICTURE, RULE, read_flow
from honbun.document.marked import without_letters
from honbun.document.model import EMPTY, Document, Part
from honbun.html.blocks import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.document.flow import PageFlow
    from honbun.document.model import Frame
    from honbun.html.nodes import NodeSequence

    Span = tuple[int, int]

_ORPHANS = frozenset("caption tr td th li dt dd figcaption".split())
"""Forms that say nothing without the element around them."""
_NODE = re.compile("[\x01\x05][a-z]*([0-9]+)\x02")
_OUTSIDE = -1


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Ranges of a node sequence that are read as one document."""

    spans: Sequence[Span]
    skipped: int = 0
    """Letters at its beginning that are left out, such as those of a label."""


def read_excerpts(
    sequence: NodeSequence, excerpts: Sequence[Excerpt], *, url: str, base: str
) -> list[Document]:
    """The document of each excerpt; excerpts do not overlap."""
    if not any(excerpt.spans for excerpt in excerpts):
        return [EMPTY] * len(excerpts)
    return _Reader(sequence, excerpts, url, base).documents()


class _Reader:
    """Reads the excerpts of one page."""

    def __init__(
        self, sequence: NodeSequence, excerpts: Sequence[Excerpt], url: str, base: str
    ) -> None:
        self._sequence, self._excerpts = sequence, excerpts
        self._tree = sequence.tree
        self._texts = np.flatnonzero(sequence.run >= 0)
        self._elements = np.flatnonzero(sequence.run < 0)
        self._first_runs = np.append(sequence.run[self._texts], len(self._tree.run_owner))
        self._nodes = np.append(sequence.node[self._elements], len(self._tree))
        # Where an excerpt, or what is outside of all, begins: in the text, and among the elements.
        self._changes = self._element_changes()
        offsets, self._owners = self._rows()
        self._flow: PageFlow = read_flow(
            split(self._tree),
            offsets,
            url=url,
            base=base,
            wanted=bytes(owner >= 0 for owner in self._owners),
        )
        self._roots = [self._root(excerpt) for excerpt in excerpts]

    def documents(self) -> list[Document]:
        frames = Frames(self._flow.forms, self._flow.info)
        parts: list[list[Part]] = [[] for _ in self._excerpts]
        for row, form, _, marked in self._flow.pieces:
            node = self._flow.forms[form][2]
            if row == RULE:
                if (owner := self._owner(node)) >= 0 and parts[owner]:
                    parts[owner].append(Part((("hr", node, 0, ""),), "", -1))
                continue
            owner = self._owners[row] if row != NO_ROW else self._owner(_first_node(marked))
            if owner < 0:
                continue
            own = self._without_strangers(marked, owner)
            if row != NO_ROW and not parts[owner]:
                own = without_letters(own, self._excerpts[owner].skipped)
            if own:
                frame = _inner(frames.of(form), self._roots[owner], node)
                parts[owner].append(Part(frame, own, 0))
        return [document_of(_without_last_rules(each), self._flow) for each in parts]

    def _rows(self) -> tuple[np.ndarray[tuple[int], np.dtype[np.int32]], list[int]]:
        """The offsets of stretches of text, and the excerpt that each is of."""
        tree = self._tree
        owners = np.full(len(tree.run_owner), _OUTSIDE, dtype=np.int64)
        for number, excerpt in enumerate(self._excerpts):
            for start, stop in excerpt.spans:
                first, last = np.searchsorted(self._texts, [start, stop])
                owners[self._first_runs[first] : self._first_runs[last]] = number
        shown = np.zeros(len(tree), dtype=bool)
        shown[self._sequence.node] = True
        owners[~shown[tree.run_owner]] = _OUTSIDE
        begins = np.flatnonzero(np.append(True, owners[1:] != owners[:-1]))
        offsets = np.asarray(tree.run_start, dtype=np.int32)[begins]
        return offsets, owners[begins].tolist()

    def _element_changes(self) -> tuple[list[int], list[int]]:
        """The elements at which an excerpt begins or ends, and the excerpt from there on."""
        found: dict[int, int] = {}
        for number, excerpt in enumerate(self._excerpts):
            for start, stop in excerpt.spans:
                first, last = self._nodes[np.searchsorted(self._elements, [start, stop])].tolist()
                if first < last:
                    found[first] = number
                    found.setdefault(last, _OUTSIDE)
        nodes = sorted(found)
        return nodes, [found[node] for node in nodes]

    def _owner(self, node: int) -> int:
        """The excerpt that an element is inside of."""
        nodes, owners = self._changes
        at = bisect_right(nodes, node) - 1
        return owners[at] if at >= 0 else _OUTSIDE

    def _root(self, excerpt: Excerpt) -> int:
        """The last element that may be around the whole excerpt; later ones are inside it."""
        if not excerpt.spans:
            return -1
        (start, _), (_, stop) = excerpt.spans[0], excerpt.spans[-1]
        at = int(np.searchsorted(self._elements, start))
        first = int(self._nodes[at])
        if at == len(self._elements):
            return first
        end = int(self._sequence.end[self._elements[at]])
        sizes = self._sequence.sizes
        covers = end >= stop or sizes[end] == sizes[stop]
        begins = sizes[self._elements[at]] == sizes[start]
        return first if covers and begins else first - 1

    def _without_strangers(self, marked: str, owner: int) -> str:
        """A text without the pictures beside it that are not in its excerpt."""
        if "\x05" not in marked:
            return marked
        return PICTURE.sub(
            lambda found: found[0] if self._owner(int(found[1])) == owner else "", marked
        )


def _first_node(marked: str) -> int:
    found = _NODE.search(marked)
    return int(found[1]) if found else -1


def _inner(frame: Frame, root: int, node: int) -> Frame:
    """A frame without what is around the whole excerpt; preformatted text stays so."""
    start = 0
    while start < len(frame):
        tag, own, *_ = frame[start]
        if tag == "pre" or (own > root and tag not in _ORPHANS):
            break
        start += 1
    return frame[start:] or (("p", node, 0, ""),)


def _without_last_rules(parts: list[Part]) -> list[Part]:
    while parts and parts[-1].block < 0:
        parts.pop()
    return parts
