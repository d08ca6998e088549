"""Alike: nodes of a page that have a key in common, in numbers.

A page has thousands of nodes and a few dozen looks, so keys are spelled once for each look, and
nodes are grouped by numbers.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.thread.cut.keys import LEVELS
from honbun.thread.cut.rows import Groups, begins, groups, stretched
from honbun.tree.strand import TEXT

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.thread.cut.keys import Keys
    from honbun.thread.cut.rows import Column

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BOXES = frozenset("tr p div table li font center b dt dd".split())
"""What can open a post without being like others but in its first descendants."""
_DEEPEST = 60
"""Elements up to this depth are known by their way of tags."""
_LONGEST = 40
"""Characters of a tag that a way is spelled with: no honest tag has more."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Nodes of a row, each with one of its keys."""

    place: Column
    """The place of the node in the row."""
    key: Column

    def groups(self, row: Column | None = None) -> tuple[Groups, Column]:
        """Groups of places of one key (and one number of a row), and the key of each."""
        code = self.key
        if row is not None and len(code):
            code = row[self.place] * (int(code.max()) + 1) + code
        found = groups(code)
        keys = self.key[found.place[found.begin]]
        return Groups(self.place[found.place], found.begin, found.size), keys


class Alike:
    """The keys of a page's nodes as numbers."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._of: dict[int, list[int]] = {}
        self._look = keys.look
        self.numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)

    @cached_property
    def names(self) -> list[str]:
        """The key of each number, once all are told."""
        return list(self.numbers)

    def siblings(self, kids: Column) -> Pairs:
        """Some nodes with their keys and their ways down to their first descendants."""
        return self._paired(self._openings(kids), lambda place: self._of_kid(int(kids[place])))

    def of(self, nodes: Column) -> Pairs:
        """Some nodes with their keys."""
        return self._paired(self._look[nodes], lambda place: self._of_node(int(nodes[place])))

    def ways(self, nodes: Column) -> Pairs:
        """Some elements, their parents among them, with their way of tags from the top."""
        strand = self._keys.strand
        place = np.flatnonzero(strand.depth[nodes] <= _DEEPEST)
        near = nodes[place]
        numbers: dict[tuple[str, str], str] = {}
        way: dict[int, str] = {}
        for at, parent in zip(near.tolist(), strand.parent[near].tolist()):
            step = (way.get(parent, ""), strand.tag[at][:_LONGEST])
            if step not in numbers:
                numbers[step] = "/".join(step)
            way[at] = numbers[step]
        return Pairs(place, np.array([self.numbers[each] for each in way.values()], dtype=np.int64))

    def openings(self, nodes: Column) -> Pairs:
        """Some nodes with the keys by which they could open a post wherever they stand."""
        return self._paired(self._look[nodes], lambda place: self._opening(int(nodes[place])))

    def _paired(self, code: Column, keys: Callable[[int], list[int]]) -> Pairs:
        """A row with the keys of each place; places of one code have the same."""
        _, first, row = np.unique(code, return_index=True, return_inverse=True)
        # The keys are numbered as they are met, which makes no difference.
        found = [keys(place) for place in first.tolist()]
        counts = np.array([len(each) for each in found], dtype=np.int64)
        flat = np.array(list(itertools.chain.from_iterable(found)), dtype=np.int64)
        size = counts[row]
        return Pairs(
            np.repeat(np.arange(len(code)), size), flat[stretched(begins(counts)[row], size)]
        )

    def _of_node(self, at: int) -> list[int]:
        look = int(self._look[at])
        if look not in self._of:
            self._of[look] = [self.numbers[key] for key in self._keys.of(at)]
        return self._of[look]

    def _of_kid(self, at: int) -> list[int]:
        keys = self._of_node(at)
        if self._keys.strand.tag[at] not in _BOXES:
            return keys
        return keys + [self.numbers[way] for way in self._keys.ways(at)]

    def _opening(self, at: int) -> list[int]:
        tag = self._keys.strand.tag[at]
        if tag == "hr" or tag in _HEADINGS:
            return [self.numbers[tag]]
        if tag == "img":
            last = self._keys.of(at)[-1]
            return [self.numbers[last]] if last.startswith("img@") else []
        return self._of_node(at) if tag is TEXT else []

    def _openings(self, kids: Column) -> Column:
        """A number for what each node and its first descendants look like."""
        strand = self._keys.strand
        end = strand.end
        is_text = strand.run >= 0
        looks = np.where(is_text, self._look, self._keys.make)
        inside = np.array([tag in _BOXES for tag in strand.tag])[kids]
        levels = [self._look[kids]]
        at = kids
        for _ in range(LEVELS):
            inside = inside & (at + 1 < end[at])
            at = np.where(inside, at + 1, at)
            levels.append(np.where(inside, looks[at], -1))
            inside &= ~is_text[at]
        numbers: dict[tuple[int, ...], int] = {}
        chains = zip(*(level.tolist() for level in levels))
        return np.array([numbers.setdefault(chain, len(numbers)) for chain in chains], np.int64)
