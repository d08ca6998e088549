"""Lists on pages that taught nothing: the weights are learnt from pages of another sort.

What a page's sort is, is for whoever measures to say: its kind, its language, its site, or chance.
Pages of no kind or language that is judged teach in any case.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import xxhash

from honbun.evaluation.feeds import alarms, measure
from honbun.training.lesson import article_origins, origin
from honbun.training.lists import learn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from honbun.errors import Failure
    from honbun.evaluation.feeds import Comparison
    from honbun.evaluation.lists import ListPage
    from honbun.feeds.model import Feed, FeedOptions, Weights
    from honbun.page import Page
    from honbun.training.lesson import Origin
    from honbun.training.lists import Example

FOLDS = 8
"""Parts of the sites, or of the pages, each left out in turn."""

Sort = StrEnum("Sort", ["kind", "language", "site", "page"])


@dataclass(frozen=True)
class HeldOut:
    """Weights for pages of every sort, learnt without them."""

    taught: Sequence[Example]
    sort: Sort
    on_step: Callable[[str], None] = lambda _: None
    _known: dict[str, Weights] = field(default_factory=dict)

    def weights(self, part: str) -> Weights:
        """What all but one part have taught."""
        if part not in self._known:
            others = [each for each in self.taught if self.part(each.origin) != part]
            self.on_step(f"learning without {self.sort} {part}: {len(others)} examples")
            self._known[part] = learn(others)
        return self._known[part]

    def part(self, of: Origin) -> str:
        """The part that a page is left out with."""
        if self.sort is Sort.kind:
            return of.kind
        if self.sort is Sort.language:
            return of.language
        name = of.site if self.sort is Sort.site else of.page
        return f"{xxhash.xxh32_intdigest(name.encode()) % FOLDS + 1} of {FOLDS}"

    def parts(self, origins: Iterable[Origin]) -> dict[str, list[int]]:
        """The places of pages by their parts."""
        found: dict[str, list[int]] = {}
        for place, of in enumerate(origins):
            found.setdefault(self.part(of), []).append(place)
        return dict(sorted(found.items()))


def measure_held_out(
    pages: Sequence[ListPage],
    held_out: HeldOut,
    options: FeedOptions,
    jobs: int = 1,
    *,
    on_failure: Callable[[Failure], None],
) -> list[Comparison]:
    """The main list of every page beside its truth, by weights that its sort has not taught."""
    origins = [origin(true.page, true.kind, true.language) for true in pages]
    found: dict[int, Comparison] = {}
    for part, places in held_out.parts(origins).items():
        judged = replace(options, weights=held_out.weights(part))
        some = [pages[place] for place in places]
        found |= zip(places, measure(some, judged, jobs, on_failure=on_failure))
    return [found[place] for place in range(len(pages))]


def alarms_held_out(
    pages: Sequence[Page],
    folder: Path,
    held_out: HeldOut,
    options: FeedOptions,
    jobs: int = 1,
    *,
    on_failure: Callable[[Failure], None],
) -> list[Feed]:
    """The lists found on articles of a folder's sites, by weights their sort has not taught."""
    found: list[Feed] = []
    for part, places in held_out.parts(article_origins(folder, pages)).items():
        judged = replace(options, weights=held_out.weights(part))
        some = [pages[place] for place in places]
        found += alarms(some, judged, jobs, on_failure=on_failure)
    return found
