"""Choosing a segmentation: the best one of a page, and the one that suits its whole template."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
import xxhash

from honbun.posts import features
from honbun.posts.candidates import find_segmentations
from honbun.scoring import linear_score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.posts.keys import NodeKeys
    from honbun.posts.segmentation import Segmentation

_MAX_NODES = 1_000_000
"""Nodes whose features are computed at once; bounds the memory of long pages."""
_MAX_LOSS = 4.0
"""How much lower than a page's best score the segmentation of its template may be."""
_MAX_RANKED = 16
"""Segmentations of a page that can be chosen; lower ones are far behind the best."""
_MAX_SCORED = 1000
"""Segmentations that are scored with all features. Real pages have at most 200; a hostile page
has as many as elements."""


@cache
def default_weights() -> Mapping[str, float]:
    """The weights that ship with honbun."""
    file = resources.files("honbun.posts") / "weights.json"
    weights: dict[str, float] = json.loads(file.read_text("utf-8"))
    return weights


@dataclass(frozen=True, slots=True)
class Votes:
    """The segmentations of one page as the other pages of its template see them, best first."""

    scores: tuple[float, ...]
    names: tuple[tuple[int, ...], ...]
    """Hashes of each segmentation's names; the same segmentation of another page shares one."""


@dataclass(frozen=True, slots=True)
class RankedSegmentations:
    """The segmentations of one page, best first."""

    segmentations: tuple[Segmentation, ...]
    features: tuple[Mapping[str, float], ...]
    votes: Votes


def rank_segmentations(
    keys: NodeKeys, weights: Mapping[str, float] | None = None
) -> RankedSegmentations:
    """Score all segmentations of a page and return the best."""
    found = find_segmentations(keys)
    if not found:
        return RankedSegmentations((), (), Votes((), ()))
    weights = weights or default_weights()
    if len(found) > _MAX_SCORED:
        found = most_promising(keys, found, weights, _MAX_SCORED)
    columns = segmentation_features(keys, found)
    scores = linear_score(columns, weights)
    order = np.argsort(-scores, kind="stable")[:_MAX_RANKED].tolist()
    best = [found[row] for row in order]
    return RankedSegmentations(
        tuple(best),
        tuple({name: float(column[row]) for name, column in columns.items()} for row in order),
        Votes(
            tuple(scores[order].tolist()),
            tuple(tuple(map(_hash, segmentation.names)) for segmentation in best),
        ),
    )


def segmentation_features(
    keys: NodeKeys, segmentations: Sequence[Segmentation]
) -> dict[str, NDArray[np.float64]]:
    """All features of some segmentations, one column per feature."""
    parts = []
    for batch in _batches(len(keys.sequence), segmentations):
        rows = features.posts(batch)
        parts.append(features.outward(keys, batch, rows) | features.inward(keys, batch, rows))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def most_promising(
    keys: NodeKeys, segmentations: Sequence[Segmentation], weights: Mapping[str, float], most: int
) -> list[Segmentation]:
    """The `most` best segmentations by the features that are cheap to compute, in input order."""
    scores = []
    for batch in _batches(len(keys.sequence), segmentations):
        columns = features.outward(keys, batch, features.posts(batch))
        known = {name: weights[name] for name in weights.keys() & columns}
        scores.append(linear_score(columns, known))
    best = np.argsort(-np.concatenate(scores), kind="stable")[:most]
    return [segmentations[row] for row in np.sort(best).tolist()]


def _batches(
    length: int, segmentations: Sequence[Segmentation]
) -> Iterator[Sequence[Segmentation]]:
    """Segmentations in batches of at most about `_MAX_NODES` nodes."""
    nodes = [min(features.MANY * len(each.start), length) for each in segmentations]
    batch = np.cumsum(nodes) // _MAX_NODES
    for number in np.unique(batch).tolist():
        first, last = np.searchsorted(batch, [number, number + 1]).tolist()
        yield segmentations[first:last]


def choose_segmentation(pages: Sequence[Votes]) -> int | None:
    """The name of the segmentation that is best for all pages of a template together."""
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    for number, votes in enumerate(pages):
        for rank, names in enumerate(votes.names):
            for name in names:
                ranks[name].setdefault(number, rank)
    return max(ranks, key=lambda name: -_total_loss(pages, ranks[name]), default=None)


def preferred_rank(name: int | None, votes: Votes) -> int:
    """The rank of the segmentation with this name; 0 where a page has none or its loss is large."""
    for rank, names in enumerate(votes.names):
        if name in names:
            return rank if _loss(votes, rank) < _MAX_LOSS else 0
    return 0


def _total_loss(pages: Sequence[Votes], ranks: Mapping[int, int]) -> float:
    """How much all pages lose by one segmentation; pages without it lose the maximum."""
    losses = [min(_loss(pages[number], rank), _MAX_LOSS) for number, rank in ranks.items()]
    return sum(losses) + _MAX_LOSS * (len(pages) - len(losses))


def _loss(votes: Votes, rank: int) -> float:
    return votes.scores[0] - votes.scores[rank]


def _hash(name: str) -> int:
    return xxhash.xxh3_64_intdigest(name.encode("utf-8", "surrogatepass"))
