"""The papers' method at many thresholds (figure 8 of paper 000)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.content.pipeline import contents
from honbun.evaluation.content import total
from honbun.papers.content_000.pipeline import decisions, read_collection
from honbun.runner.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.model import ContentOptions
    from honbun.evaluation.content import ContentScore, Judge
    from honbun.evaluation.sites import Site


def sweep(
    sites: Sequence[Site],
    options: ContentOptions,
    thresholds: Sequence[float],
    judge: Judge,
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[tuple[float, ContentScore]]:
    """The score of faithful mode at each threshold, with all sites in one collection."""
    pages = [page for site in sites for page in site.pages]
    faithful = replace(options, faithful=True)
    points = []
    # No threshold changes what is measured of a page: all of them share one reading.
    every = (page.page for page in pages)
    with read_collection(every, faithful, Run(judge.jobs)) as (collection, vectors):
        for threshold in thresholds:
            on_step(f"threshold {threshold}")
            found = decisions(collection, vectors, replace(faithful, threshold=threshold))
            compared = judge.compared(pages, contents(collection, found))
            points.append((threshold, total("mixed", compared)))
    return points
