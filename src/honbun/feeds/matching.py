"""Matching items over time: ids that stay the same, and known items recognised after changes.

`item_ids` derives ids from what the page shows. `match_items` finds known items again whose title
was corrected or whose link moved. `update_items` combines both for a page that is polled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from itertools import count, islice
from typing import TYPE_CHECKING

from honbun.feeds.identity import canonical_link, comparison_key, day, hash_id, item_ids, item_url
from honbun.text.dates.iso import earliest, moment
from honbun.text.similarity import dice, ngrams
from honbun.text.unicode import xml_text

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence, Set

    from honbun.feeds.identity import CanonicalLink
    from honbun.feeds.model import Item

_SUMMARY = 1000
"""Maximum number of stored characters of a summary."""
_DRIFT = timedelta(days=1)
"""How far a date may move between two polls and still be the same, such as "5 hours ago"."""


@dataclass(frozen=True, slots=True)
class KnownItem:
    """An item as it was last seen."""

    id: str
    link: str | None
    title: str
    published: str | None
    summary: str | None
    first: datetime | None
    """When it was first seen; None if it was there at the first poll."""
    seen_last: bool = True
    """Whether the last poll found it."""

    @property
    def dated(self) -> str | None:
        """The date to show: the page's own, else when the item was first seen."""
        if earliest(self.published) is None and self.first is not None:
            return self.first.isoformat(timespec="seconds")
        return self.published

    def seen_as(self, item: Item) -> KnownItem:
        """The same item as it is now."""
        return known_item(item, self.id, self.first, stable_date(self.published, item.published))


def known_item(item: Item, id_: str, first: datetime | None, published: str | None) -> KnownItem:
    """The stored form of an item."""
    return KnownItem(
        id=id_,
        link=_clean(item.link),
        title=xml_text(item.title),
        published=_clean(published),
        summary=_clean((item.summary or "")[:_SUMMARY]),
        first=first,
    )


def _clean(text: str | None) -> str | None:
    """Text that can be stored and read back; None if empty."""
    return xml_text(text or "") or None


def stable_date(before: str | None, now: str | None) -> str | None:
    """The date of a known item: a date that only drifts stays as it was.

    >>> stable_date("2024-05-01T10:12", "2024-05-01T10:47"), stable_date("2024-05-01", "2024-05-02")
    ('2024-05-01T10:12', '2024-05-02')
    """
    old, new = moment(before), moment(now)
    if old is None:
        return now or before
    return before if new is None or abs(new - old) < _DRIFT else now


# Items are matched to known items in rounds, the most reliable evidence first. Titles come before
# links: where items are numbered (`#1` is the newest), links pass from one item to the next, and
# titles do not.

_EDITED = 0.5
"""Minimum similarity of texts with the same title or day for one to be an edit of the other: two
swapped letters change a third of the n-grams of a twelve-letter title, another title nearly all."""
_SAME = 0.8
"""The same if neither title nor day agrees."""
_MOVED = 3
"""Minimum number of matching titles for a site to have moved; at least half of the remaining items,
too."""
_COMPARISONS = 20_000
"""Maximum number of text comparisons per page; they take a fraction of a second."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The properties by which an item is recognised."""

    link: CanonicalLink | None
    title: str
    day: str
    date: str
    text: str
    """Not normalised: few are compared, and only those are normalised."""
    seen_last: bool = field(compare=False)

    @classmethod
    def of(cls, seen: KnownItem, here: CanonicalLink | None) -> _Evidence:
        own = item_url(seen.link, here)
        return cls(
            link=own and own.key,
            title=comparison_key(seen.title),
            day=day(seen.published),
            date=seen.published or "",
            text=f"{seen.title} {seen.summary or ''}",
            seen_last=seen.seen_last,
        )


def match_items(
    page: str, remembered: Sequence[KnownItem], items: Sequence[Item]
) -> list[int | None]:
    """For each item, the index of the known item that it is; None for new items."""
    here = canonical_link(page)
    then = [_Evidence.of(one, here) for one in remembered]
    # New items are truncated and cleaned like known ones before comparison.
    now = [_Evidence.of(known_item(item, "", None, item.published), here) for item in items]
    return _Matching(then, now).matched()


class _Matching:
    """Matches the remaining items, round by round."""

    def __init__(self, then: list[_Evidence], now: list[_Evidence]) -> None:
        self._then, self._now = then, now
        self._found: dict[int, int] = {}
        self._open = dict.fromkeys(range(len(then)))
        """The known items that are not matched yet, in order."""
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
        self, key: Callable[[_Evidence], Hashable], *, agreeing: bool = False, alone: bool = False
    ) -> None:
        """Match items with equal keys.

        With `agreeing`, only if their days do not differ; with `alone`, only if the key is unique
        among known and current items.
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

    def _shared(self, key: Callable[[_Evidence], Hashable]) -> frozenset[Hashable]:
        counts = [Counter(map(key, traces)) for traces in (self._then, self._now)]
        return frozenset(found for count in counts for found, n in count.items() if n > 1)

    def _passed_on(self, trace: _Evidence) -> Hashable:
        """Page and title, if the anchor is new or now belongs to an item with another title.

        An anchor that is gone was removed with its item: another item with that title is a new one.
        """
        if trace.link is None:
            return None
        gone = bool(trace.link.fragment) and trace.link not in self._links
        return None if gone else (trace.link.page, trace.title)

    def _bare(self, trace: _Evidence) -> Hashable:
        """Link without query, and title, if the site does not select pages by query."""
        if trace.link is None or trace.link[:2] in self._queried:
            return None
        return trace.link._replace(query=""), trace.title

    def _moved(self) -> None:
        """Match all titles at once if a site moved with its items.

        A single title may recur every week; half of a page does not by chance.
        """
        left = self._left()
        seen_last = [number for number in self._open if self._then[number].seen_last]
        then = _unique({number: self._then[number].title for number in seen_last})
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
        """Match items with the same link, or none, by their text.

        Only items that the last poll found can have been edited since: a notice similar to last
        year's is a new one.
        """
        text_ngrams = cache(lambda trace: ngrams(comparison_key(trace.text)))
        rated = []
        for item, number in islice(self._comparable(), _COMPARISONS):
            one, other = self._now[item], self._then[number]
            related = one.title == other.title or (one.day and one.day == other.day)
            score = dice(text_ngrams(one), text_ngrams(other))
            if score >= (_EDITED if related else _SAME):
                rated.append((-score, item, number))
        for _, item, number in sorted(rated):
            if item not in self._found and number in self._open:
                self._take(item, number)

    def _comparable(self) -> Iterator[tuple[int, int]]:
        days = _Days()
        for number in self._open:
            trace = self._then[number]
            if trace.seen_last:
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
    """Indices by key and day; an empty day agrees with any."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, dict[str, list[int]]] = {}

    def add(self, key: Hashable, day: str, number: int) -> None:
        self._numbers.setdefault(key, {}).setdefault(day, []).append(number)

    def agreeing(self, key: Hashable, day: str) -> Iterator[int]:
        """The indices for a key whose day does not differ."""
        days = self._numbers.get(key, {})
        for one in (day, "") if day else days:
            yield from days.get(one, ())


def _unique(titles: dict[int, str]) -> dict[str, int]:
    """The indices of unique titles."""
    count = Counter(titles.values())
    return {title: number for number, title in titles.items() if title and count[title] == 1}


def _title_and_date(trace: _Evidence) -> Hashable:
    return (trace.title, trace.date) if trace.title and trace.date else None


def _queried(traces: Sequence[_Evidence]) -> frozenset[tuple[str, str]]:
    """Paths whose queries select different pages."""
    queries: dict[tuple[str, str], set[str]] = defaultdict(set)
    for trace in traces:
        if trace.link:
            queries[trace.link[:2]].add(trace.link.query)
    return frozenset(path for path, several in queries.items() if len(several) > 1)


def update_items(
    page: str, items: Sequence[Item], remembered: Sequence[KnownItem], now: datetime | None
) -> tuple[KnownItem, ...]:
    """The items as they are to be stored, in order, after another poll of their page.

    `now` is when new items are first seen; None at the first poll, when it is unknown how long they
    have been there. An id is never reused for another item.
    """
    taken = {one.id for one in remembered}
    found: list[KnownItem] = []
    matches = match_items(page, remembered, items)
    for item, id_, number in zip(items, item_ids(page, items), matches):
        if number is None:
            free = _free(id_, taken)
            taken.add(free)
            found.append(known_item(item, free, now, item.published))
        else:
            found.append(remembered[number].seen_as(item))
    return tuple(found)


def _free(id_: str, taken: Set[str]) -> str:
    """The id, or one derived from it if another item has it."""
    others = (hash_id(id_, str(number)) for number in count(2))
    return id_ if id_ not in taken else next(other for other in others if other not in taken)
