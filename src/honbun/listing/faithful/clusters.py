"""Clusters: subtrees of a set that are alike, by group average (paper 001, 3.2)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.listing.faithful.subtrees import Subtree, Subtrees

_LOOKS = 16
"""Different looks of a set that are clustered: those that most of it has. What has another look
can still be recovered."""
_POINTS = 200
"""Subtrees of a set that are clustered; of more, each look has its share of these."""
_SAME = 1e-9
"""Two distances are one where they differ by less: averages are not exact."""


def clusters(known: Subtrees, subtrees: Sequence[Subtree]) -> Iterator[list[Subtree]]:
    """Every cluster of two subtrees or more, smaller ones before those they are part of.

    Clusters that join at one distance are one cluster: subtrees of one look always are.
    """
    count = Counter(each.look for each in subtrees)
    common = [look for look, _ in count.most_common(_LOOKS)]
    by_look: dict[int, list[Subtree]] = {look: [] for look in common}
    for each in subtrees:
        if each.look in by_look:
            by_look[each.look].append(each)
    far = _distances(known, [by_look[look][0] for look in common])
    for numbers in joined(far, [count[look] for look in common]):
        members = [each for number in numbers for each in by_look[common[number]]]
        yield sorted(members, key=lambda subtree: subtree.node)


def _distances(known: Subtrees, looks: Sequence[Subtree]) -> NDArray[np.float64]:
    """The distance between any two subtrees."""
    far = np.zeros((len(looks), len(looks)))
    for (at, one), (other_at, other) in combinations(enumerate(looks), 2):
        far[at, other_at] = far[other_at, at] = known.distance(one, other)
    return far


def joined(far: NDArray[np.float64], count: Sequence[int]) -> Iterator[set[int]]:
    """The looks of each cluster, given their distances and how many subtrees have each."""
    share = min(1.0, _POINTS / max(1, sum(count)))
    # With two points of a look at least, every look that comes again is a cluster of its own.
    points = [max(min(each, 2), round(share * each)) for each in count]
    of = np.repeat(np.arange(len(count)), points)
    if len(of) < 2:
        return
    try:
        from scipy.cluster.hierarchy import linkage
    except ImportError as error:
        raise MissingExtra("the paper's method for lists", "faithful") from error
    left, right = np.triu_indices(len(of), 1)
    steps = linkage(far[of[left], of[right]], method="average").tolist()
    clusters = [{int(look)} for look in of]
    height = [-1.0] * len(of)
    is_whole = [True] * (len(of) + len(steps))
    for one, other, distance, _ in steps:
        parts = (int(one), int(other))
        for part in parts:
            # What came together at the distance of the whole is no cluster of its own.
            is_whole[part] = height[part] < distance * (1 - _SAME)
        clusters.append(clusters[parts[0]] | clusters[parts[1]])
        height.append(distance)
    for cluster, whole in zip(clusters[len(of) :], is_whole[len(of) :]):
        if whole:
            yield cluster
