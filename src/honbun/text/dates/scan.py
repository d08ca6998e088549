"""The scanner for dates in running text.

It is our own because the available libraries are slow and misread Japanese: one reads
平成20年12月10日 as 2010-12-20, another 2008年12月10日 as 2008-01-01. The scanner visits every
opening of a text once (a number, the name of a month or an era, a word such as "yesterday") and
tries the forms that can begin there; the weekday, time and zone around a date are added to it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from honbun._core.dates import OpeningScanner, plain
from honbun.text.dates import clock, forms, names, relative
from honbun.text.dates.model import KANJI, Order, Source, usual_order
from honbun.text.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from honbun.text.dates.model import Day, Written

    _Opening = tuple[int, int, str]

_DIGIT = lazy("[0-9]")
_WORD = lazy(rf"\W(?:{relative.SPACED})")
"""Begins with \\W instead of \\b, so that `re` skips all but the beginnings of words."""
_SIGN = lazy(names.alternation([*relative.HINTS, "月"]))
_OPENINGS = OpeningScanner(
    months=names.MONTH,
    words=relative.FIRST_WORDS,
    after=[*relative.SPACED_UNITS, *forms.AFTER_DAY, *clock.AFTER_HOUR],
    signs=[*names.ERAS, *clock.HALF.split("|"), *relative.UNSPACED_WORDS],
    letters=names.ERA_LETTERS,
    numerals=KANJI,
    units=f"年月{relative.UNIT_SIGNS}",
)
_OPENING = lazy(
    rf"(?P<sign>(?:{names.ERA})(?=\s?[0-9元{KANJI}])"
    rf"|\b{names.ERA_LETTER}(?=\.?[0-9]{{1,2}}[-/.年])|[{KANJI}]{{1,4}}(?=\s?[年月]))"
    rf"|(?P<half>(?:{clock.HALF})(?=\s?[0-9]))"
    rf"|(?P<relative>\b(?:{relative.SPACED})|{relative.UNSPACED})"
)
"""Words and signs that the core is not sure of."""
_WEEKDAY_BEFORE = lazy(names.WEEKDAY_BEFORE)
_WEEKDAY_AFTER = lazy(names.WEEKDAY_AFTER)
_MAX_WEEKDAY = 24
_GLUE = frozenset("abcdefghijklmnopqrstuvwxyz_#$€£¥=&%+")
"""Characters before a number that is part of a file name, a version, a price or a parameter."""
_MARKED = lazy(r"[0-9]\s?[-/.]\s{0,2}[0-9]")
"""Every numeric date has this, and most other texts have not."""
_DAY_AND_MONTH = lazy(r"(?<![0-9])[0-9]{1,2}\s?(?:/|([-.])\s?[0-9]{1,2}\s?\1)\s?'?[0-9]")
"""What only a date in which day and month may be in either order has."""
_MAX_LONE = 40
"""Characters of the longest text that is nothing but a date."""


@dataclass(frozen=True, slots=True)
class Found:
    """A date expression: its range in the text and its value."""

    start: int
    stop: int
    value: str | None
    """ISO 8601, as precise as the text: `2008-12-10T09:30:05+09:00`, `2008-12`, `--12-10` without
    a year. None for a time of day alone, and for "3 hours ago" without a `now`."""
    relative: bool = field(default=False, compare=False, repr=False)
    """Whether it depends on `now`."""


@dataclass(slots=True)
class _Hit:
    """A date expression; with neither day nor time it looks like a date but is none."""

    start: int
    stop: int
    day: Day | None = None
    clock: clock.Clock | None = None
    ago: relative.Relative | None = None


def find(
    text: str,
    *,
    order: Order | None = None,
    language: str | None = None,
    now: datetime | None = None,
) -> list[Found]:
    """All date expressions of a text, from left to right, without overlaps.

    >>> find("更新：平成20年12月10日(水) 午後3時30分")
    [Found(start=3, stop=25, value='2008-12-10T15:30')]
    """
    hits = _hits(text, order, language)
    return [Found(hit.start, hit.stop, _value(hit, now), hit.ago is not None) for hit in hits]


def contains(text: str) -> bool:
    """Whether a text has a date expression; faster than `find`.

    >>> contains("on Dec. 10, 2008"), contains("version 10.2")
    (True, False)
    """
    return bool(_hits(text, first=True))


def read(
    text: str,
    *,
    order: Order | None = None,
    language: str | None = None,
    now: datetime | None = None,
) -> str | None:
    """The first full date of a text in ISO 8601, else the first partial one.

    >>> read("May 2008 issue, posted on Dec. 10, 2008")
    '2008-12-10'
    """
    found = find(text, order=order, language=language, now=now)
    values = [each.value for each in found if each.value is not None]
    return next((value for value in values if _is_full(value)), values[0] if values else None)


def share(text: str) -> float:
    """The share of a text's visible characters that belongs to date expressions.

    Labels ("Posted on"), weekdays without a date and separators do not belong to them.

    >>> share("2008/12/10 (水) 09:30"), share("Posted on 2008-12-10")
    (1.0, 0.5555555555555556)
    """
    hits = _hits(text)
    if not hits:
        return 0.0
    return sum(_visible(text[hit.start : hit.stop]) for hit in hits) / _visible(text)


def order_of(values: Iterable[str], language: str | None = None) -> Order | None:
    """The order of numeric dates on a site, by the values that have only one reading.

    >>> order_of(["03/04/2008", "25/04/2008"], "en"), order_of(["03/04/2008"], "en-US")
    (<Order.DMY: 'dmy'>, <Order.MDY: 'mdy'>)
    """
    proofs = [orders[0] for value in values if len(orders := _orders(value)) == 1]
    # 2008-12-10 does not decide how 03/04/2008 is read.
    decisive = [order for order in proofs if order != Order.YMD] or proofs
    votes = Counter(decisive).most_common(2)
    if votes and (len(votes) == 1 or votes[0][1] > votes[1][1]):
        return votes[0][0]
    return usual_order(language)


def depends_on_order(text: str) -> bool:
    """Whether a date of a text may be read differently in another order; False is certain.

    >>> depends_on_order("03/04/2008"), depends_on_order("2008-04-03"), depends_on_order("3 April")
    (True, False, False)
    """
    return _DAY_AND_MONTH.search(plain(text)) is not None


def _orders(value: str) -> list[Order]:
    """The possible orders of the first date of a value."""
    if not _MARKED.search(plain(value)):
        return []
    hit = next((hit for hit in _hits(value) if hit.day), None)
    return forms.orders(plain(value), hit.start, hit.stop) if hit else []


def _hits(
    text: str, order: Order | None = None, language: str | None = None, *, first: bool = False
) -> list[_Hit]:
    """The date expressions of a text; with `first`, only the first of them."""
    searched = plain(text)
    openings = _OPENINGS.find(searched)
    if not openings or not (_DIGIT.search(searched) or _has_word(text)):
        return []
    source = Source(text, searched, order, language)
    hits: list[_Hit] = []
    stop = 0
    for start, end, kind in _verified(openings, searched):
        hit = _hit(kind, end - start, source, start, stop) if start >= stop else None
        if hit is None:
            continue
        if hits and hit.day and not hit.clock and _precedes(hits[-1], source, hit.start):
            hit.start, hit.clock = hits[-1].start, hits.pop().clock
        stop = hit.stop
        if hit.day or hit.clock or hit.ago:
            hits.append(hit)
            if first:
                break
    return hits


def _verified(openings: list[_Opening], plain: str) -> Iterator[_Opening]:
    """The openings that the core is sure of, and those that the pattern confirms."""
    read = 0
    for start, stop, kind in openings:
        if start < read:
            continue
        if kind:
            read = stop
            yield start, stop, kind
        elif opening := _OPENING.match(plain, start):
            read = opening.end()
            yield start, read, opening.lastgroup or ""


def _has_word(text: str) -> bool:
    """Whether a text without digits has a word or sign that makes it a date."""
    if _WORD.search(" " + text.lower()):
        return True
    return not text.isascii() and bool(_SIGN.search(text))


def _hit(kind: str, size: int, source: Source, start: int, floor: int) -> _Hit | None:
    """The date expression at an opening; nothing before `floor` can belong to it."""
    if source.plain[start].isdecimal() and _is_inside(source.plain, start, floor):
        return None
    written = forms.at(kind, size, source, start)
    if written and not written.days:
        return _Hit(start, written.stop)
    if written and (hit := _surrounded(written, source, start, floor)):
        return hit
    if kind in relative.KINDS and (ago := relative.at(kind, source, start)):
        time = clock.after(source, ago.stop) if ago.takes_clock else None
        return _Hit(start, time.stop if time else ago.stop, clock=time, ago=ago)
    if kind in clock.KINDS and (time := clock.alone(source, start)):
        return _Hit(start, time.stop, clock=time)
    return None


def _is_inside(plain: str, start: int, floor: int) -> bool:
    """Whether the number at `start` is part of something that begins before it."""
    # Another date ends at the floor: 2008/12/10-2008/12/12 is two dates.
    if start - 1 <= floor:
        return start > floor and plain[start - 1] in _GLUE
    before, further = plain[start - 1], plain[start - 2]
    if before in _GLUE:
        return True
    if before in "-/":
        return further in _GLUE or further.isdecimal() or further == "/"
    return before in ".:" and further.isdecimal()


def _surrounded(written: Written, source: Source, start: int, floor: int) -> _Hit | None:
    """The date with its weekday and time of day, if it is a date at all."""
    plain, stop, weekday = source.plain, written.stop, None
    time: clock.Clock | None = None
    if stop < len(plain) and (after := _WEEKDAY_AFTER.match(plain, stop)):
        stop, weekday = after.end(), after["bracketed"] or after["after"]
    if written.clock is not None:
        time = clock.alone(source, written.clock)
    elif stop < len(plain) and (time := clock.after(source, stop)):
        stop = time.stop
    first = max(floor, start - _MAX_WEEKDAY)
    if first < start and (before := _WEEKDAY_BEFORE.search(plain, first, start)):
        start, weekday = before.start(), weekday or before["before"]
    confirmed = weekday or time or (written.lone and _is_lone(plain, start, stop))
    if not (written.sure or confirmed):
        return None
    return _Hit(start, stop, _chosen(written.days, weekday), time)


def _is_lone(plain: str, start: int, stop: int) -> bool:
    return len(plain) < _MAX_LONE and plain.strip() == plain[start:stop]


def _chosen(days: list[Day], weekday: str | None) -> Day:
    """The likeliest of the days, unless the weekday belongs to another one."""
    if weekday and len(days) > 1:
        number = names.weekday(weekday)
        for day in days:
            if day.year and day.day and date(day.year, day.month, day.day).weekday() == number:
                return day
    return days[0]


def _precedes(hit: _Hit, source: Source, start: int) -> bool:
    """Whether a hit is the time of day of the date that begins at `start`."""
    return not hit.day and not hit.ago and clock.precedes(source.plain, hit.stop, start)


def _value(hit: _Hit, now: datetime | None) -> str | None:
    if hit.day:
        timed = hit.clock and hit.day.day is not None
        return f"{hit.day}T{hit.clock}" if timed else str(hit.day)
    if hit.ago and now:
        value = relative.value(hit.ago, now)
        return f"{value}T{hit.clock}" if hit.clock else value
    return None


def _is_full(value: str) -> bool:
    return len(value) >= 10 and not value.startswith("--")


def _visible(text: str) -> int:
    """How many characters of a text are not white space."""
    return sum(map(len, text.split()))
