"""How many pages of a site it takes: scores against the size of the collection.

From each site, collections of some pages are drawn and judged one by one. Few pages make a noisy
score, so there are as many collections as it takes to judge some forty pages of every site. They
are windows on the site's pages in one shuffled order, going round where it ends: no page is judged
a second time before each was judged once.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.evaluation.content import means, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from honbun.content.model import ContentOptions
    from honbun.evaluation.content import ContentScore, Judge
    from honbun.evaluation.sites import Site, SitePage

SIZES = (2, 3, 5, 10, 20, 50)
_ENOUGH = 40
"""Pages of each site that a point judges at least, where the site has so many."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The mean over sites, each in collections of one size."""

    size: str
    """Pages in a collection; `all` where every site stands with all it has."""
    judged: int
    """Pages judged, those of all collections of all sites."""
    means: dict[str, float]


def curve(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[CurvePoint]:
    """A point for each size below the largest site's, and one for all pages.

    A site with fewer pages than a size stands there with all of them.
    """
    largest = max(len(site.articles) for site in sites)
    points = []
    for size in (*[size for size in SIZES if size < largest], largest):
        name = "all" if size == largest else str(size)
        on_step(f"collections of {name} pages")
        scores = [_score(site, size, options, judge) for site in sites]
        points.append(CurvePoint(name, sum(score.pages for score in scores), means(scores)))
    return points


def _score(site: Site, size: int, options: ContentOptions, judge: Judge) -> ContentScore:
    collections = draw(site, size)
    results = [page for pages in collections for page in judge.collection(pages, options)]
    return total(site.name, results)


def draw(site: Site, size: int) -> Iterator[list[SitePage]]:
    """Collections of a site's articles, the same in every run."""
    pages = random.Random(site.name).sample(site.articles, len(site.articles))
    if len(pages) <= size:
        yield pages
        return
    for begin in range(0, _ENOUGH, size):
        yield [pages[place % len(pages)] for place in range(begin, begin + size)]
