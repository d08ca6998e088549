"""Held-out evaluation of lists: the weights are trained on pages of another group.

A page's group is its kind, its language, or one of eight random parts of the sites or pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import xxhash

from honbun.evaluation.feeds import evaluate, false_alarms
from lab.train.feeds import article_origins, learn, origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from honbun.evaluation.feeds import FindLists
    from honbun.evaluation.metrics import Comparison
    from honbun.evaluation.truth.lists import ListPage
    from honbun.feeds.model import Feed, Weights
    from honbun.page import Page
    from lab.train.feeds import Example, Origin

    Find = Callable[[Weights | None], FindLists]
    """How lists are found with some weights; None for those of the package."""

FOLDS = 8
"""Parts of the sites, or of the pages, each left out in turn."""

Sort = StrEnum("Sort", ["kind", "language", "site", "page"])


@dataclass(frozen=True)
class HeldOut:
    """Weights for the pages of every group, trained without them."""

    examples: Sequence[Example]
    sort: Sort
    find: Find
    on_step: Callable[[str], None] = lambda _: None
    _trained: dict[str, Weights] = field(default_factory=dict)

    def lists(self, pages: Sequence[ListPage]) -> list[Comparison]:
        """Compare the main list of every page with its truth."""
        origins = [origin(true.page, true.kind, true.language) for true in pages]
        found: dict[int, Comparison] = {}
        for part, places in self._parts(origins).items():
            find = self.find(self._weights(part))
            found |= zip(places, evaluate([pages[place] for place in places], find))
        return [found[place] for place in range(len(pages))]

    def alarms(self, pages: Sequence[Page], folder: Path) -> list[Feed]:
        """The lists found on articles of a folder of sites."""
        found: list[Feed] = []
        for part, places in self._parts(article_origins(folder, pages)).items():
            find = self.find(self._weights(part))
            found += false_alarms([pages[place] for place in places], find)
        return found

    def _weights(self, part: str) -> Weights:
        if part not in self._trained:
            others = [one for one in self.examples if self._part(one.origin) != part]
            self.on_step(f"training without {self.sort} {part}: {len(others)} examples")
            self._trained[part] = learn(others)
        return self._trained[part]

    def _part(self, of: Origin) -> str:
        if self.sort is Sort.kind:
            return of.kind
        if self.sort is Sort.language:
            return of.language
        name = of.site if self.sort is Sort.site else of.page
        return f"{xxhash.xxh32_intdigest(name.encode()) % FOLDS + 1} of {FOLDS}"

    def _parts(self, origins: Iterable[Origin]) -> dict[str, list[int]]:
        """The indices of pages by part."""
        found: dict[str, list[int]] = {}
        for place, of in enumerate(origins):
            found.setdefault(self._part(of), []).append(place)
        return dict(sorted(found.items()))
