"""Weights of lists, learnt from pages whose lists are known.

Every page is measured once: all its groups, what each is worth, and what the page says of itself.
List pages also teach as soup, without classes and semantic tags, because sites differ most in
these. First the ranking is learnt, then the gate from what the ranking chooses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.evaluation.soup import soup
from honbun.feeds.choose import confidence, default_weights, find_candidates, page_features
from honbun.feeds.columns import NodeColumns
from honbun.feeds.model import GATE, RANK, Weights
from honbun.html.links import base_url
from honbun.html.nodes import node_sequence
from honbun.metadata import head
from honbun.runner.map import ordered_map
from honbun.training import gates, ranks
from honbun.training.choice import Choice
from honbun.training.worth import worth

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.training.lesson import Lesson, Origin

    Number = NDArray[np.float64]

_SOUP = 0.4
"""What a list page counts as soup."""
_MANY, _ASIDE, _APART = np.log(8), 0.5, 0.8
"""A group that may be the list of a page that has one: how many items, what share of them in a
menu at most, and what share with a picture, a date or a headline."""
_ENOUGH = 60
"""Groups of a page without a list that are kept: the gate judges the best of them."""


@dataclass(frozen=True, slots=True)
class Example:
    """One page: what was measured of its groups, and what each is worth."""

    origin: Origin
    group: str
    souped: bool
    has_list: bool
    """Whether the items of the page's list are known."""
    passes: bool
    """Whether the gate is to let it pass."""
    measures: Number
    """A row for each group, in the order of the names of the ranking."""
    worth: Number
    facts: Mapping[str, float]
    """What the page says of itself."""
    weight: float

    def chosen(self, rank: Mapping[str, float]) -> int:
        """The number of the best group."""
        return int(np.argmax(self._scores(rank)))

    def at_the_gate(self, rank: Mapping[str, float]) -> dict[str, float]:
        """What the gate is told of the best group."""
        scores = self._scores(rank)
        best = int(np.argmax(scores))
        measures = dict(zip(RANK.names, self.measures[best].tolist()))
        return {**measures, **self.facts, "score": float(scores[best])}

    def _scores(self, rank: Mapping[str, float]) -> Number:
        scores: Number = self.measures @ np.array([rank.get(name, 0.0) for name in RANK.names])
        return scores


@dataclass(frozen=True, slots=True)
class Outcome:
    """How pages of one group come out."""

    pages: int
    worth: float | None
    """Of what is chosen on list pages, on the mean."""
    right: int | None
    """List pages on which the whole list is chosen, and nothing else."""
    passed: int


def examples(taught: Iterable[Lesson], jobs: int) -> list[Example]:
    """The examples of some lessons. A page on which nothing comes again teaches nothing."""
    return [example for found in ordered_map(_page, taught, jobs) for example in found]


def learn(taught: Sequence[Example]) -> Weights:
    """The weights by which lists are chosen best, and told best from what is none."""
    rank = ranks.learn(
        [Choice(each.measures, each.worth, each.weight) for each in taught if each.worth.max() > 0]
    )
    entries = [
        _entry(each, rank) for each in taught if not each.souped and _teaches_gate(each, rank)
    ]
    return Weights(rank, gates.learn(entries))


def _teaches_gate(example: Example, rank: Mapping[str, float]) -> bool:
    """Whether the best group of a page is what the page is told to be.

    Where a list is there but its items are not known, the best group may be a menu all the same.
    """
    if example.has_list or not example.passes:
        return True
    told = example.at_the_gate(rank)
    apart = max(told[name] for name in ("pictured", "dated", "headline"))
    return told["count"] >= _MANY and told["aside"] < _ASIDE and apart >= _APART


def outcomes(judged: Iterable[Example], weights: Weights) -> dict[str, Outcome]:
    """How pages come out by some weights, by their groups."""
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


def _entry(example: Example, rank: Mapping[str, float]) -> gates.Entry:
    told = example.at_the_gate(rank)
    row = np.array([told[name] for name in GATE.names])
    return gates.Entry(row, example.passes, example.weight)


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
    # What is refined before the second look hangs on the weights that are there already.
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
