"""How far apart two trees are, given the mapping between them (paper 001).

    d(T1, T2) = sum of a(v) p(v)^2 over the nodes v of both

p(v) is how many levels v stands below its nearest ancestor that the mapping has, 0 for what it has
itself: a branch that the other tree lacks costs more, the deeper it goes. The weight a(v) is 1, and
up to 2 where the nodes of the mapping next above and below v have other attributes than their
counterparts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence


def distance(
    pairs: Iterable[tuple[int, int]],
    one: tuple[Sequence[int], Sequence[Hashable]],
    other: tuple[Sequence[int], Sequence[Hashable]],
) -> float:
    """The distance of two trees by a mapping that has both tops.

    Of each tree the parent of every node in preorder, and what is known of its attributes.
    """
    left = dict(pairs)
    right = {b: a for a, b in left.items()}
    return _half(left, one[0], one[1], other[1]) + _half(right, other[0], other[1], one[1])


def _half(
    mapped: dict[int, int],
    parents: Sequence[int],
    own: Sequence[Hashable],
    theirs: Sequence[Hashable],
) -> float:
    """The sum over the nodes of one tree."""
    if len(mapped) == len(parents):
        return 0.0
    path = [0] * len(parents)
    # Of each node that is not mapped: the mapped ones next to it, and how many of them differ.
    next_to, differ = [0] * len(parents), [0] * len(parents)
    above = [0] * len(parents)
    for at in range(1, len(parents)):
        parent = parents[at]
        if at not in mapped:
            path[at] = path[parent] + 1
            above[at] = above[parent] if parent not in mapped else parent
            next_to[at] += 1
            differ[at] += own[above[at]] != theirs[mapped[above[at]]]
        elif parent not in mapped:
            other = own[at] != theirs[mapped[at]]
            while parent not in mapped:
                next_to[parent] += 1
                differ[parent] += other
                parent = parents[parent]
    return sum(
        (1 + differ[at] / next_to[at]) * path[at] ** 2 for at in range(len(parents)) if path[at]
    )
