"""Articles that a cluster missed, found by the mapping (paper 001, 3.4).

The paper looks for "the same structure". Here that is: title and body stand at places that the
mapping makes correspond, and the ways up from there have the same labels. What is found meets the
two conditions that the paper names, and overlaps no other article.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from honbun.listing.faithful.candidates import Article
from honbun.listing.faithful.conditions import essential
from honbun.listing.faithful.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.listing.faithful.candidates import Candidate
    from honbun.listing.faithful.conditions import Reading
    from honbun.listing.faithful.lines import Group
    from honbun.listing.faithful.places import Places
    from honbun.listing.faithful.subtrees import Subtree, Subtrees


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
