"""XPaths of elements and ranges, by which a result is traced to its place on the page."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from honbun.html.nodes import NodeSequence
    from honbun.html.tree import Tree

_NAME = re.compile(r"[A-Za-z_][\w.-]*\Z", re.ASCII)


class XPaths:
    """The XPaths of a tree's elements."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._paths: dict[int, str] = {-1: ""}

    def of(self, node: int) -> str:
        """The path of an element, with a position only where siblings have the same tag.

        >>> from honbun.html.parse import parse
        >>> XPaths(parse("<p>a<p>b<hr>")).of(4), XPaths(parse("<p>a<p>b<hr>")).of(5)
        ('/html/body/p[2]', '/html/body/hr')
        """
        return self._tree.source.xpath(node) if self._parser_agrees else self.from_columns(node)

    def from_columns(self, node: int) -> str:
        """The same path, built from the tree's columns where the parser's differs."""
        missing = []
        while node not in self._paths:
            missing.append(node)
            node = self._tree.parent[node]
        path = self._paths[node]
        for step in reversed(missing):
            path = self._paths[step] = f"{path}/{self._step(step)}"
        return path

    @cached_property
    def _parser_agrees(self) -> bool:
        """Whether parser paths are right: nothing was lifted, and all tags are XPath names."""
        return not self._tree.lifted and all(_NAME.match(tag) for tag in set(self._tree.tag))

    def _step(self, node: int) -> str:
        parent, tag = self._tree.parent[node], self._tree.tag[node]
        if not _NAME.match(tag):
            # `<a:b>` is no XPath name: count among all siblings instead.
            return f"*[{self._among_all[node]}]"
        if self._siblings[parent, tag] == 1:
            return tag
        return f"{tag}[{self._among_same[node]}]"

    @cached_property
    def _siblings(self) -> dict[tuple[int, str], int]:
        """The number of children with each tag, by parent."""
        counts: dict[tuple[int, str], int] = {}
        for key in zip(self._tree.parent, self._tree.tag):
            counts[key] = counts.get(key, 0) + 1
        return counts

    @cached_property
    def _among_same(self) -> list[int]:
        """Each element's position among its siblings of the same tag."""
        return positions(zip(self._tree.parent, self._tree.tag))

    @cached_property
    def _among_all(self) -> list[int]:
        """Each element's position among its siblings."""
        return positions(self._tree.parent)


def positions(keys: Iterable[Hashable]) -> list[int]:
    """How often each key has occurred so far.

    >>> positions("aba")
    [1, 1, 2]
    """
    seen: dict[Hashable, int] = {}
    positions = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        positions.append(seen[key])
    return positions


class RangeXPaths:
    """The XPaths of ranges of a node sequence."""

    def __init__(self, nodes: NodeSequence) -> None:
        self._sequence = nodes
        self._paths = XPaths(nodes.tree)

    def of(self, spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """The outermost elements and texts in some ranges that have visible text."""
        nodes = (at for start, stop in spans for at in self._nodes(start, stop))
        return tuple(path for at in nodes for path in self._paths_of(at))

    def _nodes(self, start: int, stop: int) -> Iterator[int]:
        end, sizes = self._sequence.end, self._sequence.sizes
        at = start
        while at < stop:
            last = int(end[at])
            if last > stop:  # ends after the range: look inside
                at += 1
                continue
            if sizes[last] > sizes[at]:
                yield at
            at = last

    def _paths_of(self, at: int) -> Iterator[str]:
        path = self._paths.of(int(self._sequence.node[at]))
        run = int(self._sequence.run[at])
        if run < 0:
            yield path
            return
        yield f"{path}/text()[{self._among_texts[run]}]"
        # Runs separated by a comment or a script are one text here and several in the tree.
        tree = self._sequence.tree
        owner = tree.run_owner[run]
        for more in range(run + 1, len(tree.run)):
            if more in self._firsts or tree.run_start[more] >= tree.stop[owner]:
                break
            if tree.run_owner[more] == owner and not tree.run[more].isspace():
                yield f"{path}/text()[{self._among_texts[more]}]"

    @cached_property
    def _firsts(self) -> frozenset[int]:
        """The first runs of all texts."""
        return frozenset(self._sequence.run.tolist())

    @cached_property
    def _among_texts(self) -> list[int]:
        """The position of each text run among those of its parent."""
        return positions(self._sequence.tree.run_owner)
