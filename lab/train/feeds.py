"""Weights of feeds, trained on pages whose lists are known.

Every page is measured once: all its groups, the value of each, and the features of the page. List
pages are also used without classes and semantic tags, because sites differ most in these. The
ranking is trained first, then the gate on the groups that the ranking chooses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from honbun.errors import TruthError
from honbun.evaluation.truth.lists import has_articles, read_articles, read_lists
from honbun.evaluation.truth.texts import is_text_truth, read_text_pages
from honbun.feeds.choose import confidence, default_weights, find_candidates, page_features
from honbun.feeds.columns import NodeColumns
from honbun.feeds.model import GATE, RANK, Weights
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.metadata import head
from honbun.runner.map import ordered_map
from lab.strip_markup import soup
from lab.train import linear
from lab.train.item_sets import worth
from lab.train.linear import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.evaluation.truth.lists import TrueItem
    from honbun.page import Page

    Number = NDArray[np.float64]

_SOUP = 0.4
"""Weight of a list page without its markup."""
_MANY, _ASIDE, _APART = np.log(8), 0.5, 0.8
"""A group that may be the list of a page that has one: how many items, what share of them in a
menu at most, and what share with a picture, a date or a headline."""
_ENOUGH = 60
"""Groups of a page without a list that are kept: the gate judges the best of them."""


@dataclass(frozen=True, slots=True)
class Example:
    """One page: the features of its groups, and the value of each."""

    origin: Origin
    group: str
    souped: bool
    has_list: bool
    """Whether the items of the page's list are known."""
    passes: bool
    """Whether the gate should accept it."""
    measures: Number
    """A row for each group, with the features of the ranking in order."""
    worth: Number
    facts: Mapping[str, float]
    """Features of the page."""
    weight: float

    def chosen(self, rank: Mapping[str, float]) -> int:
        """The index of the best group."""
        return int(np.argmax(self._scores(rank)))

    def at_the_gate(self, rank: Mapping[str, float]) -> dict[str, float]:
        """The gate's features of the best group."""
        scores = self._scores(rank)
        best = int(np.argmax(scores))
        measures = dict(zip(RANK.names, self.measures[best].tolist()))
        return {**measures, **self.facts, "score": float(scores[best])}

    def _scores(self, rank: Mapping[str, float]) -> Number:
        scores: Number = self.measures @ np.array([rank.get(name, 0.0) for name in RANK.names])
        return scores


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for pages of one group."""

    pages: int
    worth: float | None
    """Mean value of the groups chosen on list pages."""
    right: int | None
    """List pages on which exactly the true list is chosen."""
    passed: int


def examples(taught: Iterable[Lesson], jobs: int) -> list[Example]:
    """The examples of training pages. A page without repeated elements is skipped."""
    return [example for found in ordered_map(_page, taught, jobs) for example in found]


def learn(taught: Sequence[Example]) -> Weights:
    """The weights of the ranking and of the gate."""
    rank = linear.learn_ranks(
        [Choice(each.measures, each.worth, each.weight) for each in taught if each.worth.max() > 0]
    )
    entries = [
        _entry(each, rank) for each in taught if not each.souped and _teaches_gate(each, rank)
    ]
    return Weights(rank, linear.learn_gates(entries))


def _teaches_gate(example: Example, rank: Mapping[str, float]) -> bool:
    """Whether the best group of a page is usable as an example for the gate.

    If a page has a list with unknown items, the best group may still be a menu.
    """
    if example.has_list or not example.passes:
        return True
    features = example.at_the_gate(rank)
    apart = max(features[name] for name in ("pictured", "dated", "headline"))
    return features["count"] >= _MANY and features["aside"] < _ASIDE and apart >= _APART


def outcomes(judged: Iterable[Example], weights: Weights) -> dict[str, Outcome]:
    """The outcomes for some weights, by group of pages."""
    groups: dict[str, list[Example]] = {}
    for example in judged:
        name = f"{example.group}, as soup" if example.souped else example.group
        groups.setdefault(name, []).append(example)
    return {name: _outcome(group, weights) for name, group in groups.items()}


def _outcome(group: Sequence[Example], weights: Weights) -> Outcome:
    passed = sum(confidence(each.at_the_gate(weights.rank), weights.gate) > 0 for each in group)
    if not group[0].has_list:
        return Outcome(len(group), None, None, passed)
    worth = [float(each.worth[each.chosen(weights.rank)]) for each in group]
    return Outcome(len(group), float(np.mean(worth)), worth.count(1.0), passed)


def _entry(example: Example, rank: Mapping[str, float]) -> linear.Entry:
    features = example.at_the_gate(rank)
    row = np.array([features[name] for name in GATE.names])
    return linear.Entry(row, example.passes, example.weight)


def _page(lesson: Lesson) -> list[Example]:
    found = [_example(lesson)]
    if lesson.items:
        found.append(_example(replace(lesson, page=soup(lesson.page), weight=_SOUP), souped=True))
    return [example for example in found if example is not None]


def _example(lesson: Lesson, *, souped: bool = False) -> Example | None:
    page = lesson.page
    tree = page.parse()
    url = page.resolve_url(tree)
    columns = NodeColumns(node_sequence(tree), url, base_url(tree, url))
    has_list = bool(lesson.items)
    # The refinement before the second pass depends on the current weights.
    rank = default_weights().rank
    most = None if has_list else _ENOUGH
    found = find_candidates(columns, head.language(tree), page.fetched_at, rank, most)
    if found is None:
        return None
    return Example(
        origin=lesson.origin,
        group=lesson.group,
        souped=souped,
        has_list=has_list,
        passes=has_list or lesson.listed,
        measures=np.stack([found.features[name] for name in RANK.names], axis=1),
        worth=worth(found.items, lesson.items),
        facts=page_features(tree, columns.page_target),
        weight=lesson.weight,
    )


# Training pages and their weights.
#
# List pages with known items train the ranking. For the gate they are positive examples, with the
# pages that WCXB calls lists; negative ones are pages without a list, articles of sites, and pages
# of WCXB of types that no reader subscribes to.

ARTICLES = 300
"""The number of articles of a folder of sites that train the gate."""
ARTICLE = "article"
_TYPES = frozenset({ARTICLE, "service", "product", "documentation"})
"""The types of WCXB without lists. Its forums are similar to lists."""
_LISTED = frozenset({"listing", "collection"})
"""The types of WCXB with lists, whose items are unknown."""
_LIST, _SITE_LIST = 1.0, 0.5
"""Weights of list pages: those of sites are easy, and pages of a site are similar."""
_UNTOLD = 0.15
"""Weight of pages with a list of unknown items: some of them have none."""
_NO_LIST, _ARTICLE, _TYPED = 4.0, 0.4, 0.25
"""Weights of negative examples: those that look most like lists are few, articles are many."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a page, so that it can be held out with similar pages."""

    page: str
    site: str
    kind: str
    language: str
    """Empty if unknown."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A training page with its truth."""

    page: Page
    origin: Origin
    group: str
    """The group of pages that it is reported with."""
    items: tuple[TrueItem, ...]
    weight: float
    listed: bool = False
    """Whether the page has a list although its items are not known."""


def lessons(folders: Iterable[Path]) -> Iterator[Lesson]:
    """The training pages of some folders: of lists, of sites, or of WCXB."""
    for folder in folders:
        if not folder.is_dir():
            raise TruthError(f"{folder} is no folder: there is nothing to learn from")
        if is_text_truth(folder):
            yield from _typed(folder)
        else:
            yield from _listing(folder)


def origin(page: Page, kind: str, language: str) -> Origin:
    """The origin of a page, from its URL."""
    return Origin(page.source, _host(page), kind, language)


def article_origins(folder: Path, pages: Iterable[Page]) -> list[Origin]:
    """The origins of articles of a folder of sites; lists of their sites know their languages."""
    languages = {_host(true.page): true.language for true in read_lists(folder)}
    return [origin(page, ARTICLE, languages.get(_host(page), "")) for page in pages]


def _listing(folder: Path) -> Iterator[Lesson]:
    of_sites = has_articles(folder)
    for true in read_lists(folder):
        its = origin(true.page, true.kind, true.language)
        if not true.items:
            yield Lesson(true.page, its, "pages without a list", (), _NO_LIST)
        elif of_sites:
            yield Lesson(true.page, its, "list pages of sites", true.items, _SITE_LIST)
        else:
            yield Lesson(true.page, its, "list pages", true.items, _LIST)
    if of_sites:
        articles = read_articles(folder, ARTICLES)
        for page, its in zip(articles, article_origins(folder, articles)):
            yield Lesson(page, its, "articles of sites", (), _ARTICLE)


def _typed(folder: Path) -> Iterator[Lesson]:
    for typed in read_text_pages(folder):
        its = origin(replace(typed.page, source=Path(typed.page.source).name), typed.type, "")
        if typed.type in _TYPES:
            yield Lesson(typed.page, its, "pages of WCXB", (), _TYPED)
        elif typed.type in _LISTED:
            yield Lesson(typed.page, its, "lists of WCXB", (), _UNTOLD, listed=True)


def _host(page: Page) -> str:
    try:
        return (urlsplit(page.url or "").hostname or "").removeprefix("www.")
    except ValueError:  # an invalid URL
        return ""
