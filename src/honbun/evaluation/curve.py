"""The curve: F1 of the same pages, with more and more pages of their site beside them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import xxhash

from honbun.errors import HonbunError
from honbun.evaluation.metrics import mean
from honbun.evaluation.report import Lines, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from honbun.content.model import Content
    from honbun.evaluation.judge import Extract
    from honbun.page import Page

_LEAST = 10
"""Pages of a site that is measured: one with fewer says nothing about larger numbers."""
_MOST = 25
"""Pages of a site that are scored, so that no site dominates."""


@dataclass(frozen=True, slots=True)
class CurvePage:
    """A page, and how its content is scored."""

    page: Page
    site: str
    group: str
    """The row of the table."""
    score: Callable[[Content | None], float]


def parse_sizes(text: str) -> list[int]:
    """Numbers of pages from a list with commas.

    >>> parse_sizes("1,2,10")
    [1, 2, 10]
    """
    try:
        sizes = sorted({int(part) for part in text.split(",")})
    except ValueError:
        sizes = [0]
    if sizes[0] < 1:
        raise HonbunError(f"--pages-per-site must be numbers with commas, as 1,2,10, not {text}")
    return sizes


def curve(
    pages: Sequence[CurvePage],
    extract: Extract,
    sizes: Sequence[int],
    on_step: Callable[[str], None] = lambda _: None,
) -> Table:
    """The mean score of each group for each number of pages of a site, the page itself included.

    The same pages are scored for every number. A site with fewer pages gives all it has.
    """
    sites = _sites(pages)
    scored = [one for site in sites for one in site[:_MOST]]
    if not scored:
        raise HonbunError(f"no site has {_LEAST} pages: there is no curve to measure")
    columns = []
    for size in sizes:
        on_step(f"{size} pages of each site")
        columns.append(_scores(sites, extract, size))
    groups = list(dict.fromkeys(one.group for one in scored))
    rows = [_row(name, [one for one in scored if one.group == name], columns) for name in groups]
    if len(groups) > 1:
        rows.append(_row("all", scored, columns))
    return Table(("pages of the site", "scored", *map(str, sizes)), rows)


def lines(table: Table) -> Lines:
    """The table of a curve as a plot."""
    sizes = [float(name) for name in table.header[2:]]
    values = {
        str(name): [(size, value) for size, value in zip(sizes, row) if isinstance(value, float)]
        for name, _, *row in table.rows
    }
    return Lines("pages of the site", "F1", values, logarithmic=True)


def _sites(pages: Sequence[CurvePage]) -> list[list[CurvePage]]:
    """The pages of each site that has enough, in an order that says nothing of them."""
    sites: dict[str, list[CurvePage]] = defaultdict(list)
    for one in sorted(pages, key=lambda one: xxhash.xxh64_intdigest(one.page.source.encode())):
        sites[one.site].append(one)
    return [site for _, site in sorted(sites.items()) if len(site) >= _LEAST]


def _scores(sites: Sequence[list[CurvePage]], extract: Extract, size: int) -> dict[str, float]:
    """The score of every scored page by its source."""
    scores: dict[str, float] = {}
    rounds = [list(_parts(site, size)) for site in sites]
    # Sites are not compared with each other, so one part of each makes a collection.
    for turn in range(max(map(len, rounds))):
        parts = [one for site in rounds if turn < len(site) for one in site[turn]]
        found = {content.source: content for content in extract(one.page for one in parts)}
        for one in parts:
            if one.page.source not in scores:
                scores[one.page.source] = one.score(found.get(one.page.source))
    return scores


def _parts(site: Sequence[CurvePage], size: int) -> Iterator[list[CurvePage]]:
    """Collections of this many pages, or all, that contain each scored page once or more."""
    for start in range(0, min(_MOST, len(site)), size):
        end = site[start : start + size]
        yield [*end, *islice(site, max(0, min(size, len(site)) - len(end)))]


def _row(
    name: str, pages: Sequence[CurvePage], columns: Sequence[Mapping[str, float]]
) -> list[object]:
    return [
        name,
        len(pages),
        *(mean(scores[one.page.source] for one in pages) for scores in columns),
    ]
