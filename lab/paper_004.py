"""The tables of paper 004 on other pages, by parameter and by main element.

Table 2 and figure 11 show how close the main element is to the true one, by length of text, for
each alpha and beta. They need formats with several pages. Table 7 shows how the main element
affects the posts: with the body, the estimated element or the true one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import TruthError
from honbun.evaluation.matching import match, squash
from honbun.evaluation.metrics import Score, mean
from honbun.evaluation.report import table
from honbun.evaluation.truth.threads import STYLES, read_groups
from honbun.html.nodes import node_sequence
from honbun.html.parse import select
from honbun.papers.posts_004.main_element import TOP, main_elements
from honbun.papers.posts_004.pipeline import posts_below
from honbun.posts.model import PostsOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from honbun.evaluation.truth.threads import Group, TruePage
    from honbun.html.nodes import NodeSequence

ALPHAS = tuple(range(2, 11))
BETAS = tuple(tenth / 10 for tenth in range(1, 11))
TOLERANCES = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30)
"""Tolerances: how much the estimated element may differ in length, as a share of the true one."""


@dataclass(frozen=True, slots=True)
class _Page:
    strand: NodeSequence
    main: int
    """The true main element, in the strand."""
    posts: list[str]
    """The true posts, squashed."""

    def score(self, main: int) -> Score:
        """The score of the posts found below an element."""
        found = [squash(self.strand.read(post)) for post in posts_below(self.strand, main)]
        return Score(len(found), len(self.posts), len(match(found, self.posts)))

    def error(self, main: int) -> float:
        """The difference in length of an element, as a share of the true main element's text."""
        true = self._text(self.main)
        return abs(self._text(main) - true) / max(1, true)

    def _text(self, node: int) -> int:
        sizes, end = self.strand.sizes, self.strand.end
        return int(sizes[end[node]] - sizes[node])


@dataclass(frozen=True, slots=True)
class _Format:
    style: str
    pages: list[_Page]

    def mains(self, options: PostsOptions) -> list[int]:
        return main_elements([page.strand for page in self.pages], options)


def parameter_tables(folder: Path) -> list[str]:
    """The paper's tables as Markdown: main elements by alpha, by beta; posts by main element.

    The first two are left out if no format has several pages.
    """
    formats = [_read(group) for group in read_groups(folder)]
    several = [one for one in formats if len(one.pages) > 1]
    tables = [_by_main(formats)]
    if several:
        by_alpha = {str(alpha): PostsOptions(alpha=alpha) for alpha in ALPHAS}
        by_beta = {f"{beta:.1f}": PostsOptions(beta=beta) for beta in BETAS}
        tables = [_near("alpha", several, by_alpha), _near("beta", several, by_beta), *tables]
    return tables


def _near(name: str, formats: Sequence[_Format], settings: Mapping[str, PostsOptions]) -> str:
    """The share of pages whose main element is close to the true one, by setting."""
    columns = [_shares(_errors(formats, options)) for options in settings.values()]
    names = [*(f"{most:.0%}" for most in TOLERANCES), "mean"]
    return table((f"main element within, by {name}", *settings), list(zip(names, *columns)))


def _shares(errors: Sequence[float]) -> list[float]:
    """The share of pages within each tolerance, and their mean."""
    shares = [mean(error <= most for error in errors) for most in TOLERANCES]
    return [*shares, mean(shares)]


def _errors(formats: Iterable[_Format], options: PostsOptions) -> list[float]:
    return [
        page.error(main) for one in formats for page, main in zip(one.pages, one.mains(options))
    ]


def _by_main(formats: Sequence[_Format]) -> str:
    """The scores of posts, by choice of the main element."""
    options = PostsOptions()
    rows: list[list[object]] = []
    for name, mains in {
        "body": [[TOP for _ in one.pages] for one in formats],
        "estimated": [one.mains(options) for one in formats],
        "true": [[page.main for page in one.pages] for one in formats],
    }.items():
        scores = [
            (one.style, page.score(main))
            for one, chosen in zip(formats, mains)
            for page, main in zip(one.pages, chosen)
        ]
        for part in (*STYLES, "all"):
            total = sum((score for style, score in scores if part in (style, "all")), Score())
            counts = (total.true, total.found, total.right)
            rows.append([name, part, *counts, total.precision, total.recall, total.f])
    header = ("main element", "pages", "true", "found", "right", "P", "R", "F")
    return table(header, rows, words={"pages"})


def _read(group: Group) -> _Format:
    return _Format(group.style, [_page(page) for page in group.pages])


def _page(true: TruePage) -> _Page:
    decoded = true.page.decode()
    row = node_sequence(true.page.parse(decoded))
    try:
        found, _ = select(decoded.text, true.main_selector)
    except ValueError as error:
        raise TruthError(f"{true.page.source}: {error}") from error
    # An element precedes its texts, which have its number too.
    places = np.flatnonzero(np.isin(row.node, found[:1]))
    if not len(places):
        raise TruthError(f"{true.page.source}: nothing in the page is {true.main_selector}")
    return _Page(row, int(places[0]), [squash(post.text) for post in true.posts])
