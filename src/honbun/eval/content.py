"""The content room measured on site collections.

Each site is judged as a collection of its own, and once all sites together as one ("mixed").
Scores over blocks are added up over the pages, as the papers do; a page is perfect when every block
is right; the text score is the mean over pages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.content.extract import gather
from honbun.eval.metrics import Score, text_score
from honbun.eval.sites import Site, SitePage, Truth
from honbun.parallel import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from honbun.content.extract import Gathered
    from honbun.content.model import Content, ContentOptions


@dataclass(frozen=True, slots=True)
class ContentScore:
    """How well the content of some pages was found."""

    name: str
    pages: int
    perfect: int
    blocks: Score
    text_precision: float
    text_recall: float
    text_f: float

    @property
    def perfect_rate(self) -> float:
        return self.perfect / self.pages if self.pages else 0.0


@dataclass(frozen=True, slots=True)
class ContentReport:
    """Scores per site, together, and with all sites in one collection."""

    sites: list[ContentScore]
    micro: ContentScore
    """All pages added up."""
    macro: dict[str, float]
    """The mean over sites."""
    mixed: ContentScore | None


def evaluate(
    sites: Sequence[Site],
    options: ContentOptions,
    *,
    jobs: int = 1,
    mixed: bool = True,
    on_step: Callable[[str], None] = lambda _: None,
) -> ContentReport:
    """Measure the content of every site; what is worked at is told to `on_step`."""
    on_step("truth")
    truths = truths_of(sites, jobs)
    scores = []
    for site in sites:
        on_step(site.name)
        scores.append(_judged(site.name, site.pages, truths, options, jobs))
    together = None
    if mixed:
        on_step("all sites mixed")
        everything = [page for site in sites for page in site.pages]
        together = _judged("mixed", everything, truths, options, jobs)
    return ContentReport(scores, _sum("micro average", scores), _macro(scores), together)


def sweep(
    sites: Sequence[Site],
    options: ContentOptions,
    thresholds: Sequence[float],
    *,
    jobs: int = 1,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[tuple[float, ContentScore]]:
    """The score at each threshold with all sites in one collection (figure 8 of paper 000)."""
    truths = truths_of(sites, jobs)
    pages = [page for site in sites for page in site.pages]
    points = []
    with gather((page.page for page in pages), options, jobs=jobs) as gathered:
        for threshold in thresholds:
            on_step(f"threshold {threshold}")
            score = _scored("mixed", gathered, truths, replace(options, threshold=threshold))
            points.append((threshold, score))
    return points


def truths_of(sites: Sequence[Site], jobs: int) -> dict[str, Truth]:
    """The true content of every article page, by the page's source."""
    pages = [page for site in sites for page in site.pages if page.kind == "article"]
    truths = ordered_map(SitePage.truth, pages, jobs)
    return {page.page.source: truth for page, truth in zip(pages, truths)}


def _judged(
    name: str,
    pages: Sequence[SitePage],
    truths: dict[str, Truth],
    options: ContentOptions,
    jobs: int,
) -> ContentScore:
    with gather((page.page for page in pages), options, jobs=jobs) as gathered:
        return _scored(name, gathered, truths, options)


def _scored(
    name: str, gathered: Gathered, truths: dict[str, Truth], options: ContentOptions
) -> ContentScore:
    return _sum(
        name,
        [
            page_score(content, truths[content.source])
            for content in gathered.contents(options)
            if content.source in truths  # list pages only keep the others company
        ],
    )


def page_score(content: Content, truth: Truth) -> ContentScore:
    """The score of one page."""
    found = {block.xpath for block in content.blocks}
    true = {xpath for xpath, is_content in truth.blocks.items() if is_content}
    text = text_score(content.text, truth.text)
    return ContentScore(
        name=content.source,
        pages=1,
        perfect=int(found == true),
        blocks=Score(len(found), len(true), len(found & true)),
        text_precision=text.precision,
        text_recall=text.recall,
        text_f=text.f,
    )


def _sum(name: str, scores: Sequence[ContentScore]) -> ContentScore:
    pages = sum(score.pages for score in scores)

    def mean(values: Iterator[float]) -> float:
        return sum(values) / pages if pages else 0.0

    return ContentScore(
        name=name,
        pages=pages,
        perfect=sum(score.perfect for score in scores),
        blocks=sum((score.blocks for score in scores), Score()),
        text_precision=mean(score.text_precision * score.pages for score in scores),
        text_recall=mean(score.text_recall * score.pages for score in scores),
        text_f=mean(score.text_f * score.pages for score in scores),
    )


def _macro(scores: Sequence[ContentScore]) -> dict[str, float]:
    def mean(values: Iterator[float]) -> float:
        return sum(values) / len(scores) if scores else 0.0

    return {
        "precision": mean(score.blocks.precision for score in scores),
        "recall": mean(score.blocks.recall for score in scores),
        "f": mean(score.blocks.f for score in scores),
        "perfect": mean(score.perfect_rate for score in scores),
        "text_precision": mean(score.text_precision for score in scores),
        "text_recall": mean(score.text_recall for score in scores),
        "text_f": mean(score.text_f for score in scores),
    }
