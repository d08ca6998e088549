"""Weights of segmentations, trained on pages whose posts are known.

One of all segmentations of a page is chosen, so the weights maximise the expected quality of the
choice. Each page is also used without its classes, without most of its dates, and without both,
because formats differ most in these. A format with many pages does not count more for each of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import TruthError
from honbun.evaluation.matching import match, match_exactly, squash
from honbun.evaluation.posts import evaluate
from honbun.html.nodes import node_sequence
from honbun.posts.candidates import find_segmentations
from honbun.posts.choose import segmentation_features
from honbun.posts.fields.date import dated_nodes
from honbun.posts.keys import NodeKeys
from honbun.posts.model import NEGATIVE_FEATURES, POSITIVE_FEATURES
from honbun.runner.map import ordered_map
from lab.train import linear
from lab.train.linear import Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.evaluation.metrics import Comparison
    from honbun.evaluation.posts import FindPosts
    from honbun.evaluation.truth.threads import Group, TruePage

    Number = NDArray[np.float64]

NAMES = tuple(sorted(POSITIVE_FEATURES | NEGATIVE_FEATURES))
_STRICT = 0.3
"""Share of a segmentation's quality that depends on exactly right posts."""
_HARDER = 0.4
"""Weight of a page without its classes, or without its dates; both multiply."""
_DATES_KEPT = 0.1
"""Share of dates that remain when they are removed: messages contain some too."""
_RIDGE = 0.006
"""Penalty on large weights. Between 0.003 and 0.01 held-out formats score the same."""
_LEAST = 0.02
"""Added to the quality of a choice, so that pages without a good segmentation do not dominate."""


@dataclass(frozen=True, slots=True)
class Example:
    """The segmentations of one page: their features, and the quality of each."""

    format: str
    measures: Number
    quality: Number
    weight: float


def examples(groups: Iterable[Group], jobs: int) -> list[Example]:
    """The examples of some formats."""
    pages = [(group.name, page) for group in groups for page in group.pages]
    return [example for found in ordered_map(_page, pages, jobs) for example in found]


def learn(examples_: Sequence[Example]) -> dict[str, float]:
    """The weights that maximise the quality of the chosen segmentations."""
    if not examples_:
        raise TruthError("no page can be segmented: there is nothing to train on")
    times = Counter(example.format for example in examples_)
    choices = [
        Choice(example.measures, example.quality, example.weight / times[example.format] ** 0.5)
        for example in examples_
    ]
    weights = linear.learn_choice(
        choices, [_side(name) for name in NAMES], ridge=_RIDGE, least=_LEAST
    )
    return {name: round(w, 2) for name, w in zip(NAMES, weights) if abs(w) >= 0.005}


def _side(name: str) -> tuple[float | None, float | None]:
    """The lowest and the highest weight that a feature may have."""
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
            quality = [_quality([row.read(spans) for spans in cut.spans()], truth) for cut in made]
            columns = np.stack([measures[each] for each in NAMES], axis=1)
            found.append(Example(name, columns, np.array(quality), weight))
    return found


def _versions(whole: NodeKeys, undated: NodeKeys) -> Iterator[tuple[NodeKeys, float]]:
    """A page as it is, and with less evidence, as other formats have it."""
    for keys, weight in ((whole, 1.0), (undated, _HARDER)):
        yield keys, weight
        yield replace(keys, ignore_classes=True), weight * _HARDER


def _quality(posts: Sequence[str], truth: Sequence[str]) -> float:
    squashed = [squash(post) for post in posts]
    both = len(squashed) + len(truth)
    near, exact = len(match(squashed, truth)), len(match_exactly(squashed, truth))
    return 2 * ((1 - _STRICT) * near + _STRICT * exact) / both


def evaluate_held_out(
    groups: Sequence[Group],
    parts: int,
    find: Callable[[Mapping[str, float]], FindPosts],
    *,
    jobs: int = 1,
    on_step: Callable[[str], None] = lambda _: None,
) -> list[Comparison]:
    """Evaluate each part of the formats by weights trained on the other parts."""
    on_step("measuring all segmentations")
    found = examples(groups, jobs)
    part_of = {group.name: number % parts for number, group in enumerate(groups)}
    compared: list[Comparison] = []
    for part in range(parts):
        weights = learn([example for example in found if part_of[example.format] != part])
        held_out = [group for group in groups if part_of[group.name] == part]
        compared += evaluate(held_out, find(weights), on_step=on_step)
    order = [group.name for group in groups]
    return sorted(compared, key=lambda one: order.index(one.group))
