"""How good a cut is: one weight for each thing that was measured of it.

A linear score, because it holds on formats that it has not seen, where trees of decisions do not.
`honbun train-posts` learns the weights, and each is bound to the side that its meaning allows: more
of the text covered can never count against a cut.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
import xxhash

from honbun.posts import measure
from honbun.posts.candidates import cuts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.posts.candidates import Cut
    from honbun.posts.keys import Keys

_NODES = 1_000_000
"""Nodes of posts that are measured at once."""


@cache
def shipped() -> Mapping[str, float]:
    """The weights that come with honbun."""
    file = resources.files("honbun.posts") / "weights.json"
    weights: dict[str, float] = json.loads(file.read_text("utf-8"))
    return weights


def score(
    measures: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float]
) -> NDArray[np.float64]:
    """The score of every cut that was measured."""
    scores: NDArray[np.float64] = np.sum(
        [weight * measures[name] for name, weight in weights.items()], axis=0
    )
    return scores


def measured(keys: Keys, cuts: Sequence[Cut]) -> dict[str, NDArray[np.float64]]:
    """All measures of some cuts of a page."""
    parts = [_measured(keys, batch) for batch in _batches(len(keys.strand), cuts)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def promising(
    keys: Keys, cuts: Sequence[Cut], weights: Mapping[str, float], most: int
) -> list[Cut]:
    """So many cuts in their order, the best by what running sums tell of them."""
    scores = []
    for batch in _batches(len(keys.strand), cuts):
        measures = measure.outward(keys, batch, measure.posts(batch))
        scores.append(score(measures, {name: weights[name] for name in weights.keys() & measures}))
    best = np.argsort(-np.concatenate(scores), kind="stable")[:most]
    return [cuts[place] for place in np.sort(best).tolist()]


def _measured(keys: Keys, cuts: Sequence[Cut]) -> dict[str, NDArray[np.float64]]:
    rows = measure.posts(cuts)
    return {**measure.outward(keys, cuts, rows), **measure.inward(keys, cuts, rows)}


def _batches(length: int, cuts: Sequence[Cut]) -> Iterator[Sequence[Cut]]:
    """Cuts by as many as can be measured at once: the tables of a long page fill the memory."""
    nodes = [min(measure.MANY * len(cut.start), length) for cut in cuts]
    batch = np.cumsum(nodes) // _NODES
    for number in np.unique(batch).tolist():
        first, last = np.searchsorted(batch, [number, number + 1]).tolist()
        yield cuts[first:last]


# The cut that is chosen for each page of a format.

_PATIENCE = 4.0
"""How much worse than a page's best cut another may be and still be taken for the format's sake."""
_KEPT = 16
"""Cuts of a page that may be chosen: one of lower rank is far behind the best."""
_MEASURED = 1000
"""Cuts of a page that are measured in full. No real page has more than 200; hostile ones have as
many as elements."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """What a page says of its cuts to the other pages of its format."""

    scores: tuple[float, ...]
    """The best first."""
    names: tuple[tuple[int, ...], ...]
    """What the cuts are called, as numbers: the same cut of another page has the same."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A page's cuts, the best first."""

    cuts: tuple[Cut, ...]
    measures: tuple[Mapping[str, float], ...]
    ballot: Ballot


def rank(keys: Keys, weights: Mapping[str, float] | None = None) -> Ranked:
    """The cuts of one page, the best first."""
    found = cuts(keys)
    if not found:
        return Ranked((), (), Ballot((), ()))
    weights = weights or shipped()
    if len(found) > _MEASURED:
        found = promising(keys, found, weights, _MEASURED)
    measures = measured(keys, found)
    scores = score(measures, weights)
    order = np.argsort(-scores, kind="stable")[:_KEPT].tolist()
    best = [found[place] for place in order]
    names = [tuple(map(_number, cut.names)) for cut in best]
    return Ranked(
        tuple(best),
        tuple({name: float(column[place]) for name, column in measures.items()} for place in order),
        Ballot(tuple(scores[order].tolist()), tuple(names)),
    )


def choose(ballots: Sequence[Ballot]) -> int | None:
    """The name of the cut that is best for all pages of a format together."""
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    for number, ballot in enumerate(ballots):
        for place, names in enumerate(ballot.names):
            for name in names:
                ranks[name].setdefault(number, place)
    return max(ranks, key=lambda name: _merit(ballots, ranks[name]), default=None)


def place_of(name: int | None, ballot: Ballot) -> int:
    """Which of its cuts a page takes: the one of that name, unless it has none or a bad one."""
    for place, names in enumerate(ballot.names):
        if name in names:
            return place if _behind(ballot, place) > -_PATIENCE else 0
    return 0


def _merit(ballots: Sequence[Ballot], ranks: Mapping[int, int]) -> float:
    """How far the cuts of a name are behind the pages' best; a page without it counts as far."""
    found = [max(_behind(ballots[number], place), -_PATIENCE) for number, place in ranks.items()]
    return sum(found) - _PATIENCE * (len(ballots) - len(found))


def _behind(ballot: Ballot, place: int) -> float:
    return ballot.scores[place] - ballot.scores[0]


def _number(name: str) -> int:
    return xxhash.xxh3_64_intdigest(name.encode("utf-8", "surrogatepass"))
