"""Memory measured: learn from half of a site's pages, judge the other half one by one.

Beside it, the same pages judged with all pages of their site in one collection, and each quite
alone: what memory costs in quality, and in time.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from honbun.content.pipeline import extract
from honbun.evaluation.content import compare, total
from honbun.runner.run import DEFAULT_RUN, Run
from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.model import Content, ContentOptions
    from honbun.evaluation.content import ContentScore, Judge
    from honbun.evaluation.sites import Site
    from honbun.page import Page


@dataclass(frozen=True, slots=True)
class Recalled:
    """One site's second half, judged in three ways."""

    whole: ContentScore
    memory: ContentScore
    alike: float
    """Share of the pages for which memory gives the very blocks that the whole collection does."""
    seconds: float
    """What judging by memory took ..."""
    alone: float
    """... and judging each page alone."""


def recall(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[Recalled]:
    """Every site's second half judged by a memory that has learnt from all first halves."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        with SiteMemory(path) as memory:
            for site in sites:
                on_step(f"learning from half of {site.name}")
                first = [page.page for page in site.articles[0::2]]
                list(extract(first, options, Run(judge.jobs), memory=memory))
        with SiteMemory(path, read_only=True) as memory:
            return [_recall(site, options, judge, memory, on_step) for site in sites]


def _recall(
    site: Site,
    options: ContentOptions,
    judge: Judge,
    memory: SiteMemory,
    on_step: Callable[[str], None],
) -> Recalled:
    on_step(f"judging the other half of {site.name}")
    second = [page.page for page in site.articles[1::2]]
    everything = [page.page for page in site.articles]
    whole = {c.source: c for c in extract(everything, options, Run(judge.jobs))}

    def by_memory(page: Page) -> list[Content]:
        return list(extract([page], options, DEFAULT_RUN, memory=memory, update_memory=False))

    begin = perf_counter()
    recalled = [content for page in second for content in by_memory(page)]
    middle = perf_counter()
    for page in second:
        list(extract([page], options, DEFAULT_RUN))
    end = perf_counter()
    alike = sum(content.blocks == whole[content.source].blocks for content in recalled)
    return Recalled(
        whole=_total(site.name, [whole[content.source] for content in recalled], judge),
        memory=_total(site.name, recalled, judge),
        alike=alike / max(1, len(recalled)),
        seconds=middle - begin,
        alone=end - middle,
    )


def _total(name: str, contents: Sequence[Content], judge: Judge) -> ContentScore:
    return total(name, [compare(c.source, c, judge.truths[c.source]) for c in contents])
