"""Known: what is remembered of an item, so that it is known again whatever changed."""

from __future__ import annotations

import re
import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from hashlib import blake2b
from itertools import count, islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from honbun.text.dates.iso import earliest, moment
from honbun.text.similarity import dice, ngrams
from honbun.text.unicode import normal_form, xml_text
from honbun.text.urls import http_url, page_parameters, requote, without_session

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence, Set

    from honbun.feeds.model import Item

_SUMMARY = 1000
"""Characters of a summary that are remembered: enough to tell it from others."""
_DRIFT = timedelta(days=1)
"""How far a date may move between two looks and still be the same, told by "5 hours ago"."""


@dataclass(frozen=True, slots=True)
class KnownItem:
    """An item as it was when it was last seen."""

    id: str
    link: str | None
    title: str
    published: str | None
    summary: str | None
    first: datetime | None
    """When it was first seen; None where it was there before anybody looked."""
    lately: bool = True
    """Whether it was there at the last look."""

    @property
    def dated(self) -> str | None:
        """The date to show: the page's own, else when the item was first seen."""
        if earliest(self.published) is None and self.first is not None:
            return self.first.isoformat(timespec="seconds")
        return self.published

    def seen_as(self, item: Item) -> KnownItem:
        """The same, as it looks now."""
        return known_item(item, self.id, self.first, stable_date(self.published, item.published))


def known_item(item: Item, id_: str, first: datetime | None, published: str | None) -> KnownItem:
    """What is remembered of an item."""
    return KnownItem(
        id=id_,
        link=_clean(item.link),
        title=xml_text(item.title),
        published=_clean(published),
        summary=_clean((item.summary or "")[:_SUMMARY]),
        first=first,
    )


def _clean(text: str | None) -> str | None:
    """Text as it can be kept and read back; None where there is none."""
    return xml_text(text or "") or None


def stable_date(before: str | None, now: str | None) -> str | None:
    """The date of an item that had one before: a date that only drifts stays where it was.

    >>> stable_date("2024-05-01T10:12", "2024-05-01T10:47"), stable_date("2024-05-01", "2024-05-02")
    ('2024-05-01T10:12', '2024-05-02')
    """
    old, new = moment(before), moment(now)
    if old is None:
        return now or before
    return before if new is None or abs(new - old) < _DRIFT else now


# Canonical: the address that an item is known by, however its link is spelled today.
#
# A site adds parameters that count visits, moves to https, or points to the comments below an
# article: the item stays the same.

_PLACE = re.compile(
    r"(?i)(?:comments?|commentlist|respond|reply|disqus_thread|more(?:-\d+)?|continue|"
    r"top|main|content|main-content|:~:.*)"
)
"""Fragments that name a place in any article, not an article of its own."""
_PORT = re.compile(r":(?:80|443)?$")


class CanonicalLink(NamedTuple):
    """The parts of a canonical address."""

    host: str
    path: str
    query: str
    fragment: str

    def __str__(self) -> str:
        query = f"?{self.query}" if self.query else ""
        fragment = f"#{self.fragment}" if self.fragment else ""
        return f"https://{self.host}{self.path}{query}{fragment}"

    @property
    def page(self) -> CanonicalLink:
        """The same without its fragment."""
        return self._replace(fragment="")

    @property
    def key(self) -> CanonicalLink:
        """What spellings have in common that lead to one page on all sites but a few."""
        parts = sorted(self.query.split("&"))
        host = self.host.removeprefix("www.")
        return CanonicalLink(host, self.path.rstrip("/"), "&".join(parts), self.fragment)


def canonical_link(link: str | None) -> CanonicalLink | None:
    """The address without what changes from visit to visit; None where it is none of the web.

    >>> str(canonical_link("http://A.example:80/b?utm_source=x&id=3&fbclid=y#comments"))
    'https://a.example/b?id=3'
    >>> str(canonical_link("https://a.example/log#v2")), canonical_link("b.html")
    ('https://a.example/log#v2', None)
    """
    found = http_url(link)
    if found is None:
        return None
    try:
        parts = urlsplit(found)
    except ValueError:  # "http://[" and the like
        return None
    host = _PORT.sub("", parts.netloc.rpartition("@")[2].lower())
    path = without_session(requote(parts.path)) or "/"
    fragment = "" if _PLACE.fullmatch(parts.fragment) else _telling(parts.fragment)
    return CanonicalLink(host, path, _telling(parts.query), requote(fragment))


def _telling(query: str) -> str:
    return "&".join(page_parameters(query))


# Identity: an id for every item of a list, from what the page shows and nothing else.
#
# Readers of feeds go by ids: one that changes shows an old item again, and one that two items
# share hides the second. An item is known by where it leads. Several that lead to one place are
# told apart by what they are called, and those that lead nowhere by that and their day; only what
# is the same in all of this is counted. No id depends on the order of the items, so a list may be
# sorted anew.
#
# A corrected title, or a link that moved, is beyond this: it takes a memory (see `reunion`).

_SEPARATOR = "\x1f"
"""Counts as white space, so that no field holds it once its white space is collapsed."""
Name = tuple[str, ...]


def item_ids(page: str, items: Sequence[Item]) -> tuple[str, ...]:
    """The ids of the items of a page, all different."""
    here = canonical_link(page)
    names = [_names(item, here, page) for item in items]
    level = [0] * len(names)
    while crowded := _crowded([several[at] for several, at in zip(names, level)]):
        # All that share a name give it up: none of them has more right to it than the others.
        deeper = [i for i in crowded if level[i] + 1 < len(names[i])]
        if not deeper:
            break
        for i in deeper:
            level[i] += 1
    before: Counter[Name] = Counter()
    found = []
    for several, at in zip(names, level):
        name = several[at]
        found.append(_id(name) if not before[name] else hash_id(*name, str(before[name])))
        before[name] += 1
    return tuple(found)


def hash_id(*fields: str) -> str:
    """An id made from some texts, whatever their white space."""
    joined = _SEPARATOR.join(map(_collapsed, fields))
    digest = blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return uuid.UUID(bytes=digest).urn


def item_url(link: str | None, here: CanonicalLink | None) -> CanonicalLink | None:
    """Where an item leads; None where that is nowhere, or `here`, the page that it stands on."""
    found = canonical_link(link)
    return None if found is None or (here and found.key == here.page.key) else found


def comparison_key(text: str) -> str:
    """A text as it is compared: width, case and white space do not count.

    >>> comparison_key(" Ｂoats\\n FLOAT")
    'boats float'
    """
    return " ".join(normal_form("NFKC", text).casefold().split())


def day(published: str | None) -> str:
    """The day of a date: the hour may be reckoned from "3 hours ago", and differ every time."""
    return _collapsed(published).partition("T")[0]


def _collapsed(text: str | None) -> str:
    return " ".join((text or "").split())


def _names(item: Item, here: CanonicalLink | None, page: str) -> list[Name]:
    """What an item may be known by, ever more precisely."""
    title, summary, date = (
        comparison_key(item.title),
        comparison_key(item.summary or ""),
        day(item.published),
    )
    rest = [*map(_collapsed, (item.published, item.author, item.image)), summary]
    address = item_url(item.link, here)
    if address is not None:
        link = str(address)
        return [(link,), (link, title), (link, title, date), (link, title, *rest)]
    # What is no address of the web (a file's, a telephone's) tells items apart all the same.
    link = _collapsed(item.link) if canonical_link(item.link) is None else ""
    if link:
        return [("", link), ("", link, title), ("", link, title, *rest)]
    place = str(here.page if here else page)
    return [(place, title, date or summary), (place, title, *rest)]


def _crowded(names: Sequence[Name]) -> list[int]:
    count = Counter(names)
    return [i for i, name in enumerate(names) if count[name] > 1]


def _id(name: Name) -> str:
    """An address is an id as it is; it is what most readers expect."""
    return name[0] if len(name) == 1 else hash_id(*name)


# Reunion: the items that a page shows now, matched to those that are remembered of it.
#
# In rounds, the surest sign first, each item to one that is remembered and the other way round.
# What an item is called is asked before where it leads: where items are numbered (`#1` is the
# newest), their links pass from one to the next, and their titles do not.

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

    link: CanonicalLink | None
    title: str
    day: str
    date: str
    text: str
    """As it was written: few are compared, and only these are spelled alike."""
    lately: bool = field(compare=False)

    @classmethod
    def of(cls, seen: KnownItem, here: CanonicalLink | None) -> _Trace:
        own = item_url(seen.link, here)
        return cls(
            link=own and own.key,
            title=comparison_key(seen.title),
            day=day(seen.published),
            date=seen.published or "",
            text=f"{seen.title} {seen.summary or ''}",
            lately=seen.lately,
        )


def match_items(
    page: str, remembered: Sequence[KnownItem], items: Sequence[Item]
) -> list[int | None]:
    """For each item, the number of the remembered one that it is; None for what is new."""
    here = canonical_link(page)
    then = [_Trace.of(one, here) for one in remembered]
    # What is new is remembered too before it is compared: cut and cleaned alike.
    now = [_Trace.of(known_item(item, "", None, item.published), here) for item in items]
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
        said = cache(lambda trace: ngrams(comparison_key(trace.text)))
        rated = []
        for item, number in islice(self._comparable(), _COMPARISONS):
            one, other = self._now[item], self._then[number]
            related = one.title == other.title or (one.day and one.day == other.day)
            score = dice(said(one), said(other))
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


# Poll: one more look at a page whose items are remembered. What is new, and what is not?


def update_items(
    page: str, items: Sequence[Item], remembered: Sequence[KnownItem], now: datetime | None
) -> tuple[KnownItem, ...]:
    """The items as they are to be remembered from now on, in their order.

    `now` is when new ones are first seen; None at the first look, when all are new and nobody
    knows since when they have been there. An id once given is never given to another item.
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
    """The id, or one made from it where another item has it."""
    others = (hash_id(id_, str(number)) for number in count(2))
    return id_ if id_ not in taken else next(other for other in others if other not in taken)
