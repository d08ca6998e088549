"""Sheet: one page, and what each of those who have finished it says of its blocks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from honbun.annotation.match import carry
from honbun.annotation.model import TRUTH, State
from honbun.evaluation.metrics import Score

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from honbun.annotation.blocks import BlockColumns
    from honbun.annotation.model import Kind, Standing

FINISHED = frozenset({State.DONE, State.UNSURE})
"""Who is unsure has labelled the page, and what they doubt is what there is to talk about."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is said of one page."""

    digest: str
    shown: tuple[int, ...]
    """The blocks that can be labelled."""
    said: Mapping[str, Mapping[int, Kind]]
    """By annotator, and `TRUTH` for the adjudicator, the kinds of the blocks that are content."""

    @property
    def annotators(self) -> list[str]:
        """Those who have finished the page, without the adjudicator."""
        return [name for name in self.said if name != TRUTH]


def sheet(digest: str, blocks: BlockColumns, standings: Mapping[str, Standing]) -> Sheet:
    """The sheet of a page with these blocks, of the standings of all annotators by their names."""
    places = blocks.places()
    said = {
        name: {label.place.number: label.kind for label in carry(standing.labels, places).labels}
        for name, standing in standings.items()
        if standing.state in FINISHED
    }
    return Sheet(digest, tuple(place.number for place in places), said)


# How well annotators agree: each with the adjudicated truth, and with each other.
#
# As in table 2 of paper 002: precision, recall and F of content blocks, added up over the pages
# that both have finished (done or unsure), and the share of pages with every block right. Added is
# Cohen's kappa, which counts only the agreement that chance does not explain: over all blocks that
# show something, first for content or not, then for their kinds, `none` being one of them.

Class = TypeVar("Class", bound="Hashable")

NONE = "none"
"""What is said of a block that is no content."""
TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Agreement:
    """One annotator's labels beside another's, or beside the truth."""

    annotator: str
    against: str
    pages: int = 0
    perfect: int = 0
    """Pages of which both say that the same blocks are content."""
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many blocks are of which kind, by the annotator and by whom they are compared with."""

    @property
    def blocks(self) -> int:
        """The blocks that both have judged."""
        return self.kinds.total()

    @property
    def score(self) -> Score:
        """Content blocks, as if what is compared with were true."""
        found = sum(count for (one, _), count in self.kinds.items() if one != NONE)
        true = sum(count for (_, other), count in self.kinds.items() if other != NONE)
        right = sum(count for pair, count in self.kinds.items() if NONE not in pair)
        return Score(found, true, right)

    @property
    def perfect_rate(self) -> float:
        return self.perfect / self.pages if self.pages else 0.0

    @property
    def kappa(self) -> float:
        """Cohen's kappa over content and not."""
        content: Counter[tuple[bool, bool]] = Counter()
        for (one, other), count in self.kinds.items():
            content[one != NONE, other != NONE] += count
        return kappa(content)

    @property
    def kappa_kinds(self) -> float:
        """Cohen's kappa over kinds."""
        return kappa(self.kinds)


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """The agreement of all who labelled a collection."""

    annotators: list[Agreement]
    """Each annotator against the truth; nobody where there is none."""
    total: Agreement
    """All of them added up."""
    pairs: list[Agreement]
    """Each annotator against each other with whom they have a page in common."""


def agreement(sheets: Sequence[Sheet]) -> AgreementReport:
    """The agreement over some pages; who has no page in common with another is left out."""
    names = list(dict.fromkeys(name for sheet in sheets for name in sheet.annotators))
    annotators = _with_pages(compare(sheets, name, TRUTH) for name in names)
    pairs = _with_pages(compare(sheets, one, other) for one, other in combinations(names, 2))
    return AgreementReport(annotators, added(annotators), pairs)


def compare(sheets: Iterable[Sheet], annotator: str, against: str) -> Agreement:
    """Two annotators over the pages that both have finished."""
    pages = perfect = 0
    kinds: Counter[tuple[str, str]] = Counter()
    for each in sheets:
        if annotator in each.said and against in each.said:
            one, other = each.said[annotator], each.said[against]
            pages += 1
            perfect += one.keys() == other.keys()
            kinds.update((one.get(block, NONE), other.get(block, NONE)) for block in each.shown)
    return Agreement(annotator, against, pages, perfect, kinds)


def added(agreements: Iterable[Agreement]) -> Agreement:
    """All pages and blocks together: a page that several have labelled counts for each."""
    total = Agreement(TOTAL, TRUTH)
    for one in agreements:
        total = Agreement(
            TOTAL,
            TRUTH,
            total.pages + one.pages,
            total.perfect + one.perfect,
            total.kinds + one.kinds,
        )
    return total


def kappa(pairs: Mapping[tuple[Class, Class], int]) -> float:
    """Cohen's kappa of two raters, from how often they gave which two classes.

    Where chance explains everything, as when both give the same one class to all, there is nothing
    to divide by: they agree, and it is 1.

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
    alike = size * sum(count for (one, other), count in pairs.items() if one == other)
    chance = sum(count * others[name] for name, count in ones.items())
    # Whole numbers all the way: rounding must not make more than 1 of it.
    return (alike - chance) / (size * size - chance) if size * size != chance else 1.0


def _with_pages(agreements: Iterable[Agreement]) -> list[Agreement]:
    return [one for one in agreements if one.pages]
