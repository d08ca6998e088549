"""Spots: where on a page an XPath of ours leads, as numbers that the frame knows.

Results name their places by XPaths (`tree.path`, `thread.xpath`), the frame knows the numbers of
elements and of runs of text. This is the way back.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.tree.tree import Tree

_STEP = re.compile(r"(?P<name>text\(\)|\*|[^/\[\]]+)(?:\[(?P<position>[0-9]+)\])?")
_TEXT = "text()"
_ANY = "*"


@dataclass(frozen=True, slots=True)
class Spot:
    """What a result is made of on its page."""

    nodes: tuple[int, ...]
    ends: tuple[int, ...]
    """For each element one past the last that is inside it."""
    runs: tuple[int, ...]
    lead: int | None
    """The first element; where a text comes first, the one that it stands in."""


class Spots:
    """Finds the elements and texts of one page."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def of(self, xpaths: Iterable[str]) -> Spot:
        """What some XPaths lead to; those that lead nowhere are left out."""
        tree = self._tree
        nodes: list[int] = []
        runs: list[int] = []
        leads: list[int] = []
        for xpath in xpaths:
            path, _, last = xpath.rpartition("/")
            if last.startswith(_TEXT):
                node = self.node(path)
                run = None if node is None else _chosen(self._runs.get(node, []), last)
                if run is not None:
                    runs.append(run)
                    leads.append(tree.run_owner[run])
            elif (node := self.node(xpath)) is not None:
                nodes.append(node)
                leads.append(node)
        ends = tuple(tree.end[node] for node in nodes)
        return Spot(tuple(nodes), ends, tuple(runs), leads[0] if leads else None)

    def node(self, xpath: str) -> int | None:
        """The element that an XPath leads to, if any."""
        node: int | None = -1
        for step in xpath.split("/")[1:]:
            name = step.partition("[")[0]
            children = self._children if name == _ANY else self._named
            node = _chosen(children.get((node, name), []), step)
            if node is None:
                return None
        return None if node == -1 else node

    @cached_property
    def _named(self) -> dict[tuple[int | None, str], list[int]]:
        """The children of an element that have a tag."""
        found: dict[tuple[int | None, str], list[int]] = defaultdict(list)
        for node, key in enumerate(zip(self._tree.parent, self._tree.tag)):
            found[key].append(node)
        return dict(found)

    @cached_property
    def _children(self) -> dict[tuple[int | None, str], list[int]]:
        found: dict[tuple[int | None, str], list[int]] = defaultdict(list)
        for node, parent in enumerate(self._tree.parent):
            found[parent, _ANY].append(node)
        return dict(found)

    @cached_property
    def _runs(self) -> dict[int, list[int]]:
        """The runs of text that stand in an element directly."""
        found: dict[int, list[int]] = defaultdict(list)
        for run, owner in enumerate(self._tree.run_owner):
            found[owner].append(run)
        return dict(found)


def _chosen(among: list[int], step: str) -> int | None:
    """The one that a step means; without a position it is the only one."""
    found = _STEP.fullmatch(step)
    if found is None:
        return None
    position = int(found["position"] or 1)
    return among[position - 1] if 1 <= position <= len(among) else None
