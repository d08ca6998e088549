"""The article set of a page: of all clusters of all common paths the one worth most (paper 001).

Which common paths are looked into is bounded: one that could not be worth more than what is found,
if all its text were articles and met all conditions, is passed over. That changes no result. Where
there are too many even so, those that could be worth most are looked into.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from honbun.listing.faithful.candidates import Candidates
from honbun.listing.faithful.clusters import clusters
from honbun.listing.faithful.conditions import Reading
from honbun.listing.faithful.places import Places
from honbun.listing.faithful.recovery import Recovery
from honbun.listing.faithful.sequences import node_sets
from honbun.listing.faithful.subtrees import Subtrees
from honbun.listing.faithful.worth import NOTHING, Worth, bound, worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.listing.faithful.candidates import Article
    from honbun.listing.faithful.lines import Lines
    from honbun.listing.faithful.subtrees import Subtree

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
