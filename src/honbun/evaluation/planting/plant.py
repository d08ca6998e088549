"""Plant: pages that were made so that a relation holds, and the pairs that it holds between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.evaluation.planting.extent import extent
from honbun.evaluation.similar_truth import TruePair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.similar.model import Extent, Relation


@dataclass(frozen=True, slots=True)
class PlantedPage:
    """A page that was made."""

    url: str
    html: str
    origins: frozenset[str]
    """The pages that its text and its frame are from."""


@dataclass(slots=True)
class Plant:
    """What one planting added to the collection."""

    relation: Relation
    extent: Extent
    """That pairs of this relation have by its definition."""
    pages: list[PlantedPage] = field(default_factory=list)
    pairs: list[TruePair] = field(default_factory=list)

    def add(self, url: str, html: str, origins: Iterable[str]) -> None:
        """Another page."""
        self.pages.append(PlantedPage(url, html, frozenset(origins)))

    def relate(
        self,
        a: tuple[str, Sequence[str]],
        b: tuple[str, Sequence[str]],
        *,
        reworded: bool = False,
    ) -> None:
        """A pair of pages given with their true texts, unless it is near a threshold.

        Of what was reworded the text before is given: its sentences are to be found again.
        """
        if extent(a[1], b[1]) is self.extent:
            self.pairs.append(TruePair(a[0], b[0], self.extent, self.relation, reworded))
