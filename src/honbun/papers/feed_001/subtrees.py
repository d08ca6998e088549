"""Subtrees as they are compared, and the common paths that select them (3.1)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.papers.feed_001.mapping import Mappings, Shapes, distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.papers.feed_001.lines import Lines

MOST = 60
"""Maximum number of nodes of a subtree that are compared. A list item has fewer; of a long article
these are its upper levels, which separate its parts."""
_STEPS = 1_500_000
"""Bound on the work of mappings per page. None of 131 list pages needed a quarter of this."""
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Subtree:
    """A subtree of a page: its range, and the nodes that are compared."""

    node: int
    end: int
    kept: Sequence[int]
    """Nodes of the page, in preorder."""
    shape: int
    look: int
    """A number for its shape and the classes of its nodes."""


class Subtrees:
    """The subtrees of a page, with cached mappings and distances between them."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._shapes = Shapes()
        self._mappings = Mappings(self._shapes)
        self._shape = self._shapes.rows(lines.sequence.tag, lines.parent)
        self._classes = _classes(lines)
        self._looks: dict[tuple[int, tuple[int, ...]], int] = {}
        self._sides: list[tuple[list[int], tuple[int, ...]]] = []
        self._subtrees: dict[int, Subtree] = {}
        self._places: dict[tuple[int, int], dict[int, int]] = {}
        self._far: dict[tuple[int, int], float] = {}

    @property
    def is_spent(self) -> bool:
        """Whether the bound on the work is reached."""
        return self._mappings.steps >= _STEPS

    def of(self, node: int) -> Subtree:
        """The subtree below a node."""
        if node not in self._subtrees:
            kept: Sequence[int] = range(node, self._lines.end[node])
            shape = self._shape[node]
            if len(kept) > MOST:
                kept = self._upper(node)
                shape = self._shapes.rows(
                    [self._lines.sequence.tag[at] for at in kept], self._parents(kept)
                )[0]
            classes = tuple([self._classes[at] for at in kept])
            look = self._looks.setdefault((shape, classes), len(self._looks))
            if look == len(self._sides):
                self._sides.append((self._parents(kept), classes))
            self._subtrees[node] = Subtree(node, self._lines.end[node], kept, shape, look)
        return self._subtrees[node]

    def place(self, subtree: Subtree, node: int) -> int:
        """The position of a node in a subtree; for a node that is not compared, of its ancestor."""
        if isinstance(subtree.kept, range):
            return node - subtree.node
        at = bisect_left(subtree.kept, node)
        while at == len(subtree.kept) or subtree.kept[at] != node:
            node = self._lines.parent[node]
            at = bisect_left(subtree.kept, node)
        return at

    def places(self, one: Subtree, other: Subtree) -> dict[int, int]:
        """The positions of one subtree mapped to those of the other."""
        key = (one.shape, other.shape)
        if key not in self._places:
            pairs = self._mappings.between(*key)
            self._places[key] = dict(pairs)
            self._places[key[::-1]] = {b: a for a, b in pairs}
        return self._places[key]

    def distance(self, one: Subtree, other: Subtree) -> float:
        """The distance of two subtrees."""
        if one.shape == other.shape:
            return 0.0
        key = (one.look, other.look) if one.look < other.look else (other.look, one.look)
        if key not in self._far:
            pairs = self.places(one, other).items()
            self._far[key] = distance(pairs, self._sides[one.look], self._sides[other.look])
        return self._far[key]

    def _upper(self, node: int) -> list[int]:
        """The nodes nearest to the top, level by level."""
        end = self._lines.end
        kept = [node]
        todo = deque([node])
        while todo:
            parent = todo.popleft()
            child = parent + 1
            while child < end[parent]:
                if len(kept) == MOST:
                    return sorted(kept)
                kept.append(child)
                todo.append(child)
                child = end[child]
        return sorted(kept)

    def _parents(self, kept: Sequence[int]) -> list[int]:
        """The position of the parent of each node, -1 for the top."""
        place = {node: at for at, node in enumerate(kept)}
        parents = self._lines.parent
        return [-1, *(place[parents[node]] for node in kept[1:])]


def _classes(lines: Lines) -> list[int]:
    """A number for the classes of each node, without class names that contain digits."""
    sequence = lines.sequence
    numbers: dict[frozenset[str], int] = {}
    known: dict[str | None, int] = {}
    found: list[int] = []
    values = sequence.tree.values(sequence.node.tolist(), "class")
    for run, value in zip(sequence.run.tolist(), values):
        own = None if run >= 0 else value
        if own not in known:
            names = frozenset(name for name in (own or "").split() if not _DIGIT.search(name))
            known[own] = numbers.setdefault(names, len(numbers))
        found.append(known[own])
    return found


# Common paths (3.1): every sequence of labels has the set N(seq) of nodes whose path from the root
# ends in it, and a longer sequence has a subset. The sequences are the paths down the tree of the
# *reversed* paths (the paper's PAT tree); each branching of it is one set. The tree is not built:
# sets are split by one label after the other.

_LONGEST = 40
"""Maximum length of a sequence; nodes with as many labels in common are not split further."""


def node_sets(
    tags: Sequence[str], parents: Sequence[int], nodes: Iterable[int]
) -> Iterator[list[int]]:
    """The different sets N(seq) of some nodes in preorder, larger ones first.

    Sets of a single node are left out: nothing repeats in them.
    """
    above, label, of = _paths(tags, parents)
    members: defaultdict[int, list[int]] = defaultdict(list)
    for node in nodes:
        members[of[node]].append(node)
    # Paths, each with its remaining part, and the number of labels they have in common.
    todo = [([(path, path) for path in members], 0)]
    while todo:
        group, length = todo.pop()
        split: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for path, rest in group:
            if rest >= 0:
                split[label[rest]].append((path, above[rest]))
        for part in split.values():
            found = sorted(node for path, _ in part for node in members[path])
            if len(found) < 2:
                continue
            # A sequence with all the nodes of a shorter one has the same set.
            if length == 0 or len(part) < len(group):
                yield found
            if len(part) > 1 and length + 1 < _LONGEST:
                todo.append((part, length + 1))


def _paths(tags: Sequence[str], parents: Sequence[int]) -> tuple[list[int], list[str], list[int]]:
    """The different paths from the root: parent path and last label; and the path of each node."""
    numbers: dict[tuple[int, str], int] = {}
    of: list[int] = []
    for tag, parent in zip(tags, parents):
        key = (of[parent] if parent >= 0 else -1, tag)
        of.append(numbers.setdefault(key, len(numbers)))
    return [above for above, _ in numbers], [tag for _, tag in numbers], of
