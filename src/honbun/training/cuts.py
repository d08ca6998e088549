"""Weights of cuts, learnt from pages whose posts are known.

Of all cuts of a page one is chosen, so the weights are fitted to choose well: they make the worth
that is to be expected of the choice as great as they can. Each page also teaches without its
classes, without most of its dates, and without both, because formats differ most in these; and no
format has the say for having many pages.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import TruthError
from honbun.evaluation.matching import match, match_strictly, squash
from honbun.html.nodes import node_sequence
from honbun.posts.candidates import find_segmentations
from honbun.posts.choose import segmentation_features
from honbun.posts.fields.date import dated_nodes
from honbun.posts.keys import NodeKeys
from honbun.posts.model import NEGATIVE_FEATURES, POSITIVE_FEATURES
from honbun.runner.map import ordered_map
from honbun.training import choice
from honbun.training.choice import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.evaluation.threads import Group, TruePage

    Number = NDArray[np.float64]

NAMES = tuple(sorted(POSITIVE_FEATURES | NEGATIVE_FEATURES))
_STRICT = 0.3
"""How much of a cut's worth is that its posts are right to the letter."""
_HARDER = 0.4
"""What a page counts without its classes, or without its dates; both multiply."""
_DATES_KEPT = 0.1
"""Share of dates that are left when they are taken: messages hold some too."""
_RIDGE = 0.006
"""How much large weights are held back. Between 0.003 and 0.01 formats left out score the same."""
_LEAST = 0.02
"""Added to the worth of a choice, so that a page without a good cut does not have the say."""


@dataclass(frozen=True, slots=True)
class Example:
    """The cuts of one page: what was segmentation_features of them, and what each is worth."""

    format: str
    measures: Number
    worth: Number
    weight: float


def examples(groups: Iterable[Group], jobs: int) -> list[Example]:
    """The examples of some formats."""
    pages = [(group.name, page) for group in groups for page in group.pages]
    return [example for found in ordered_map(_page, pages, jobs) for example in found]


def learn(taught: Sequence[Example]) -> dict[str, float]:
    """The weights under which the cuts that are chosen are worth most."""
    if not taught:
        raise TruthError("no page can be cut: there is nothing to learn from")
    times = Counter(example.format for example in taught)
    choices = [
        Choice(example.measures, example.worth, example.weight / times[example.format] ** 0.5)
        for example in taught
    ]
    weights = choice.learn(choices, [_side(name) for name in NAMES], ridge=_RIDGE, least=_LEAST)
    return {name: round(w, 2) for name, w in zip(NAMES, weights) if abs(w) >= 0.005}


def _side(name: str) -> tuple[float | None, float | None]:
    """The least and the greatest weight that a measure may have."""
    return (0, None) if name in POSITIVE_FEATURES else (None, 0)


def _page(named: tuple[str, TruePage]) -> list[Example]:
    name, true = named
    row = node_sequence(true.page.parse())
    truth = [squash(post.text) for post in true.posts]
    dates = dated_nodes(row)
    few = dates & (np.random.default_rng(len(row)).random(len(row)) < _DATES_KEPT)
    found: list[Example] = []
    for keys, weight in _versions(NodeKeys(row, dates), NodeKeys(row, few)):
        made = find_segmentations(keys)
        if made:
            measures = segmentation_features(keys, made)
            worth = [_worth([row.read(spans) for spans in cut.spans()], truth) for cut in made]
            columns = np.stack([measures[each] for each in NAMES], axis=1)
            found.append(Example(name, columns, np.array(worth), weight))
    return found


def _versions(whole: NodeKeys, undated: NodeKeys) -> Iterator[tuple[NodeKeys, float]]:
    """A page as it is, and as formats are that have less to go by."""
    for keys, weight in ((whole, 1.0), (undated, _HARDER)):
        yield keys, weight
        yield replace(keys, ignore_classes=True), weight * _HARDER


def _worth(posts: Sequence[str], truth: Sequence[str]) -> float:
    squashed = [squash(post) for post in posts]
    both = len(squashed) + len(truth)
    near, exact = len(match(squashed, truth)), len(match_strictly(squashed, truth))
    return 2 * ((1 - _STRICT) * near + _STRICT * exact) / both
