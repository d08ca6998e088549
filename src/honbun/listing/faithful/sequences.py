"""Common paths: the nodes whose way from the root ends in the same labels (paper 001, 3.1).

Every sequence of labels has its set of nodes N(seq), and a longer sequence one inside of it. The
sequences are the ways down the tree of the *reversed* paths (the PAT tree of the paper), and two of
them have one set where that tree does not branch between them, so each branching is one set. The
tree is not kept: sets are parted by one label after the other.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LONGEST = 40
"""Labels of a sequence; nodes with as many labels in common are not told apart further."""


def node_sets(
    tags: Sequence[str], parents: Sequence[int], nodes: Iterable[int]
) -> Iterator[list[int]]:
    """The different sets N(seq) of some nodes of a row in preorder, wider ones before narrower.

    Sets of a single node are left out: nothing repeats in them.
    """
    above, label, of = _paths(tags, parents)
    members: defaultdict[int, list[int]] = defaultdict(list)
    for node in nodes:
        members[of[node]].append(node)
    # Paths, each with what is left of it, and how many labels they have in common.
    todo = [([(path, path) for path in members], 0)]
    while todo:
        group, length = todo.pop()
        parted: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for path, rest in group:
            if rest >= 0:
                parted[label[rest]].append((path, above[rest]))
        for part in parted.values():
            found = sorted(node for path, _ in part for node in members[path])
            if len(found) < 2:
                continue
            # What has all the nodes of a shorter sequence is the same set again.
            if length == 0 or len(part) < len(group):
                yield found
            if len(part) > 1 and length + 1 < _LONGEST:
                todo.append((part, length + 1))


def _paths(tags: Sequence[str], parents: Sequence[int]) -> tuple[list[int], list[str], list[int]]:
    """The different paths from the root: of each the one above and the last label.

    And the path of each node.
    """
    numbers: dict[tuple[int, str], int] = {}
    of: list[int] = []
    for tag, parent in zip(tags, parents):
        key = (of[parent] if parent >= 0 else -1, tag)
        of.append(numbers.setdefault(key, len(numbers)))
    return [above for above, _ in numbers], [tag for _, tag in numbers], of
