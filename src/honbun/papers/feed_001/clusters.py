"""Clusters of similar subtrees by group average (3.2), and their title and body (3.3).

Title and body are at positions that correspond in the mappings between all subtrees of a cluster,
where every subtree has a text group.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun.errors import MissingExtra
from honbun.papers.feed_001.conditions import Place, met
from honbun.papers.feed_001.lines import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.papers.feed_001.conditions import Places, Reading
    from honbun.papers.feed_001.lines import Group
    from honbun.papers.feed_001.subtrees import Subtree, Subtrees

_LOOKS = 16
"""Maximum number of looks of a set that are clustered: the most common ones. Subtrees of other
looks can still be recovered."""
_POINTS = 200
"""Maximum number of subtrees that are clustered; each look has its share of these."""
_SAME = 1e-9
"""Distances that differ by less are equal: averages are not exact."""


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


def check_extra() -> None:
    """Raise MissingExtra if the library of clustering is not installed."""
    try:
        import scipy.cluster.hierarchy  # noqa: F401
    except ImportError as error:
        raise MissingExtra("the paper's method for lists", "faithful") from error


def joined(far: NDArray[np.float64], count: Sequence[int]) -> Iterator[set[int]]:
    """The looks of each cluster, given their distances and how many subtrees have each."""
    share = min(1.0, _POINTS / max(1, sum(count)))
    # With at least two points per look, every repeated look is a cluster of its own.
    points = [max(min(each, 2), round(share * each)) for each in count]
    of = np.repeat(np.arange(len(count)), points)
    if len(of) < 2:
        return
    check_extra()
    from scipy.cluster.hierarchy import linkage

    left, right = np.triu_indices(len(of), 1)
    steps = linkage(far[of[left], of[right]], method="average").tolist()
    clusters = [{int(look)} for look in of]
    height = [-1.0] * len(of)
    is_whole = [True] * (len(of) + len(steps))
    for one, other, distance, _ in steps:
        parts = (int(one), int(other))
        for part in parts:
            # A part that joins at the distance of the whole is not a cluster of its own.
            is_whole[part] = height[part] < distance * (1 - _SAME)
        clusters.append(clusters[parts[0]] | clusters[parts[1]])
        height.append(distance)
    for cluster, whole in zip(clusters[len(of) :], is_whole[len(of) :]):
        if whole:
            yield cluster


_SAMPLE = 16
"""Number of articles by which candidates are compared."""


class Article(NamedTuple):
    """One article: the top of its subtree, its title and its body."""

    node: int
    title: Group
    body: Group


@dataclass(frozen=True, slots=True)
class Candidate:
    """Places of title and body in a subtree, and the articles of the cluster by them."""

    pattern: Subtree
    level: int
    title: Place
    body: Place
    articles: tuple[Article, ...]


class _Common(NamedTuple):
    """A position that all subtrees of a cluster have, with the text group of each."""

    place: Place
    groups: list[Group]


class _Choice(NamedTuple):
    """Two positions of a cluster, the title before the body."""

    level: int
    title: _Common
    body: _Common


class Candidates:
    """The articles of the clusters of a page."""

    def __init__(self, subtrees: Subtrees, places: Places, reading: Reading) -> None:
        self._subtrees, self._places, self._reading = subtrees, places, reading

    def best(self, cluster: Sequence[Subtree]) -> Candidate | None:
        """The candidate that meets most conditions; of equal ones the one with most text.

        The subtrees of the cluster are in document order. None if they have no two positions in
        common.
        """
        members = _innermost(cluster)
        if len(members) < 2:
            return None
        pattern = self._middle(members)
        choice = max(self._choices(members, pattern), key=self._rank, default=None)
        if choice is None:
            return None
        level, title, body = choice
        nodes = (member.node for member in members)
        articles = tuple(map(Article, nodes, title.groups, body.groups))
        return Candidate(pattern, level, title.place, body.place, articles)

    def _middle(self, members: Sequence[Subtree]) -> Subtree:
        """The subtree with the least distance to all."""
        count = Counter(each.look for each in members)
        looks = list({each.look: each for each in members}.values())
        return min(
            looks,
            key=lambda one: sum(
                count[other.look] * self._subtrees.distance(one, other) for other in looks
            ),
        )

    def _choices(self, members: Sequence[Subtree], pattern: Subtree) -> Iterator[_Choice]:
        for level in LEVELS:
            common = self._common(members, pattern, level)
            yield from (_Choice(level, *pair) for pair in combinations(common, 2))

    def _common(
        self, members: Sequence[Subtree], pattern: Subtree, level: int
    ) -> Iterator[_Common]:
        """The positions of a subtree that all members have."""
        own = self._places.groups(pattern, level)
        if len(own) < 2:
            return
        kinds = list({each.shape: each for each in members}.values())
        groups = [(member.shape, self._places.groups(member, level)) for member in members]
        for place in own:
            at = self._counterparts(pattern, place.node, kinds)
            if at is None:
                continue
            found = [there.get(Place(at[shape], place.number)) for shape, there in groups]
            kept = [group for group in found if group is not None]
            if len(kept) == len(members):
                yield _Common(place, kept)

    def _counterparts(
        self, pattern: Subtree, node: int, kinds: Sequence[Subtree]
    ) -> dict[int, int] | None:
        """The counterpart of a node in each shape; None if the mappings disagree."""
        at: dict[int, int] = {}
        for kind in kinds:
            there = self._subtrees.places(pattern, kind).get(node)
            if there is None:
                return None
            at[kind.shape] = there
        for one, other in combinations(kinds, 2):
            if self._subtrees.places(one, other).get(at[one.shape]) != at[other.shape]:
                return None
        return at

    def _rank(self, choice: _Choice) -> tuple[float, int]:
        step = -(-len(choice.title.groups) // _SAMPLE)
        groups = zip(choice.title.groups[::step], choice.body.groups[::step])
        some = [self._reading.both(title, body) for title, body in groups]
        return met(some), sum(title.size + body.size for title, body in some)


def _innermost(cluster: Sequence[Subtree]) -> list[Subtree]:
    """The subtrees of a cluster that contain no other of it: articles do not overlap."""
    kept = [one for one, after in pairwise(cluster) if one.end <= after.node]
    return [*kept, *cluster[-1:]]
