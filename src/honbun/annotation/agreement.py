"""How well annotators agree: with the adjudicated truth, and with each other.

As in table 2 of paper 002: precision, recall and F of content blocks, added up over the pages that
both have finished (done or unsure), and the share of pages with every block right. In addition
Cohen's kappa, which counts only agreement beyond chance: over all blocks that show something, first
for content or not, then for their kinds, including `none`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from honbun.annotation.match import match_labels
from honbun.annotation.model import FINISHED, TRUTH

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from honbun.annotation.blocks import PageBlocks
    from honbun.annotation.model import Kind, PageLabels

Class = TypeVar("Class", bound="Hashable")

NONE = "none"
"""The class of a block that is not content."""
TOTAL = "total"


@dataclass(frozen=True, slots=True)
class AnnotatedPage:
    """One page, and how everyone who has finished it labels its blocks."""

    digest: str
    shown: tuple[int, ...]
    """The blocks that can be labelled."""
    kinds: Mapping[str, Mapping[int, Kind]]
    """By annotator, and `TRUTH` for the adjudicator, the kinds of the blocks that are content."""

    @property
    def annotators(self) -> list[str]:
        """Those who have finished the page, without the adjudicator."""
        return [name for name in self.kinds if name != TRUTH]


def annotated_page(
    digest: str, blocks: PageBlocks, labels: Mapping[str, PageLabels]
) -> AnnotatedPage:
    """A page with these blocks and these labels by annotator."""
    labellable = blocks.labellable()
    kinds = {
        name: {
            label.block.number: label.kind for label in match_labels(page.labels, labellable).labels
        }
        for name, page in labels.items()
        if page.state in FINISHED
    }
    return AnnotatedPage(digest, tuple(block.number for block in labellable), kinds)


@dataclass(frozen=True, slots=True)
class Agreement:
    """One annotator's labels compared with another's, or with the truth."""

    annotator: str
    against: str
    pages: int = 0
    perfect: int = 0
    """Pages on which both take the same blocks for content."""
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many blocks have which kind, by the annotator and by the other side."""

    def used_kinds(self) -> set[str]:
        """The kinds that either side gives, and `NONE`."""
        return {kind for pair in self.kinds for kind in pair}

    @property
    def blocks(self) -> int:
        """The blocks that both have judged."""
        return self.kinds.total()

    @property
    def precision(self) -> float:
        """The share of the annotator's content blocks that are content to the other side."""
        found, true, right = self._content()
        return right / found if found else float(not true)

    @property
    def recall(self) -> float:
        """The share of the other side's content blocks that are content to the annotator."""
        found, true, right = self._content()
        return right / true if true else float(not found)

    @property
    def f(self) -> float:
        """The harmonic mean of precision and recall."""
        found, true, right = self._content()
        return 2 * right / (found + true) if found + true else 1.0

    def _content(self) -> tuple[int, int, int]:
        """Content blocks by the annotator, by the other side, and by both."""
        found = sum(count for (one, _), count in self.kinds.items() if one != NONE)
        true = sum(count for (_, other), count in self.kinds.items() if other != NONE)
        right = sum(count for pair, count in self.kinds.items() if NONE not in pair)
        return found, true, right

    @property
    def perfect_rate(self) -> float:
        return self.perfect / self.pages if self.pages else 0.0

    @property
    def kappa(self) -> float:
        """Cohen's kappa for content or not."""
        content: Counter[tuple[bool, bool]] = Counter()
        for (one, other), count in self.kinds.items():
            content[one != NONE, other != NONE] += count
        return kappa(content)

    @property
    def kappa_kinds(self) -> float:
        """Cohen's kappa for kinds."""
        return kappa(self.kinds)


@dataclass(frozen=True, slots=True)
class Agreements:
    """The agreement of all who labelled a collection."""

    annotators: list[Agreement]
    """Each annotator against the truth; empty if there is none."""
    total: Agreement
    """All of them added up."""
    pairs: list[Agreement]
    """Each two annotators who have a page in common."""


def agreement(pages: Sequence[AnnotatedPage]) -> Agreements:
    """The agreement over some pages; pairs without a common page are left out."""
    names = list(dict.fromkeys(name for page in pages for name in page.annotators))
    annotators = _with_pages(compare(pages, name, TRUTH) for name in names)
    pairs = _with_pages(compare(pages, one, other) for one, other in combinations(names, 2))
    return Agreements(annotators, added(annotators), pairs)


def compare(pages: Iterable[AnnotatedPage], annotator: str, against: str) -> Agreement:
    """Two annotators over the pages that both have finished."""
    count = perfect = 0
    kinds: Counter[tuple[str, str]] = Counter()
    for page in pages:
        if annotator in page.kinds and against in page.kinds:
            one, other = page.kinds[annotator], page.kinds[against]
            count += 1
            perfect += one.keys() == other.keys()
            kinds.update((one.get(block, NONE), other.get(block, NONE)) for block in page.shown)
    return Agreement(annotator, against, count, perfect, kinds)


def added(agreements: Iterable[Agreement]) -> Agreement:
    """All pages and blocks together: a page that several have labelled counts for each."""
    total = Agreement(TOTAL, TRUTH)
    for one in agreements:
        pages, perfect = total.pages + one.pages, total.perfect + one.perfect
        total = Agreement(TOTAL, TRUTH, pages, perfect, total.kinds + one.kinds)
    return total


def kappa(pairs: Mapping[tuple[Class, Class], int]) -> float:
    """Cohen's kappa of two raters, from how often they gave which two classes.

    If chance explains everything, for example if both give one class to all, it is 1.

    >>> kappa({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15})
    0.4
    >>> kappa({("yes", "yes"): 3})
    1.0
    """
    ones: Counter[Class] = Counter()
    others: Counter[Class] = Counter()
    for (one, other), count in pairs.items():
        ones[one] += count
        others[other] += count
    size = ones.total()
    same = size * sum(count for (one, other), count in pairs.items() if one == other)
    chance = sum(count * others[name] for name, count in ones.items())
    # Integers up to here, so that rounding cannot give more than 1.
    return (same - chance) / (size * size - chance) if size * size != chance else 1.0


def _with_pages(agreements: Iterable[Agreement]) -> list[Agreement]:
    return [one for one in agreements if one.pages]
