"""Content measured on site collections, and the text of pages judged alone.

Block scores are added up over pages, as in papers 000 and 002. A page is perfect if every block is
right. Text scores are means over pages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.annotation.sites import SitePage
from honbun.content.explain import Reason
from honbun.content.pipeline import extract_page
from honbun.errors import UnreadablePage
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
    word_score,
)
from honbun.evaluation.truth.texts import TYPES
from honbun.runner.map import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.annotation.sites import Site, Truth
    from honbun.content.alone.model import Model
    from honbun.content.model import Content, ContentOptions
    from honbun.evaluation.metrics import Measures
    from honbun.evaluation.truth.texts import TextPage
    from honbun.page import Page

    Extract = Callable[[Iterable[Page]], Iterable[Content]]
    """What is measured: returns the content of the pages of one collection."""
    ExtractPage = Callable[[Page], Content | None]
    """What is measured on pages alone; None for a page that cannot be read."""
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


@dataclass(frozen=True, slots=True)
class ExtractAlone:
    """Extracts one page alone; an object, so that worker processes can receive it."""

    options: ContentOptions
    model: Model | None

    def __call__(self, page: Page) -> Content | None:
        """The content of a page; None if it cannot be read."""
        try:
            return extract_page(page, self.options, self.model)
        except UnreadablePage:
            return None


def compare_typed(typed: TextPage, extract: ExtractPage) -> Comparison:
    """Compare the text of one page of WCXB.

    True texts lack the title on five pages in six, so the title that a rule adds to the blocks
    chosen by the model is not counted. `extract` must explain its decisions.
    """
    content = extract(typed.page)
    chosen = (
        [block.text for block in content.explanation if block.why is Reason.LIKELY]
        if content
        else []
    )
    return _compare_text(typed.type, typed.page, word_score("\n".join(chosen), typed.text))


def compare_article(site: str, page: SitePage, extract: ExtractPage) -> Comparison:
    """Compare the text of one article page of a site."""
    content = extract(page.page)
    found = "\n".join(block.text for block in content.blocks) if content else ""
    return _compare_text(site, page.page, text_score(found, page.truth().text))


def _compare_text(group: str, page: Page, score: Score) -> Comparison:
    wrong = () if score.f == 1 else ({"error": "text", "P": score.precision, "R": score.recall},)
    scores = {"pages": page_score(perfect=score.f == 1), "text": score}
    return Comparison(page.source, group, scores, wrong, {"url": page.url})


def typed_rows(compared: Sequence[Comparison]) -> list[list[object]]:
    """The table of WCXB: every type, then all; the last column leaves out pages without text."""
    types = grouped(compared)
    known = [name for name in (*TYPES, *sorted(set(types) - set(TYPES))) if name in types]
    groups = [*((name, types[name]) for name in known), ("all", list(compared))]
    return [
        [
            name,
            len(group),
            *text_measures(group).values(),
            mean(one.scores["text"].f for one in group if one.scores["text"].true),
        ]
        for name, group in groups
    ]


def article_rows(compared: Sequence[Comparison]) -> list[list[object]]:
    """The table of sites whose pages are judged alone: every site, then their mean."""
    sites = {name: text_measures(group) for name, group in grouped(compared).items()}
    sizes = {name: len(group) for name, group in grouped(compared).items()}
    table: list[list[object]] = [[name, sizes[name], *sites[name].values()] for name in sites]
    return [*table, ["mean of sites", len(compared), *means(sites.values()).values()]]
