"""Experiments on content: scores by collection size, by threshold, and with a site memory."""

from __future__ import annotations

import random
import tempfile
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from honbun.api import extract
from honbun.content.pipeline import contents
from honbun.errors import MissingExtra
from honbun.evaluation.content import compare, compare_collection, measures
from honbun.evaluation.metrics import means
from honbun.papers.content_000.pipeline import decisions, read_collection
from honbun.runner.run import Run
from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from honbun.annotation.sites import Site, SitePage
    from honbun.content.model import Content, ContentOptions
    from honbun.evaluation.content import Extract, Truths
    from honbun.evaluation.metrics import Comparison, Measures
    from honbun.page import Page

    OnStep = Callable[[str], None]

SIZES = (2, 3, 5, 10, 20, 50)
THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)
_ENOUGH = 40
"""Pages of each site that are measured at least for one collection size, if the site has them."""


def extractor(options: ContentOptions, jobs: int) -> Extract:
    """Extraction with some options, as evaluation calls it."""
    return partial(extract, options=options, run=Run(jobs))


def by_size(
    sites: Sequence[Site], find: Extract, truths: Truths, on_step: OnStep
) -> list[tuple[str, int, Measures]]:
    """For each size below that of the largest site, the pages measured and the mean over sites.

    Collections are drawn from each site's pages: as many as it takes to measure some forty pages.
    """
    largest = max(len(site.articles) for site in sites)
    points = []
    for size in (*[size for size in SIZES if size < largest], largest):
        name = "all" if size == largest else str(size)
        on_step(f"collections of {name} pages")
        compared = [
            [
                page
                for pages in draw(site, size)
                for page in compare_collection(site.name, pages, find, truths)
            ]
            for site in sites
        ]
        points.append((name, sum(map(len, compared)), means(map(measures, compared))))
    return points


def draw(site: Site, size: int) -> Iterator[list[SitePage]]:
    """Collections of a site's articles, the same in every run.

    They are windows on the pages in one random order that wraps around, so that no page is measured
    twice before each was measured once.
    """
    pages = random.Random(site.name).sample(site.articles, len(site.articles))
    if len(pages) <= size:
        yield pages
        return
    for begin in range(0, _ENOUGH, size):
        yield [pages[place % len(pages)] for place in range(begin, begin + size)]


def by_threshold(
    sites: Sequence[Site], options: ContentOptions, truths: Truths, jobs: int, on_step: OnStep
) -> list[tuple[str, int, Measures]]:
    """The papers' method at each threshold, all sites in one collection (figure 8 of paper 000)."""
    pages = [page for site in sites for page in site.pages]
    faithful = replace(options, faithful=True)
    points = []
    # No threshold changes what is measured of a page, so pages are read once.
    every = (page.page for page in pages)
    with read_collection(every, faithful, Run(jobs)) as (collection, vectors):
        for threshold in THRESHOLDS:
            on_step(f"threshold {threshold}")
            decided = decisions(collection, vectors, replace(faithful, threshold=threshold))
            found = {one.source: one for one in contents(collection, decided)}
            compared = _compared("mixed", pages, found, truths)
            points.append((f"{threshold:.2f}", len(compared), measures(compared)))
    return points


@dataclass(frozen=True, slots=True)
class MemoryResult:
    """The second half of one site, judged in three ways."""

    name: str
    whole: Measures
    memory: Measures
    pages: int
    same: float
    """Share of pages for which memory gives the same blocks as the whole collection."""
    seconds: tuple[float, float]
    """Time with the memory, and time for each page alone."""


def with_memory(
    sites: Sequence[Site], options: ContentOptions, truths: Truths, jobs: int, on_step: OnStep
) -> list[MemoryResult]:
    """Learn from half of every site's pages, and judge the other half one by one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        with SiteMemory(path) as memory:
            for site in sites:
                on_step(f"learning from half of {site.name}")
                first = [page.page for page in site.articles[0::2]]
                list(extract(first, options, memory=memory, run=Run(jobs)))
        with SiteMemory(path, read_only=True) as memory:
            return [_with_memory(site, options, truths, jobs, memory, on_step) for site in sites]


def _with_memory(
    site: Site,
    options: ContentOptions,
    truths: Truths,
    jobs: int,
    memory: SiteMemory,
    on_step: OnStep,
) -> MemoryResult:
    on_step(f"judging the other half of {site.name}")
    second = site.articles[1::2]
    everything = [page.page for page in site.articles]
    whole = {content.source: content for content in extract(everything, options, run=Run(jobs))}

    def seconds(run: Callable[[Page], Iterable[Content]]) -> tuple[float, dict[str, Content]]:
        begin = perf_counter()
        found = {one.source: one for page in second for one in run(page.page)}
        return perf_counter() - begin, found

    spent, recalled = seconds(
        lambda page: extract([page], options, memory=memory, update_memory=False)
    )
    alone, _ = seconds(lambda page: extract([page], options))
    same = sum(one.blocks == whole[source].blocks for source, one in recalled.items())
    return MemoryResult(
        name=site.name,
        whole=measures(_compared(site.name, second, whole, truths)),
        memory=measures(_compared(site.name, second, recalled, truths)),
        pages=len(second),
        same=same / max(1, len(recalled)),
        seconds=(spent, alone),
    )


def _compared(
    name: str, pages: Sequence[SitePage], found: Mapping[str, Content], truths: Truths
) -> list[Comparison]:
    sources = [page.page.source for page in pages]
    return [
        compare(name, page, found.get(source), truths[source])
        for page, source in zip(pages, sources)
        if page.kind == "article"
    ]


def draw_lines(label: str, points: Sequence[tuple[str, int, Measures]], path: Path) -> None:
    """Draw F by blocks, F by text and perfect pages against something that grows."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise MissingExtra("drawing a plot", "plot") from error
    mpl.rcParams["svg.hashsalt"] = "honbun"
    figure, axes = plt.subplots(figsize=(6.4, 4.0))
    for style, name in (("o-", "F"), ("^-", "text F"), ("s--", "perfect")):
        axes.plot(
            [one[0] for one in points], [one[2][name] or 0.0 for one in points], style, label=name
        )
    axes.set_xlabel(label)
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower left")
    figure.tight_layout()
    for ending, metadata in ((".png", None), (".svg", {"Date": None})):
        figure.savefig(path.with_suffix(ending), dpi=150, metadata=metadata)
    plt.close(figure)
