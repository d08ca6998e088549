"""Reunion: the items that a page shows now, matched to those that are remembered of it.

In rounds, the surest sign first, each item to one that is remembered and the other way round. What
an item is called is asked before where it leads: where items are numbered (`#1` is the newest),
their links pass from one to the next, and their titles do not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from honbun.listing.canonical import canonical
from honbun.listing.identity import day, own_address, spelled
from honbun.listing.known import known
from honbun.listing.likeness import likeness, runs

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from honbun.listing.canonical import Address
    from honbun.listing.known import Known
    from honbun.listing.model import Item

_EDITED = 0.5
"""Likeness from which two texts of one title or one day are one text and its correction: two
letters that change places cost a title of twelve a third of its runs, another title nearly all."""
_SAME = 0.8
"""The same where neither title nor day agrees: only a small part may differ."""
_MOVED = 3
"""Titles that must be known again for a site to have moved, and half of what is left at least."""
_COMPARISONS = 20_000
"""Pairs of texts that are compared for one page: a fraction of a second."""


@dataclass(frozen=True, slots=True)
class _Trace:
    """What an item is known again by."""

    link: Address | None
    title: str
    day: str
    date: str
    text: str
    """As it was written: few are compared, and only these are spelled alike."""
    lately: bool = field(compare=False)

    @classmethod
    def of(cls, seen: Known, here: Address | None) -> _Trace:
        own = own_address(seen.link, here)
        return cls(
            link=own and own.key,
            title=spelled(seen.title),
            day=day(seen.published),
            date=seen.published or "",
            text=f"{seen.title} {seen.summary or ''}",
            lately=seen.lately,
        )


def reunite(page: str, remembered: Sequence[Known], items: Sequence[Item]) -> list[int | None]:
    """For each item, the number of the remembered one that it is; None for what is new."""
    here = canonical(page)
    then = [_Trace.of(one, here) for one in remembered]
    # What is new is remembered too before it is compared: cut and cleaned alike.
    now = [_Trace.of(known(item, "", None, item.published), here) for item in items]
    return _Reunion(then, now).matched()


class _Reunion:
    """Pairs what is left, round by round."""

    def __init__(self, then: list[_Trace], now: list[_Trace]) -> None:
        self._then, self._now = then, now
        self._found: dict[int, int] = {}
        self._open = dict.fromkeys(range(len(then)))
        """The remembered ones that are not matched yet, in their order."""
        self._links = {trace.link for trace in now}
        self._queried = _queried(then) | _queried(now)

    def matched(self) -> list[int | None]:
        self._round(lambda trace: (trace,))
        self._round(_title_and_date, alone=True)
        self._round(lambda trace: trace.link and (trace.link, trace.title))
        self._round(self._passed_on, agreeing=True)
        self._round(self._bare, agreeing=True)
        self._round(lambda trace: trace.link, alone=True)
        self._moved()
        self._alike()
        return [self._found.get(number) for number in range(len(self._now))]

    def _round(
        self, key: Callable[[_Trace], Hashable], *, agreeing: bool = False, alone: bool = False
    ) -> None:
        """Match what has one key.

        Where `agreeing`, only what does not differ in its day; where `alone`, only what no other
        had then or has now: of several the key does not tell which is which.
        """
        shared: frozenset[Hashable] = self._shared(key) if alone else frozenset()
        days = _Days()
        for number in self._open:
            trace = self._then[number]
            if (found := key(trace)) and found not in shared:
                days.add(found, trace.day if agreeing else "", number)
        for item in self._left():
            trace = self._now[item]
            waiting = days.agreeing(key(trace), trace.day)
            same = next((number for number in waiting if number in self._open), None)
            if same is not None:
                self._take(item, same)

    def _shared(self, key: Callable[[_Trace], Hashable]) -> frozenset[Hashable]:
        counts = [Counter(map(key, traces)) for traces in (self._then, self._now)]
        return frozenset(found for count in counts for found, n in count.items() if n > 1)

    def _passed_on(self, trace: _Trace) -> Hashable:
        """Page and title, where the anchor is new, or passed on to an item of another title.

        An anchor that is gone left with its item: another one of that title is another item.
        """
        if trace.link is None:
            return None
        gone = bool(trace.link.fragment) and trace.link not in self._links
        return None if gone else (trace.link.page, trace.title)

    def _bare(self, trace: _Trace) -> Hashable:
        """All but the query, where the site does not choose its pages by it, and the title."""
        if trace.link is None or trace.link[:2] in self._queried:
            return None
        return trace.link._replace(query=""), trace.title

    def _moved(self) -> None:
        """Match all titles at once where a site moves and takes its items along.

        One title alone may be that of every week's notes; half of a page is not new by chance.
        """
        left = self._left()
        lately = [number for number in self._open if self._then[number].lately]
        then = _unique({number: self._then[number].title for number in lately})
        now = _unique({item: self._now[item].title for item in left})
        pairs = [(now[title], then[title]) for title in now if title in then]
        pairs = [pair for pair in pairs if self._agree(*pair)]
        if len(pairs) >= max(_MOVED, len(left) / 2):
            for item, number in pairs:
                self._take(item, number)

    def _agree(self, item: int, number: int) -> bool:
        days = {self._now[item].day, self._then[number].day}
        return len(days - {""}) < 2

    def _alike(self) -> None:
        """Match what leads to the same place, or nowhere, by what it says.

        Only what was there at the last look can have been edited since: a notice that is like one
        of last year is a new one.
        """
        said = cache(lambda trace: runs(spelled(trace.text)))
        rated = []
        for item, number in islice(self._comparable(), _COMPARISONS):
            one, other = self._now[item], self._then[number]
            related = one.title == other.title or (one.day and one.day == other.day)
            score = likeness(said(one), said(other))
            if score >= (_EDITED if related else _SAME):
                rated.append((-score, item, number))
        for _, item, number in sorted(rated):
            if item not in self._found and number in self._open:
                self._take(item, number)

    def _comparable(self) -> Iterator[tuple[int, int]]:
        days = _Days()
        for number in self._open:
            trace = self._then[number]
            if trace.lately:
                days.add(trace.link, trace.day, number)
        for item in self._left():
            trace = self._now[item]
            yield from ((item, number) for number in days.agreeing(trace.link, trace.day))

    def _left(self) -> list[int]:
        return [number for number in range(len(self._now)) if number not in self._found]

    def _take(self, item: int, remembered: int) -> None:
        self._found[item] = remembered
        del self._open[remembered]


class _Days:
    """Numbers by a key and a day; what has no day agrees with any."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, dict[str, list[int]]] = {}

    def add(self, key: Hashable, day: str, number: int) -> None:
        self._numbers.setdefault(key, {}).setdefault(day, []).append(number)

    def agreeing(self, key: Hashable, day: str) -> Iterator[int]:
        """The numbers of a key whose day is not another one."""
        days = self._numbers.get(key, {})
        for one in (day, "") if day else days:
            yield from days.get(one, ())


def _unique(titles: dict[int, str]) -> dict[str, int]:
    """The numbers of the titles that only one has."""
    count = Counter(titles.values())
    return {title: number for number, title in titles.items() if title and count[title] == 1}


def _title_and_date(trace: _Trace) -> Hashable:
    return (trace.title, trace.date) if trace.title and trace.date else None


def _queried(traces: Sequence[_Trace]) -> frozenset[tuple[str, str]]:
    """The paths that lead to different pages at one time, as their queries say."""
    queries: dict[tuple[str, str], set[str]] = defaultdict(set)
    for trace in traces:
        if trace.link:
            queries[trace.link[:2]].add(trace.link.query)
    return frozenset(path for path, several in queries.items() if len(several) > 1)
