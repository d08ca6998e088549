"""The cut that is chosen for each page of a format."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import xxhash

from honbun.thread.cut.find import cuts
from honbun.thread.cut.score import measured, promising, score, shipped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.thread.cut.cut import Cut
    from honbun.thread.cut.keys import Keys

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
