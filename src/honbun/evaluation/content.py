"""The content room measured on site collections.

Each site is judged as a collection of its own, and once all sites together as one ("mixed").
Scores over blocks are added up over the pages, as the papers do; a page is perfect when every block
is right; the text score is the mean over pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.content.pipeline import extract
from honbun.evaluation.metrics import Score, mean, text_score
from honbun.evaluation.sites import Site, SitePage, Truth
from honbun.papers.content_000 import pipeline as paper
from honbun.runner.map import ordered_map
from honbun.runner.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.content.model import BlockDecision, Content, ContentOptions


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
class Comparison:
    """One page's score, and the blocks it is wrong about, by XPath."""

    score: ContentScore
    missed: list[str]
    kept: list[str]
    """Blocks that were taken for content and are none."""
    judged: dict[str, BlockDecision] = field(default_factory=dict)
    """What was decided about these blocks, by XPath; only with `ContentOptions.explain`."""


@dataclass(frozen=True, slots=True)
class ContentReport:
    """Scores per site, together, and with all sites in one collection."""

    sites: list[ContentScore]
    micro: ContentScore
    """All pages added up."""
    macro: dict[str, float]
    """The mean over sites."""
    mixed: ContentScore | None
    pages: list[Comparison]
    """Every scored page, as it was judged in its own site's collection."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Compares content with the truth of the article pages, which it knows by their source."""

    truths: dict[str, Truth]
    jobs: int

    @classmethod
    def of(cls, sites: Sequence[Site], jobs: int = 1) -> Judge:
        """One that knows the truth of these sites."""
        pages = [page for site in sites for page in site.articles]
        truths = ordered_map(SitePage.truth, pages, jobs)
        return cls({page.page.source: truth for page, truth in zip(pages, truths)}, jobs)

    def collection(self, pages: Sequence[SitePage], options: ContentOptions) -> list[Comparison]:
        """The article pages of one collection; the others only keep them company."""
        method = paper.extract if options.faithful else extract
        found = method((page.page for page in pages), options, Run(self.jobs))
        return self.compared(pages, found)

    def compared(self, pages: Sequence[SitePage], contents: Iterable[Content]) -> list[Comparison]:
        """The article pages of one collection beside what was found on its pages."""
        results = {
            content.source: compare(content.source, content, self.truths[content.source])
            for content in contents
            if content.source in self.truths
        }
        sources = [page.page.source for page in pages if page.kind == "article"]
        # A page that failed has no content, and is judged by that.
        return [
            results.get(source) or compare(source, None, self.truths[source]) for source in sources
        ]


def compare(source: str, content: Content | None, truth: Truth) -> Comparison:
    """One page beside its truth."""
    found = {block.xpath for block in content.blocks} if content else set()
    true = {xpath for xpath, is_content in truth.blocks.items() if is_content}
    text = text_score(content.text if content else "", truth.text)
    score = ContentScore(
        name=source,
        pages=1,
        perfect=int(found == true),
        blocks=Score(len(found), len(true), len(found & true)),
        text_precision=text.precision,
        text_recall=text.recall,
        text_f=text.f,
    )
    wrong = true ^ found
    decisions = content.explanation if content else ()
    judged = {one.xpath: one for one in decisions if one.xpath in wrong}
    return Comparison(score, sorted(true - found), sorted(found - true), judged)


def evaluate(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    *,
    mixed: bool = True,
    on_step: Callable[[str], None] = lambda _: None,
) -> ContentReport:
    """Measure the content of every site; what is worked at is told to `on_step`."""
    scores, pages = [], []
    for site in sites:
        on_step(site.name)
        results = judge.collection(site.pages, options)
        scores.append(total(site.name, results))
        pages += results
    together = None
    if mixed:
        on_step("all sites mixed")
        everything = [page for site in sites for page in site.pages]
        together = total("mixed", judge.collection(everything, options))
    return ContentReport(scores, total("micro average", pages), means(scores), together, pages)


def total(name: str, pages: Sequence[Comparison]) -> ContentScore:
    """The score of many pages: blocks added up, text on the average."""
    scores = [page.score for page in pages]
    return ContentScore(
        name=name,
        pages=len(scores),
        perfect=sum(score.perfect for score in scores),
        blocks=sum((score.blocks for score in scores), Score()),
        text_precision=mean(score.text_precision for score in scores),
        text_recall=mean(score.text_recall for score in scores),
        text_f=mean(score.text_f for score in scores),
    )


def means(scores: Sequence[ContentScore]) -> dict[str, float]:
    """Every measure on the average, one score counting as much as another."""
    return {
        "precision": mean(score.blocks.precision for score in scores),
        "recall": mean(score.blocks.recall for score in scores),
        "f": mean(score.blocks.f for score in scores),
        "perfect": mean(score.perfect_rate for score in scores),
        "text_precision": mean(score.text_precision for score in scores),
        "text_recall": mean(score.text_recall for score in scores),
        "text_f": mean(score.text_f for score in scores),
    }
