"""Slots: places of a template, decided once for all pages of a site that have them.

Pages of one template show their title, date and authors at the same places. A page that is judged
by itself is often wrong where others of its site are right, so each page votes on its places, and
the majority of the pages that have a place decides about it. Papers 000 and 002 compare the pages
of a collection for the same reason.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun.content.evidence import agreement
from honbun.content.model import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from honbun.content.scoring import Floats

_FEWEST = 3
"""Pages of a site that can outvote one of them."""
_LEAST = 2
"""Votes that a place needs, whatever the number of its pages."""
_MAJORITY = 0.5
_ONCE = 1.5
"""Texts that a page has at a slot, at most, on average: dates in lists and comments are more."""
_NUMBERS = 3
"""Lines that are enough to see that their numbers are beside them."""


class Ballot(NamedTuple):
    """What one page says of its places."""

    places: Sequence[int]
    """The place of each segment."""
    printed: Floats
    """The score of each segment, with dates, authors and captions."""
    title: int | None
    """The segment that shows the title."""
    shown: Mapping[int, Role]
    """The segments that show the date and the authors."""
    modified: Collection[int]
    """The segments that show when the page was changed."""
    numbered: Mapping[int, int]
    """The segments that only number lines, and how many."""
    pictures: Collection[int]
    """The addresses of its pictures, hashed."""


@dataclass(frozen=True, slots=True)
class Slots:
    """What the pages of a site decided about their places."""

    pages: int = 0
    """How many pages voted; 0 if they are too few to decide."""
    titles: Mapping[int, float] = field(default_factory=dict)
    """The places of titles, and the share of the pages with the place that say so."""
    dates: Collection[int] = ()
    authors: Collection[int] = ()
    modified: Collection[int] = ()
    """Places of the day of the last change."""
    gutters: Collection[int] = ()
    """Places of line numbers."""
    pictures: Collection[int] = ()
    """Pictures that most pages show: parts of the template."""
    shared: Collection[int] = ()
    """Pictures that more than one page shows."""
    printed: Mapping[int, float] = field(default_factory=dict)
    """The mean score of each place."""

    def choose_title(
        self, title: int | None, places: Sequence[int], is_own: Sequence[bool]
    ) -> int | None:
        """The segment at the place where most pages have their title; else that of the page.

        `is_own` says of each segment that few other pages have its text.
        """
        if title is not None and places[title] in self.titles:
            return title
        rows = [row for row, place in enumerate(places) if place in self.titles and is_own[row]]
        return max(rows, key=lambda row: (self.titles[places[row]], -row), default=title)

    def agreed(self, printed: Floats, places: Sequence[int]) -> Floats:
        """Scores of a page, moved towards the means of their places."""
        weight = agreement(self.pages)
        means = np.array([self.printed.get(place, np.nan) for place in places], dtype=np.float32)
        moved = (1 - weight) * printed + weight * means
        found: Floats = np.where(np.isnan(means), printed, moved).astype(np.float32)
        return found


NO_SLOTS = Slots()
"""For a page alone, or with too few others."""


def elect(ballots: Sequence[Ballot]) -> Slots:
    """Count the votes of the pages of a site."""
    if len(ballots) < _FEWEST:
        return NO_SLOTS
    pages: Counter[int] = Counter()
    texts: Counter[int] = Counter()
    sums: defaultdict[int, float] = defaultdict(float)
    gutters: Counter[int] = Counter()
    longest: Counter[int] = Counter()
    pictures: Counter[int] = Counter()
    changes: Counter[int] = Counter()
    votes: dict[Role, Counter[int]] = {
        role: Counter() for role in (Role.TITLE, Role.DATE, Role.AUTHOR)
    }
    for one in ballots:
        pages.update(set(one.places))
        texts.update(one.places)
        for place, score in zip(one.places, one.printed.tolist()):
            sums[place] += score
        if one.title is not None:
            votes[Role.TITLE][one.places[one.title]] += 1
        for place, role in {(one.places[row], role) for row, role in one.shown.items()}:
            votes[role][place] += 1
        changes.update(one.places[row] for row in one.modified)
        for row, lines in one.numbered.items():
            place = one.places[row]
            gutters[place] += 1
            longest[place] = max(longest[place], lines)
        pictures.update(set(one.pictures))
    won = {
        role: {
            place: count / pages[place]
            for place, count in counts.items()
            if count >= max(_LEAST, _MAJORITY * pages[place])
        }
        for role, counts in votes.items()
    }
    once = {place for place, count in texts.items() if count <= _ONCE * pages[place]}
    return Slots(
        pages=len(ballots),
        titles=won[Role.TITLE],
        dates=once & won[Role.DATE].keys(),
        authors=once & won[Role.AUTHOR].keys(),
        modified={
            place
            for place, count in changes.items()
            if max(_LEAST, _MAJORITY * pages[place]) <= count <= _ONCE * pages[place]
        },
        gutters={
            place
            for place, count in gutters.items()
            if count == texts[place] and longest[place] >= _NUMBERS
        },
        pictures={
            key for key, count in pictures.items() if count >= max(_LEAST, _MAJORITY * len(ballots))
        },
        shared={key for key, count in pictures.items() if count > 1},
        printed={place: total / texts[place] for place, total in sums.items()},
    )


def line_numbers(texts: Sequence[str]) -> dict[int, int]:
    """The texts that only number lines from 1 on, with how many there are.

    >>> line_numbers(["1 2 3", "1", "2 3", "1 mile"])
    {0: 3, 1: 1}
    """
    found = {}
    for row, text in enumerate(texts):
        if text[:1] == "1":
            numbers = text.split()
            if numbers == [str(number) for number in range(1, len(numbers) + 1)]:
                found[row] = len(numbers)
    return found
