"""XPaths of posts: the elements and texts that a range of the page is made of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from honbun.tree.path import Paths, positions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.tree.strand import Strand


class PostPaths:
    """XPaths of the posts of one page."""

    def __init__(self, strand: Strand) -> None:
        self._strand = strand
        self._paths = Paths(strand.tree)

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
