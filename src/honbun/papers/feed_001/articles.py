"""The article set of a page: the cluster of the common paths with the highest value (3.4, 3.5).

The number of common paths examined is bounded. A path that cannot exceed the best value so far, if
all its text were articles and met all conditions, is skipped, which changes no result. If too many
remain, those with the highest bound are examined.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from honbun.papers.feed_001.clusters import Article, Candidates, clusters
from honbun.papers.feed_001.conditions import (
    NOTHING,
    Place,
    Places,
    Reading,
    Worth,
    bound,
    essential,
    worth,
)
from honbun.papers.feed_001.subtrees import Subtrees, node_sets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.papers.feed_001.clusters import Candidate
    from honbun.papers.feed_001.lines import Group, Lines
    from honbun.papers.feed_001.subtrees import Subtree


class Recovery:
    """Articles that a cluster missed, found by the mapping (3.4).

    The paper searches for "the same structure". Here that means: title and body are at positions
    that the mapping relates, and the paths up from there have the same labels. A recovered article
    meets the two conditions that the paper names and overlaps no other article.
    """

    def __init__(self, subtrees: Subtrees, places: Places, reading: Reading) -> None:
        self._subtrees, self._places, self._reading = subtrees, places, reading

    def articles(self, candidate: Candidate, others: Iterable[Subtree]) -> list[Article]:
        """The articles of a candidate and those of other subtrees, in document order."""
        articles = list(candidate.articles)
        taken = [(each.node, self._subtrees.of(each.node).end) for each in articles]
        for other in others:
            if self._subtrees.is_spent:
                break
            at = bisect_left(taken, (other.node, 0))
            is_inside = at > 0 and other.node < taken[at - 1][1]
            if is_inside or (at < len(taken) and taken[at][0] < other.end):
                continue
            found = self._article(candidate, other)
            if found and all(essential(*self._reading.both(found.title, found.body))):
                articles.insert(at, found)
                taken.insert(at, (other.node, other.end))
        return articles

    def _article(self, candidate: Candidate, other: Subtree) -> Article | None:
        """The article of another subtree at the positions of a candidate."""
        wanted = (candidate.title, candidate.body)
        paths = [self._places.path(candidate.pattern, place.node) for place in wanted]
        # Much cheaper than mapping two subtrees.
        if not self._places.paths(other, candidate.level).issuperset(paths):
            return None
        counterparts = self._subtrees.places(candidate.pattern, other)
        groups = self._places.groups(other, candidate.level)
        found: list[Group] = []
        for place, path in zip(wanted, paths):
            node = counterparts.get(place.node)
            group = None if node is None else groups.get(Place(node, place.number))
            if node is None or group is None or self._places.path(other, node) != path:
                return None
            found.append(group)
        return Article(other.node, found[0], found[1])


_SETS = 60
"""Maximum number of node sets that are examined."""


@dataclass(frozen=True, slots=True)
class ArticleSet:
    """Articles of a page in document order, and their value."""

    articles: tuple[Article, ...]
    worth: Worth


def article_set(lines: Lines) -> ArticleSet:
    """The article set of a page; empty if nothing on it repeats."""
    page = _Page(lines)
    best = ArticleSet((), NOTHING)
    for most, nodes in _sets(lines):
        if most <= best.worth.whole or page.subtrees.is_spent:
            break
        subtrees = [page.subtrees.of(node) for node in nodes]
        best = max([best, *page.sets(subtrees)], key=lambda each: each.worth)
    return best


class _Page:
    """The caches of a page while its node sets are examined."""

    def __init__(self, lines: Lines) -> None:
        self.subtrees = Subtrees(lines)
        self._reading = Reading(lines)
        known = (self.subtrees, Places(lines, self.subtrees), self._reading)
        self._candidates, self._recovery = Candidates(*known), Recovery(*known)

    def sets(self, subtrees: Sequence[Subtree]) -> Iterator[ArticleSet]:
        """The article sets of the clusters of some subtrees."""
        for cluster in clusters(self.subtrees, subtrees):
            candidate = self._candidates.best(cluster)
            if candidate:
                articles = self._recovery.articles(candidate, subtrees)
                read = [self._reading.both(each.title, each.body) for each in articles]
                yield ArticleSet(tuple(articles), worth(read))


def _sets(lines: Lines) -> list[tuple[float, list[int]]]:
    """The node sets to examine with the bound of their value, the highest first.

    A subtree without a line break cannot have a separate title and body and is left out.
    """
    breaks = [0, *accumulate(gap > 0 for gap in lines.gaps)]
    size = [0, *accumulate(len(lines.sequence.text[at].encode()) for at in lines.texts)]
    able: list[int] = []
    for node in range(len(lines.sequence)):
        first, stop = lines.inside(node)
        if first < stop and breaks[first + 1] < breaks[stop]:
            able.append(node)
    found: list[tuple[float, list[int]]] = []
    for nodes in node_sets(lines.sequence.tag, lines.parent, able):
        total, last = 0, 0
        for node in nodes:
            first, stop = lines.inside(node)
            total += size[max(stop, last)] - size[max(first, last)]
            last = max(stop, last)
        found.append((bound(len(nodes), total), nodes))
    return sorted(found, key=lambda each: -each[0])[:_SETS]
