"""The article set of a page: of all clusters of all common paths the one worth most (paper 001).

Which common paths are looked into is bounded: one that could not be worth more than what is found,
if all its text were articles and met all conditions, is passed over. That changes no result. Where
there are too many even so, those that could be worth most are looked into.
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

# Articles that a cluster missed, found by the mapping (paper 001, 3.4).
#
# The paper looks for "the same structure". Here that is: title and body stand at places that the
# mapping makes correspond, and the ways up from there have the same labels. What is found meets
# the two conditions that the paper names, and overlaps no other article.


class Recovery:
    """The search of a page for what its clusters missed."""

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
            is_held = at > 0 and other.node < taken[at - 1][1]
            if is_held or (at < len(taken) and taken[at][0] < other.end):
                continue
            found = self._article(candidate, other)
            if found and all(essential(*self._reading.both(found.title, found.body))):
                articles.insert(at, found)
                taken.insert(at, (other.node, other.end))
        return articles

    def _article(self, candidate: Candidate, other: Subtree) -> Article | None:
        """The article that another subtree has at the places of a candidate."""
        wanted = (candidate.title, candidate.body)
        ways = [self._places.way(candidate.pattern, place.node) for place in wanted]
        # To map two subtrees takes much longer than to see that it would give nothing.
        if not self._places.ways(other, candidate.level).issuperset(ways):
            return None
        counterparts = self._subtrees.places(candidate.pattern, other)
        groups = self._places.groups(other, candidate.level)
        found: list[Group] = []
        for place, way in zip(wanted, ways):
            node = counterparts.get(place.node)
            group = None if node is None else groups.get(Place(node, place.number))
            if node is None or group is None or self._places.way(other, node) != way:
                return None
            found.append(group)
        return Article(other.node, found[0], found[1])


_SETS = 60
"""Sets of nodes that are looked into."""


@dataclass(frozen=True, slots=True)
class ArticleSet:
    """Articles of a page in document order, and what they are worth."""

    articles: tuple[Article, ...]
    worth: Worth


def article_set(lines: Lines) -> ArticleSet:
    """The article set of a page; empty where nothing on it repeats."""
    page = _Page(lines)
    best = ArticleSet((), NOTHING)
    for most, nodes in _sets(lines):
        if most <= best.worth.whole or page.subtrees.is_spent:
            break
        subtrees = [page.subtrees.of(node) for node in nodes]
        best = max([best, *page.sets(subtrees)], key=lambda each: each.worth)
    return best


class _Page:
    """What is known of a page while its sets of nodes are looked into."""

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
    """The sets of nodes that are looked into, those first that could be worth most, and how much.

    A subtree without a line break has no title apart from a body, and is in none of them.
    """
    breaks = [0, *accumulate(gap > 0 for gap in lines.gaps)]
    size = [0, *accumulate(len(lines.strand.text[at].encode()) for at in lines.texts)]
    able: list[int] = []
    for node in range(len(lines.strand)):
        first, stop = lines.inside(node)
        if first < stop and breaks[first + 1] < breaks[stop]:
            able.append(node)
    found: list[tuple[float, list[int]]] = []
    for nodes in node_sets(lines.strand.tag, lines.parent, able):
        total, last = 0, 0
        for node in nodes:
            first, stop = lines.inside(node)
            total += size[max(stop, last)] - size[max(first, last)]
            last = max(stop, last)
        found.append((bound(len(nodes), total), nodes))
    return sorted(found, key=lambda each: -each[0])[:_SETS]
