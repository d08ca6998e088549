"""Find: the lists of a page, the best first.

Leads that are made alike are grouped in many ways; every group is measured as a list would be, and
the best by its score is the page's main list, if it looks like a list of articles at all. Groups
that share nothing with it are further lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.listing.clue import Clues
from honbun.listing.day import Days
from honbun.listing.fields.roll import Place, Roll
from honbun.listing.group import groups
from honbun.listing.lead import leads
from honbun.listing.link import Links
from honbun.listing.measure import Measuring
from honbun.listing.refine import refined
from honbun.listing.region import regions
from honbun.listing.score import score, shipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from numpy.typing import NDArray

    from honbun.listing.sheet import Numbers, Sheet

_PROMISING = 60
"""Groups that are looked at again, with what can be made of the best of them."""
_REFINED = 16
_MOST = 12
"""Lists of a page that are told."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The groups of a page with what was measured of them."""

    measuring: Measuring
    measures: Mapping[str, NDArray[np.float64]]
    scores: NDArray[np.float64]

    def roll(self, number: int) -> Roll:
        """The items of one group."""
        measuring = self.measuring
        regions = measuring.regions
        part = slice(int(regions.first[number]), int(regions.first[number + 1]))
        link = measuring.links.completed(regions, part, measuring.link[part])
        nodes = np.where(link >= 0, np.append(measuring.links.node, -1)[link], -1)
        columns = (regions.lead[part], regions.unit[part], regions.start[part], regions.stop[part], nodes)
        places = [Place(*row) for row in zip(*(column.tolist() for column in columns))]
        return Roll(measuring.sheet, measuring.days, tuple(places))


def candidates(sheet: Sheet, language: str | None, now: datetime | None) -> Candidates | None:
    """The best groups of a page; None where nothing comes again."""
    clues = Clues(sheet, leads(sheet))
    grouped = groups(clues)
    if not grouped:
        return None
    links, days = Links(sheet), Days(sheet, language, now)
    measuring = Measuring(sheet, clues, links, days, regions(sheet, grouped))
    scores = score(measuring.measures(), shipped())
    best = np.argsort(-scores, kind="stable")[:_PROMISING].tolist()
    chosen = [grouped[number] for number in best]
    chosen += refined(measuring, best[:_REFINED], known=chosen)
    measuring = Measuring(sheet, clues, links, days, regions(sheet, chosen))
    measures = measuring.measures()
    return Candidates(measuring, measures, score(measures, shipped()))


def ranked(found: Candidates) -> Iterator[int]:
    """The numbers of the best groups that share no part of the page, the best first."""
    regions = found.measuring.regions
    taken = np.zeros(len(found.measuring.sheet), dtype=bool)
    told = 0
    for number in np.argsort(-found.scores, kind="stable").tolist():
        part = slice(int(regions.first[number]), int(regions.first[number + 1]))
        if taken[regions.lead[part]].any():
            continue
        for start, stop in zip(regions.start[part].tolist(), regions.stop[part].tolist()):
            taken[start:stop] = True
        yield number
        told += 1
        if told == _MOST:
            return
