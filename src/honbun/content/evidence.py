"""Evidence: the pages of a site that a page is compared with.

Pages of one site are compared with each other, and with no others: no page changes the result of
another site's page. Of a large site some pages are drawn, independent of their order. Pages that
resemble none of them form a group of their own and are compared among themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun._core.evidence import FIRST, MOST_PAGES, SiteEvidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from honbun._core.layout import PageLayout

_AGREEMENT, _AGREEING = 0.5, 3
"""The most that scores of other pages count, and the number of pages that count half of it.
Values of .2, .35 and .5 were tried on five sources, left out of training; all gain a little."""
_SOME = 2
"""Pages of one template that show what the template repeats."""
POOL = 40
"""Pages that a page is compared with at most. Results do not improve from about ten on."""


def agreement(pages: int) -> float:
    """The weight of the scores of so many pages at the same place."""
    return _AGREEMENT * pages / (pages + _AGREEING)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page that others may be compared with."""

    url: str
    layout: PageLayout
    duplicates: str | None = None
    """The group of near-duplicates that the caller knows it to belong to."""


@dataclass(frozen=True)
class Comparison:
    """One page beside the pages it is compared with."""

    layout: PageLayout
    site: SiteEvidence
    near: int
    """The pages that it is compared with, as bits."""
    same: int
    """Those of them that share its template."""
    similarity: float

    @cached_property
    def pages(self) -> int:
        """How many pages it is compared with."""
        return self.near.bit_count()

    def share_with_text(self) -> NDArray[np.float32]:
        """The share of the other pages that have the text of each segment.

        Of pages of the same template, at the same place: others may name an article in a list.
        """
        here = self.same.bit_count() >= _SOME
        name = "share with text at place" if here else "share with text"
        shares: NDArray[np.float32] = self.first[FIRST.index(name)]
        return shares

    @cached_property
    def first(self) -> NDArray[np.float32]:
        """The features for the first look."""
        return self.site.first(self.layout, self.near, self.same, self.similarity)

    def second(self) -> NDArray[np.float32]:
        """The features for the second look."""
        return self.site.second(self.layout, self.same)

    def agreed(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """Scores of the second look, moved towards those of other pages at the same places.

        Pages of one template keep the same parts; the more of them, the more they count.
        """
        others = self.site.second_scores(self.layout, self.same)
        weight = agreement(self.same.bit_count())
        moved = (1 - weight) * scores + weight * others
        found: NDArray[np.float32] = np.where(np.isnan(others), scores, moved).astype(np.float32)
        return found


class Pool:
    """Some pages of a site, none a near-duplicate of another."""

    def __init__(self, candidates: Sequence[Candidate], stored: Sequence[Candidate] = ()) -> None:
        self.candidates = [*candidates, *stored][:MOST_PAGES]
        self.new = min(len(candidates), MOST_PAGES)
        """The first so many are of this run; the others were stored by earlier ones."""
        self.site = SiteEvidence([candidate.layout for candidate in self.candidates])
        self.scores: dict[int, NDArray[np.float32]] = {}
        """The first scores of the members."""
        self._kept = self._distinct()

    def _distinct(self) -> int:
        """The pages without near-duplicates of earlier ones, as bits."""
        kept = 0
        groups: set[str] = set()
        for number, page in enumerate(self.candidates):
            if kept.bit_count() == POOL:
                break
            if page.duplicates is not None and page.duplicates in groups:
                continue
            if not self.site.duplicate_of(page.layout) & kept:
                kept |= 1 << number
                if page.duplicates is not None:
                    groups.add(page.duplicates)
        return kept

    def members(self) -> Iterator[int]:
        """The numbers of the candidates that other pages are compared with."""
        return (number for number in range(len(self.candidates)) if self._kept >> number & 1)

    def set_scores(self, number: int, scores: NDArray[np.float32]) -> None:
        """Keep the first scores of a page, for the second look at the others."""
        self.site.set_scores(number, scores)
        self.scores[number] = scores

    def compare(
        self, page: Candidate, number: int | None = None, among: int | None = None
    ) -> Comparison | None:
        """A page beside the others; `number` is its own among the candidates.

        None if there is no other page. `among` are the pages to choose from, as bits.
        """
        allowed = self._kept if among is None else self._kept & among
        if number is not None:
            allowed &= ~(1 << number)
        for other, candidate in enumerate(self.candidates):
            known = page.duplicates is not None and page.duplicates == candidate.duplicates
            # A memory may hold an earlier version of the page.
            if known or (candidate.url == page.url and page.url):
                allowed &= ~(1 << other)
        near, same, similarity = self.site.comparable(page.layout, allowed)
        if not near:
            return None
        return Comparison(page.layout, self.site, near, same, similarity)

    def pages_with(self, comparison: Comparison, row: int) -> list[str]:
        """URLs of the compared pages that have the text of a segment."""
        bits = self.site.pages_with(comparison.layout, row) & comparison.near
        return [page.url for number, page in enumerate(self.candidates) if bits >> number & 1]
