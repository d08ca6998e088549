"""XPaths of elements, so that a result can be traced to its place on the page."""

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
    """XPaths of one tree's elements."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._paths: dict[int, str] = {-1: ""}

    def of(self, node: int) -> str:
        """The element's path, with a position only where siblings share its tag.

        >>> from honbun.html.parse import parse
        >>> XPaths(parse("<p>a<p>b<hr>")).of(4), XPaths(parse("<p>a<p>b<hr>")).of(5)
        ('/html/body/p[2]', '/html/body/hr')
        """
        return self._tree.source.xpath(node) if self._as_parsed else self.spelled(node)

    def spelled(self, node: int) -> str:
        """The same path, made from the columns: the definition, and for what the parser cannot."""
        missing = []
        while node not in self._paths:
            missing.append(node)
            node = self._tree.parent[node]
        path = self._paths[node]
        for step in reversed(missing):
            path = self._paths[step] = f"{path}/{self._step(step)}"
        return path

    @cached_property
    def _as_parsed(self) -> bool:
        """Whether the parser's own paths will do: nothing was lifted, and all tags are names."""
        return not self._tree.lifted and all(_NAME.match(tag) for tag in set(self._tree.tag))

    def _step(self, node: int) -> str:
        parent, tag = self._tree.parent[node], self._tree.tag[node]
        if not _NAME.match(tag):
            # `<a:b>` and the like are no XPath names: count among all siblings instead.
            return f"*[{self._among_all[node]}]"
        if self._siblings[parent, tag] == 1:
            return tag
        return f"{tag}[{self._among_same[node]}]"

    @cached_property
    def _siblings(self) -> dict[tuple[int, str], int]:
        """How many children of an element have a tag."""
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
    """How often each key has come so far.

    >>> positions("aba")
    [1, 1, 2]
    """
    seen: dict[Hashable, int] = {}
    positions = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        positions.append(seen[key])
    return positions


# XPaths of posts: the elements and texts that a range of the page is made of.


class RangeXPaths:
    """XPaths of the posts of one page."""

    def __init__(self, strand: NodeSequence) -> None:
        self._strand = strand
        self._paths = XPaths(strand.tree)

    def of(self, spans: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """The outermost elements and texts that lie in some ranges and show text."""
        nodes = (at for start, stop in spans for at in self._nodes(start, stop))
        return tuple(path for at in nodes for path in self._paths_of(at))

    def _nodes(self, start: int, stop: int) -> Iterator[int]:
        end, sizes = self._strand.end, self._strand.sizes
        at = start
        while at < stop:
            last = int(end[at])
            if last > stop:  # goes on after the range: what is in it counts
                at += 1
                continue
            if sizes[last] > sizes[at]:
                yield at
            at = last

    def _paths_of(self, at: int) -> Iterator[str]:
        path = self._paths.of(int(self._strand.node[at]))
        run = int(self._strand.run[at])
        if run < 0:
            yield path
            return
        yield f"{path}/text()[{self._among_texts[run]}]"
        # What a comment or a script parts is one text in the row, and several on the page.
        tree = self._strand.tree
        owner = tree.run_owner[run]
        for more in range(run + 1, len(tree.run)):
            if more in self._firsts or tree.run_start[more] >= tree.stop[owner]:
                break
            if tree.run_owner[more] == owner and not tree.run[more].isspace():
                yield f"{path}/text()[{self._among_texts[more]}]"

    @cached_property
    def _firsts(self) -> frozenset[int]:
        """The runs that texts of the row begin with."""
        return frozenset(self._strand.run.tolist())

    @cached_property
    def _among_texts(self) -> list[int]:
        """The position of each text run among those of its element."""
        return positions(self._strand.tree.run_owner)
