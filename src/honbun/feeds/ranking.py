"""Find: the lists of a page, the best first.

Leads that are made alike are grouped in many ways; every group is measured as a list would be, and
the best by its score is the page's main list, if it looks like a list of articles at all. Groups
that share nothing with it are further lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.feeds.candidates import Clues, groups, leads, refined
from honbun.feeds.dates import Days
from honbun.feeds.fields import Place, Roll
from honbun.feeds.items import regions
from honbun.feeds.links import Links
from honbun.feeds.measure.items import Items
from honbun.feeds.measure.measures import measures
from honbun.feeds.measure.scene import Scene
from honbun.feeds.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from numpy.typing import NDArray

    from honbun.feeds.columns import Numbers, Sheet
    from honbun.feeds.items import Regions

_PROMISING = 60
"""Groups that are looked at again, with what can be made of the best of them."""
_REFINED = 16
_NEARLY_ALL = 0.8
_NEAR = 0.03
"""A difference of scores that tells nothing."""
_MOST = 12
"""Lists of a page that are told."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The groups of a page with what was measured of them."""

    items: Items
    measures: Mapping[str, NDArray[np.float64]]
    scores: NDArray[np.float64]

    def roll(self, number: int) -> Roll:
        """The items of one group."""
        scene, regions = self.items.scene, self.items.regions
        part = slice(*regions.first[number : number + 2].tolist())
        link = scene.links.completed(regions, part, self.items.link[part])
        nodes = np.append(scene.links.node, -1)[link]
        own = (regions.lead, regions.unit, regions.start, regions.stop)
        columns = [*(column[part].tolist() for column in own), nodes.tolist()]
        return Roll(scene.sheet, scene.days, tuple(Place(*row) for row in zip(*columns)))


def candidates(
    sheet: Sheet,
    language: str | None,
    now: datetime | None,
    weights: Mapping[str, float],
    most: int | None = _PROMISING,
) -> Candidates | None:
    """The best groups of a page, or all; None where nothing comes again."""
    clues = Clues(sheet, leads(sheet))
    grouped = groups(clues)
    if not grouped:
        return None
    scene = Scene(sheet, clues, Links(sheet), Days(sheet, language, now))
    items = Items(scene, regions(sheet, grouped))
    measured = measures(items)
    scores = np.where(_unfit(measured), -np.inf, score(measured, weights))
    if not np.isfinite(scores).any():
        return None
    best = [n for n in np.argsort(-scores, kind="stable")[:most].tolist() if np.isfinite(scores[n])]
    others = [number for number in apart(items.regions, scores, len(sheet)) if number not in best]
    chosen = [grouped[number] for number in best + others]
    chosen += refined(items, best[:_REFINED], known=chosen)
    items = Items(scene, regions(sheet, chosen))
    measured = measures(items)
    return Candidates(items, measured, score(measured, weights))


def _unfit(measured: Mapping[str, NDArray[np.float64]]) -> NDArray[np.bool_]:
    """Whether nearly all items of groups lack what every item has.

    A title: not what all others say, nor a mere number. And one thing more: it leads somewhere, has
    a date, or is marked as a heading.
    """
    nameless = np.maximum(measured["title_same"], measured["wordless"])
    stray = np.minimum(measured["plain"], measured["sections"])
    found: NDArray[np.bool_] = np.maximum(nameless, stray) > _NEARLY_ALL
    return found


def ranked(found: Candidates) -> list[int]:
    """The numbers of the best groups that share no part of the page, the best first.

    Of two that are nearly as good the larger is taken where it has all items of the other: few
    readers mind an item more, and many one that is missing.
    """
    regions, scores = found.items.regions, found.scores.copy()
    best = int(np.argmax(scores))
    own = _leads(regions, best)
    near = np.flatnonzero((scores >= scores[best] - _NEAR) & (regions.counts > len(own)))
    for number in near[np.argsort(regions.counts[near], kind="stable")].tolist():
        if np.isin(own, _leads(regions, number)).all():
            scores[number] = scores.max() + _NEAR
    return list(apart(regions, scores, len(found.items.scene.sheet)))


def apart(regions: Regions, scores: NDArray[np.float64], size: int) -> Iterator[int]:
    """The numbers of groups that share no part of the page, those with the best scores."""
    taken = np.zeros(size, dtype=bool)
    told = 0
    for number in np.argsort(-scores, kind="stable").tolist():
        if not np.isfinite(scores[number]):
            return
        part = slice(*regions.first[number : number + 2].tolist())
        spans = list(zip(regions.start[part].tolist(), regions.stop[part].tolist()))
        if any(taken[start:stop].any() for start, stop in spans):
            continue
        for start, stop in spans:
            taken[start:stop] = True
        yield number
        told += 1
        if told == _MOST:
            return


def _leads(regions: Regions, number: int) -> Numbers:
    return regions.lead[regions.first[number] : regions.first[number + 1]]
