"""Content measured on sites whose content is known block by block.

Block scores are added up over pages, as in papers 000 and 002. A page is perfect if every block is
right. Text scores are means over pages.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from honbun.annotation.sites import SitePage
from honbun.evaluation.curve import CurvePage
from honbun.evaluation.errors import content_errors
from honbun.evaluation.metrics import (
    Comparison,
    Score,
    grouped,
    mean,
    means,
    page_score,
    text_score,
    total,
)
from honbun.runner.map import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.annotation.sites import Site, Truth
    from honbun.content.model import Content
    from honbun.evaluation.judge import Extract
    from honbun.evaluation.metrics import Measures

    Truths = dict[str, Truth]
    """The truth of article pages by their source."""


def read_truths(sites: Iterable[Site], jobs: int = 1) -> Truths:
    """The truth of every article page of some sites."""
    pages = [page for site in sites for page in site.articles]
    truths = ordered_map(SitePage.truth, pages, jobs)
    return {page.page.source: truth for page, truth in zip(pages, truths)}


def evaluate(
    sites: Sequence[Site],
    extract: Extract,
    truths: Truths,
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[Comparison]:
    """Compare the article pages of every site, each site extracted as one collection."""
    compared = []
    for site in sites:
        on_step(site.name)
        compared += compare_collection(site.name, site.pages, extract, truths)
    return compared


def compare_collection(
    name: str, pages: Sequence[SitePage], extract: Extract, truths: Truths
) -> list[Comparison]:
    """Compare the article pages of one collection; other pages only serve as evidence."""
    found = {content.source: content for content in extract(page.page for page in pages)}
    # A page that failed has no content, and is measured as empty.
    return [
        compare(name, page, found.get(page.page.source), truths[page.page.source])
        for page in pages
        if page.kind == "article"
    ]


def compare(group: str, page: SitePage, content: Content | None, truth: Truth) -> Comparison:
    """Compare the content of one page with its truth."""
    found = {block.xpath for block in content.blocks} if content else set()
    true = {xpath for xpath, is_content in truth.blocks.items() if is_content}
    wrong = [("missed", xpath) for xpath in sorted(true - found)]
    wrong += [("kept", xpath) for xpath in sorted(found - true)]
    return Comparison(
        name=page.page.source,
        group=group,
        scores={
            "pages": page_score(perfect=found == true),
            "blocks": Score(len(found), len(true), len(found & true)),
            "text": text_score(content.text if content else "", truth.text),
        },
        errors=tuple({"error": error, "xpath": xpath} for error, xpath in wrong),
    )


def describe_errors(
    compared: Sequence[Comparison], sites: Iterable[Site], truths: Truths, jobs: int = 1
) -> list[Comparison]:
    """The comparisons with the text of every wrong block, and where it is on its page."""
    pages = {page.page.source: page for site in sites for page in site.articles}
    work = [(pages[one.name], truths[one.name], one.errors) for one in compared]
    described = ordered_map(content_errors, work, jobs)
    return [replace(one, errors=errors) for one, errors in zip(compared, described)]


def measures(compared: Sequence[Comparison]) -> Measures:
    """The measures of some pages: blocks added up, text as a mean over pages."""
    sums = total(compared)
    blocks = sums.get("blocks", Score())
    return {
        "P": blocks.precision,
        "R": blocks.recall,
        "F": blocks.f,
        "perfect": sums.get("pages", Score()).of_found or 0.0,
        **text_measures(compared),
    }


def text_measures(compared: Iterable[Comparison]) -> Measures:
    """The means over pages of precision, recall and F of their text."""
    texts = [one.scores["text"] for one in compared]
    return {
        "text P": mean(score.precision for score in texts),
        "text R": mean(score.recall for score in texts),
        "text F": mean(score.f for score in texts),
    }


def rows(compared: Sequence[Comparison], mixed: Sequence[Comparison] = ()) -> list[list[object]]:
    """The table: every site, all pages added up, the mean over sites, all sites mixed."""
    sites = {name: measures(group) for name, group in grouped(compared).items()}
    sizes = {name: len(group) for name, group in grouped(compared).items()}
    table: list[list[object]] = [[name, sizes[name], *sites[name].values()] for name in sites]
    table.append(["micro average", len(compared), *measures(compared).values()])
    table.append(["mean over sites", len(compared), *means(sites.values()).values()])
    if mixed:
        table.append(["all sites mixed", len(mixed), *measures(mixed).values()])
    return table


def curve_pages(sites: Iterable[Site], truths: Truths) -> list[CurvePage]:
    """The article pages of all sites, scored by their text."""
    return [
        CurvePage(page.page, site.name, "sites", partial(_text_f, truths[page.page.source]))
        for site in sites
        for page in site.articles
    ]


def _text_f(truth: Truth, content: Content | None) -> float:
    return text_score(content.text if content else "", truth.text).f
