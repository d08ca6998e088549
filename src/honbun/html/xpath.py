"""XPaths of ranges, by which a post is traced to its place on the page."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from honbun.html.nodes import NodeSequence


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
        path = self._sequence.tree.xpath(int(self._sequence.node[at]))
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
