"""The items found on list pages beside the true ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.errors import log_failure
from honbun.evaluation.lists import title_digest
from honbun.evaluation.matching import Field, pairs
from honbun.evaluation.metrics import Score, mean
from honbun.feeds.pipeline import feed
from honbun.papers.feed_001.pipeline import feed as paper_feed
from honbun.runner.pages import Step, map_pages
from honbun.runner.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.errors import Failure
    from honbun.evaluation.lists import ListPage, TrueItem
    from honbun.feeds.model import Feed, FeedOptions, Item
    from honbun.page import Page

Both = tuple["Item", "TrueItem"]
"""An item that was found, and the true one that it is."""

_DAY = len("2000-01-01")
_STEP = "find lists"


@dataclass(frozen=True, slots=True)
class FeedScore:
    """How well the items of some pages were found."""

    pages: int = 0
    perfect: int = 0
    items: Score = field(default_factory=Score)
    title: Field = field(default_factory=Field)
    date: Field = field(default_factory=Field)

    def __add__(self, other: FeedScore) -> FeedScore:
        return FeedScore(
            self.pages + other.pages,
            self.perfect + other.perfect,
            self.items + other.items,
            self.title + other.title,
            self.date + other.date,
        )

    def measures(self) -> dict[str, float | None]:
        """Every measure by its name; None where there was nothing to measure."""
        return {
            "P": self.items.precision,
            "R": self.items.recall,
            "F": self.items.f,
            "perfect": self.perfect / self.pages if self.pages else None,
            "title": self.title.rate,
            "date": self.date.rate,
            "invented": self.date.invented_rate,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """One page beside its truth."""

    name: str
    kind: str
    language: str
    score: FeedScore
    missed: tuple[TrueItem, ...]
    extra: tuple[Item, ...]
    mistitled: tuple[Both, ...]
    misdated: tuple[Both, ...]
    """Those with another day than the true one, or with one where there is none."""
    url: str | None = None

    @property
    def has_list(self) -> bool:
        """Whether there was something to find."""
        return self.score.items.true > 0

    def row(self) -> dict[str, str | int | float | None]:
        """What is counted and measured, by name."""
        items, title, date = self.score.items, self.score.title, self.score.date
        return {
            "page": self.name,
            "kind": self.kind,
            "language": self.language,
            "true": items.true,
            "found": items.found,
            "right": items.right,
            "titles_right": title.right,
            "dates_true": date.matched,
            "dates_right": date.right,
            "dates_none": date.bare,
            "dates_invented": date.invented,
            **self.score.measures(),
        }


def measure(
    pages: Sequence[ListPage],
    options: FeedOptions,
    jobs: int = 1,
    *,
    on_failure: Callable[[Failure], None] = log_failure,
) -> list[Comparison]:
    """The main list of every page beside its truth; a page that fails has found nothing."""
    run = Run(jobs, on_failure=on_failure)
    step = Step(_method(options), options, _STEP)
    feeds = map_pages(step, (true.page for true in pages), run)
    found = {lists.source: lists.items for lists in feeds}
    return [compare(found.get(true.page.source, ()), true) for true in pages]


def _method(options: FeedOptions) -> Callable[[Page, FeedOptions], Feed]:
    return paper_feed if options.faithful else feed


def alarms(
    pages: Iterable[Page],
    options: FeedOptions,
    jobs: int = 1,
    *,
    on_failure: Callable[[Failure], None] = log_failure,
) -> list[Feed]:
    """The lists found on pages that have none."""
    step = Step(_method(options), options, _STEP)
    found = map_pages(step, pages, Run(jobs, on_failure=on_failure))
    return [lists for lists in found if lists.items]


def total(pages: Iterable[Comparison]) -> FeedScore:
    """The items of some pages added up."""
    return sum((page.score for page in pages), FeedScore())


def means(pages: Iterable[Comparison]) -> dict[str, float | None]:
    """Every measure on the average, one page counting as much as another that has it."""
    measured = [page.score.measures() for page in pages]
    columns = {name: [one[name] for one in measured] for name in FeedScore().measures()}
    known = {name: [v for v in values if v is not None] for name, values in columns.items()}
    return {name: mean(values) if values else None for name, values in known.items()}


def compare(found: Sequence[Item], truth: ListPage) -> Comparison:
    """The items found on a page beside the true ones."""
    places = pairs(found, truth)
    both = [(found[i], truth.items[j]) for i, j in places]
    items = Score(len(found), len(truth.items), len(both))
    right, seen = {i for i, _ in places}, {j for _, j in places}
    mistitled = tuple(pair for pair in both if not _same_title(*pair))
    misdated = tuple(pair for pair in both if _day(pair[0]) != pair[1].published)
    dated = [true for _, true in both if true.published]
    invented = sum(not true.published for _, true in misdated)
    return Comparison(
        name=truth.name,
        kind=truth.kind,
        language=truth.language,
        score=FeedScore(
            pages=1,
            perfect=int(items.f == 1),
            items=items,
            title=Field(len(truth.items), len(both), len(both) - len(mistitled)),
            date=Field(
                true=sum(bool(true.published) for true in truth.items),
                matched=len(dated),
                right=len(dated) - (len(misdated) - invented),
                bare=len(both) - len(dated),
                invented=invented,
            ),
        ),
        missed=tuple(true for j, true in enumerate(truth.items) if j not in seen),
        extra=tuple(item for i, item in enumerate(found) if i not in right),
        mistitled=mistitled,
        misdated=misdated,
        url=truth.page.url,
    )


def _same_title(item: Item, true: TrueItem) -> bool:
    return title_digest(item.title) == true.digest


def _day(item: Item) -> str | None:
    """The day that is told; a month or a year tells none."""
    day = (item.published or "")[:_DAY]
    return day if len(day) == _DAY else None
