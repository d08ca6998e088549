"""XPaths of elements, so that a result can be traced to its place on the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.tree.tree import Tree

_NAME = re.compile(r"[A-Za-z_][\w.-]*\Z", re.ASCII)


class Paths:
    """XPaths of one tree's elements."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._paths: dict[int, str] = {-1: ""}
        self._siblings: dict[tuple[int, str], int] = {}
        """How many children of an element have a tag."""
        self._ordinal: list[int] = []
        """Each element's position among its siblings of the same tag."""
        siblings, ordinal = self._siblings, self._ordinal
        for key in zip(tree.parent, tree.tag):
            position = siblings.get(key, 0) + 1
            siblings[key] = position
            ordinal.append(position)

    def of(self, node: int) -> str:
        """The element's path, with a position only where siblings share its tag.

        >>> from honbun.tree.parse import parse
        >>> Paths(parse("<p>a<p>b<hr>")).of(4), Paths(parse("<p>a<p>b<hr>")).of(5)
        ('/html/body/p[2]', '/html/body/hr')
        """
        paths = self._paths
        missing = []
        while node not in paths:
            missing.append(node)
            node = self._tree.parent[node]
        path = paths[node]
        for step in reversed(missing):
            path = paths[step] = f"{path}/{self._step(step)}"
        return path

    def _step(self, node: int) -> str:
        parent, tag = self._tree.parent[node], self._tree.tag[node]
        if not _NAME.match(tag):
            # `<a:b>` and the like are no XPath names: count among all siblings instead.
            before = self._tree.children(parent)
            return f"*[{1 + sum(1 for sibling in before if sibling < node)}]"
        if self._siblings[parent, tag] == 1:
            return tag
        return f"{tag}[{self._ordinal[node]}]"
