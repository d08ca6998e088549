"""Pages of which it is known which ones share text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.generate import copies, pages
from honbun.evaluation import unlisted
from honbun.evaluation.similar_truth import TrueCollection, TruePair, read_similar
from honbun.similar.model import Extent, Relation

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Pairs = set[frozenset[str]]
    """By the URLs of the pages."""


@dataclass(frozen=True, slots=True)
class Known:
    """Pages and the pairs among them that are known."""

    name: str
    collection: TrueCollection
    is_false: Callable[[str, str], bool]
    """Whether a pair that is not listed is likely false."""

    def groups(self) -> dict[str, list[TruePair]]:
        """The known pairs by their extent; reworded ones apart."""
        pairs = self.collection.pairs
        groups = {
            extent.value: [one for one in pairs if one.extent is extent and not one.reworded]
            for extent in Extent
        }
        groups["reworded"] = [one for one in pairs if one.reworded]
        return {name: group for name, group in groups.items() if group}

    def false(self, pairs: Pairs) -> int:
        """How many of the pairs are likely false."""
        listed = {frozenset((one.a, one.b)) for one in self.collection.pairs}
        return sum(self.is_false(*pair) for pair in pairs - listed)


def planted(folder: Path) -> Known:
    """The pages of a folder with their truth, as `honbun eval similar` takes it."""
    collection = read_similar(folder)
    plants = unlisted.planted(collection)
    return Known("similar", collection, lambda a, b: _elsewhere(a, b) and not plants & {a, b})


def generated(count: int) -> Known:
    """Generated pages, some of which are another's article once more, a paragraph of it changed."""
    pairs = [TruePair(old, new, Extent.IDENTICAL, Relation.COPY) for new, old in copies(count)]
    # Pages of one site name each other's articles; those of two have nothing in common.
    return Known("generated", TrueCollection(tuple(pages(count)), tuple(pairs)), _elsewhere)


def _elsewhere(a: str, b: str) -> bool:
    """Whether two pages are of two sites."""
    return unlisted.site(a) != unlisted.site(b)
