"""Articles of a cluster: title and body at corresponding places (paper 001, 3.3).

Places correspond where the mappings between all subtrees of the cluster agree on them, and every
subtree has a text group there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from honbun.listing.faithful.conditions import met
from honbun.listing.faithful.lines import LEVELS
from honbun.listing.faithful.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.listing.faithful.conditions import Reading
    from honbun.listing.faithful.lines import Group
    from honbun.listing.faithful.places import Places
    from honbun.listing.faithful.subtrees import Subtree, Subtrees

_SAMPLE = 16
"""Articles that candidates are judged by."""


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
    """A place that all subtrees of a cluster have, and the text group of each there."""

    place: Place
    groups: list[Group]


class _Choice(NamedTuple):
    """Two places of a cluster, the title's before the body's."""

    level: int
    title: _Common
    body: _Common


class Candidates:
    """The articles of the clusters of a page."""

    def __init__(self, subtrees: Subtrees, places: Places, reading: Reading) -> None:
        self._subtrees, self._places, self._reading = subtrees, places, reading

    def best(self, cluster: Sequence[Subtree]) -> Candidate | None:
        """The candidate that meets most conditions; of equal ones the one with most text.

        The subtrees of the cluster stand in document order. None where they have no two places in
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
        """The places of a subtree that all members have."""
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
        """The counterpart of a node in each shape; None where the mappings do not agree."""
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
    """The subtrees of a cluster that hold no other of it: articles do not overlap."""
    kept = [one for one, after in pairwise(cluster) if one.end <= after.node]
    return [*kept, *cluster[-1:]]
