"""Which written forms a date can have, by what it opens with.

No pattern holds an unbounded repeat, so that trying one costs the same on any text.
"""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from honbun.text.dates import names

if TYPE_CHECKING:
    from honbun.text.dates.scan import Source

# A calendar date, and one as it stands written in a text.

_FIRST_YEAR, _LAST_YEAR = 1500, 2200
"""Four digits outside of these are a number; Thai pages, which count to 2567, are not read."""


class Day(NamedTuple):
    """A calendar date of which the year or the day may be unknown."""

    year: int | None
    month: int
    day: int | None

    def __str__(self) -> str:
        if self.year is None:
            return f"--{self.month:02}-{self.day:02}"
        if self.day is None:
            return f"{self.year:04}-{self.month:02}"
        return f"{self.year:04}-{self.month:02}-{self.day:02}"

    @property
    def is_real(self) -> bool:
        """Whether the calendar has it."""
        # 29 February is a day of some year; 2000 has it.
        year = 2000 if self.year is None else self.year
        if not _FIRST_YEAR <= year <= _LAST_YEAR:
            return False
        try:
            date(year, self.month, 1 if self.day is None else self.day)
        except ValueError:
            return False
        return True


class Written(NamedTuple):
    """A date as it stands in a text: its end, and the days it can mean, the likeliest first.

    Without a day it looks like a date, but the calendar has none such: 30 February 2008 is not
    February 2008 either.
    """

    stop: int
    days: list[Day]
    sure: bool = True
    """Whether it is a date wherever it stands; else a weekday or a time beside it must say so."""
    lone: bool = True
    """Whether it is one as well where a text holds nothing else."""
    clock: int | None = None
    """Where its time of day stands, if that is inside of it."""


def written(match: re.Match[str], day: Day) -> Written:
    """The match as that day."""
    return Written(match.end(), [day] if day.is_real else [])


def year(digits: str) -> int:
    """The year that two or four digits mean; 0 for two digits that could mean two centuries.

    >>> year("2008"), year("'08"), year("98"), year("55")
    (2008, 2008, 1998, 0)
    """
    number = int(digits.lstrip("'"))
    if len(digits) == 4:
        return number
    # The web is younger than 1990, and those who write two digits mean their own time.
    return 2000 + number if number < 40 else 1900 + number if number >= 70 else 0


# Which field of a numeric date is the day: 03/04/2008 does not say, its site or language may.

_DAY_FIRST = frozenset(
    "ar bg bn cs da de el es et fi fr gl ca he hi hr id is it lv ms nb nl nn no pl pt ro ru sk sl "
    "sr th tr uk vi en-au en-gb en-ie en-in en-nz en-za".split()
)
_YEAR_FIRST = frozenset("eu fa hu ja ko lt mn sv zh en-ca fr-ca".split())
# By the short date formats of the Unicode CLDR, where a language has one.


class Order(StrEnum):
    """The order of year, month and day."""

    YMD = "ymd"
    DMY = "dmy"
    MDY = "mdy"


@lru_cache(maxsize=256)
def usual(language: str | None) -> Order | None:
    """The order that a language writes, None where that is not known.

    >>> usual("en"), usual("en-GB"), usual("ja"), usual(None)
    (<Order.MDY: 'mdy'>, <Order.DMY: 'dmy'>, <Order.YMD: 'ymd'>, None)
    """
    tag = (language or "").lower().replace("_", "-")
    for known in (tag, tag.partition("-")[0]):
        if known in _DAY_FIRST:
            return Order.DMY
        if known in _YEAR_FIRST:
            return Order.YMD
        if known == "en":
            return Order.MDY
    return None


@lru_cache(maxsize=256)
def preferred(order: Order | None, language: str | None, mark: str) -> tuple[Order, ...]:
    """All orders, the likeliest first, for a date whose fields `mark` parts."""
    likely = [
        order,
        # Dots are day-first wherever the year stands last.
        usual(language) if mark != "." or usual(language) is Order.YMD else None,
        Order.MDY if mark == "/" else Order.DMY,
        *(Order.DMY, Order.MDY, Order.YMD),
    ]
    return tuple(dict.fromkeys(choice for choice in likely if choice))


# Dates of digits and marks: 2008-12-10, 10.12.2008, 12/25/08.

_END = r"(?![0-9]|\2[0-9]|[-/.][0-9]{1,3}(?![0-9/.-])|(?!t[0-9])[a-z_])"
"""The last field is not the beginning of a longer number, a fourth field, or a word."""

YEAR_FIRST = re.compile(
    rf"([12][0-9]{{3}})\s?([-/.])\s{{0,2}}([0-9]{{1,2}})\s?\2\s{{0,2}}([0-9]{{1,2}}){_END}"
    # Korean closes each field with a dot: "2008. 12. 10."
    r"(?:(?:(?<=\.\s[0-9])|(?<=\.\s[0-9][0-9]))\.)?"
)
YEAR_LAST = re.compile(
    rf"([0-9]{{1,2}})\s?([-/.])\s?([0-9]{{1,2}})\s?\2\s?([0-9]{{4}}|'?[0-9]{{2}}){_END}"
    r"(?:\s?г(?:\.|\b))?"
)
COMPACT = re.compile(r"([12][0-9]{3})([0-9]{2})([0-9]{2})(?=t[0-9]{4}|\s{0,9}$)")
YEAR_MONTH = re.compile(r"([12][0-9]{3})[-/.]([0-9]{1,2})(?=\s{0,9}$)")
MONTH_DAY = re.compile(r"([0-9]{1,2})/([0-9]{1,2})(?![0-9/.%-])")


def year_first(match: re.Match[str], source: Source) -> Written:
    """2008-12-10, 2008/12/10, 2008. 12. 10."""
    first, _, month, day = match.groups()
    return written(match, Day(int(first), int(month), int(day)))


def year_last(match: re.Match[str], source: Source) -> Written:
    """10.12.2008, 12/25/08, and 08/12/25, which looks no different."""
    readings = _readings(match)
    _, mark, second, last = match.groups()
    order = Order.YMD if _begins_with_year(match) else source.order
    orders = preferred(order, source.language, mark)
    days = [readings[order] for order in orders if order in readings]
    # 10.12.08 is as well a version, 10-12-08 a part number; 12/25/08 is hardly anything else.
    sure = len(last) == 4 or source.order is not None or (mark == "/" and len(second) == 2)
    return Written(match.end(), days, sure)


def compact(match: re.Match[str], source: Source) -> Written:
    """20081210, if it is all there is or a time follows; else it is just a number."""
    first, month, day = map(int, match.groups())
    return written(match, Day(first, month, day))._replace(sure=False)


def year_month(match: re.Match[str], source: Source) -> Written:
    """2008-12, if it is all there is; else it may be a span of years or a season."""
    return written(match, Day(int(match[1]), int(match[2]), None))._replace(sure=False)


def month_day(match: re.Match[str], source: Source) -> Written | None:
    """12/10, if a weekday or time follows; else it is a ratio."""
    first, second = int(match[1]), int(match[2])
    days = [Day(None, first, second), Day(None, second, first)]
    if preferred(source.order, source.language, "/")[0] is Order.DMY:
        days.reverse()
    days = [day for day in days if day.is_real]
    return Written(match.end(), days, sure=False, lone=False) if days else None


def orders(plain: str, start: int, stop: int) -> list[Order]:
    """The orders in which the date between two offsets is possible; none if it is not numeric."""
    if YEAR_FIRST.search(plain, start, stop):
        return [Order.YMD]
    match = YEAR_LAST.search(plain, start, stop)
    return [*_readings(match)] if match else []


def _begins_with_year(match: re.Match[str]) -> bool:
    """Whether what surrounds a numeric date tells that its first two digits are the year."""
    start, stop = match.span()
    # ’08/12/25: only a year is short for something. 08/12/25(木): East Asia writes it first.
    weekday = match.string[stop : stop + 3].lstrip(" ([")
    return match.string[start - 1 : start] == "'" or weekday > "\u2e80"


def _readings(match: re.Match[str]) -> dict[Order, Day]:
    first, _, second, last = match.groups()
    fields = {Order.DMY: (last, second, first), Order.MDY: (last, first, second)}
    if len(first) == len(last) == 2:
        fields[Order.YMD] = (first, second, last)
    days = {order: Day(year(y), int(m), int(d)) for order, (y, m, d) in fields.items()}
    return {order: day for order, day in days.items() if day.is_real}


# Dates with the name of a month: 10 Dec 2008, December 10th, 2008, 10 de diciembre de 2008.

_NAME = rf"(?P<name>{names.NAME_MONTHS})"
_DAY = r"(?P<day>[0-9]{1,2})"
_RANGE = r"(?:\.?\s?[-–]\s?[0-9]{1,2}(?![0-9]))?"
"""The last day of an event; its date is the first."""
_YEAR = r"(?P<year>[0-9]{4}|'[0-9]{2})(?![0-9])"
_SHORT_YEAR = r"(?P<short>[0-9]{2})(?![0-9]|[:.h]\s?[0-9]|\s?[^\W\d_]|\s?[%€$°])"
"""A bare two-digit year; before a word or a colon it counts something or is the hour."""
_NTH = r"(?:st|nd|rd|th|er|re|e|[ºª°]|\.|-го|-е)?"
_OF = r"(?:(?:of|del|de|di|d'|des)\s?)?"
_YEAR_MARK = r"(?:\s?(?:г\.|г\b|года\b|року\b|р\.))?"
_ZONE = r"(?:\s[a-z]{2,5}|\s[+-][0-9]{4})?"

DAY_NAME = re.compile(
    rf"{_DAY}{_RANGE}{_NTH}[\s/.-]{{0,2}}{_OF}{_NAME}"
    rf"(?:\.?[\s,/.-]{{0,3}}{_OF}(?:{_YEAR}|{_SHORT_YEAR}){_YEAR_MARK})?"
)
NAME_DAY = re.compile(
    rf"{_NAME}\.?[\s/.-]{{0,2}}{_DAY}(?![0-9]|:[0-9]){_RANGE}(?:st|nd|rd|th|º)?(?![^\W_])"
    # The second way is that of `date` and C's ctime(): Dec 10 09:30:05 JST 2008.
    rf"(?:(?:\s?,\s{{0,2}}|[\s/-]|\sde\s){_YEAR}"
    rf"|\s(?P<clock>[0-9]{{2}}:[0-9]{{2}}(?::[0-9]{{2}})?){_ZONE}\s(?P<late>[12][0-9]{{3}})(?!\d))?"
)
NAME_YEAR = re.compile(
    rf"{_NAME}\.?,?[\s/'-]{{0,2}}{_OF}(?P<year>[12][0-9]{{3}})(?![0-9]|[-/.:][0-9])"
)
YEAR_NAME = re.compile(
    rf"(?P<year>[12][0-9]{{3}})[\s.,/-]{{1,2}}{_NAME}\.?[\s/.-]{{0,2}}{_DAY}(?![0-9]|:){_NTH}"
)


def day_name(match: re.Match[str], source: Source) -> Written | None:
    """10 Dec 2008, 10. Dezember, 10-Dec-08."""
    return _named(match, match["year"] or match["short"], source)


def name_day(match: re.Match[str], source: Source) -> Written | None:
    """December 10th, 2008, and Dec 10 09:30:05 2008."""
    found = _named(match, match["year"] or match["late"], source)
    return found._replace(clock=match.start("clock")) if found and match["clock"] else found


def name_year(match: re.Match[str], source: Source) -> Written | None:
    """December 2008."""
    name = match["name"]
    if name in names.WEAK and name not in names.CAPITAL:
        return None
    return written(match, Day(int(match["year"]), names.NUMBER[name], None))


def year_name(match: re.Match[str], source: Source) -> Written | None:
    """2008 Dec 10, 2008-Dec-10."""
    return _named(match, match["year"], source)


def _named(match: re.Match[str], digits: str | None, source: Source) -> Written | None:
    name, day = match["name"], int(match["day"])
    # A larger number is that of an issue or a house: 45, December 2008.
    if day > 31:
        return None
    if name in names.WEAK and (digits is None or len(digits) != 4):
        told = name in names.CAPITAL and source.is_capital(match.start("name"))
        if not told:
            return None
    return written(match, Day(year(digits) if digits else None, names.NUMBER[name], day))


# Numbers as East Asian pages write them: full-width, in kanji, or both in one date.

KANJI = "〇零一二三四五六七八九十"
_VALUE = (
    {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
    | {sign: value for value, sign in enumerate("0123456789")}
    # The first year of an era; 十十 is no number, but some text holds it.
    | {"零": 0, "元": 1, "十": 1}
)
_PLAIN = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    ord("İ"): "i",  # the one character whose lower case is two characters long
    ord("‐"): "-",
    ord("‑"): "-",
    ord("−"): "-",
    ord("’"): "'",
}


def plain(text: str) -> str:
    """Text in lower case with full-width ASCII made narrow, as long as it was.

    >>> plain("２００８／１２／１０（Wed）")
    '2008/12/10(wed)'
    """
    return text.lower() if text.isascii() else text.translate(_PLAIN).lower()


def number(digits: str) -> int:
    """The number that digits, kanji digits or kanji numerals stand for.

    >>> number("10"), number("二〇〇八"), number("二十"), number("三十一"), number("十二")
    (10, 2008, 20, 31, 12)
    """
    if digits.isascii():
        return int(digits)
    tens, ten, ones = digits.rpartition("十")
    return (10 * (_positional(tens) or 1) if ten else 0) + _positional(ones)


def _positional(digits: str) -> int:
    total = 0
    for digit in digits:
        total = total * 10 + _VALUE[digit]
    return total


# Dates that name their fields or their era: 2008年12月10日, 2008년 12월 10일, H20.12.10.

_ERA = rf"(?P<era>{names.NAME_ERAS}|{names.LETTER})"
_N = f"[0-9{KANJI}]"

COUNTED = re.compile(
    # The other calendar may stand in brackets: 2008年(平成20年)12月10日.
    rf"(?:(?:{_ERA}\s?)?(?P<year>{_N}{{1,4}}|元)\s?[年년](?:\s?\([^()]{{2,9}}\))?\s?)?"
    # 10日間 are ten days.
    rf"(?P<month>{_N}{{1,3}})\s?[月월](?:\s?(?P<day>{_N}{{1,3}})\s?[日号號일](?![間间]))?"
)
# Blog themes made for English put the translated month into its places: 12月 10, 2008.
MONTH_DAY_YEAR = re.compile(
    r"(?P<month>[0-9]{1,2})[月월]\s(?P<day>[0-9]{1,2}),?\s(?P<year>[12][0-9]{3})(?![0-9])"
)
DAY_MONTH_YEAR = re.compile(
    r"(?P<day>[0-9]{1,2})\s(?P<month>[0-9]{1,2})[月월],?\s(?P<year>[12][0-9]{3})(?![0-9])"
)
ERA_MARKED = re.compile(
    rf"{_ERA}\.?\s?(?P<year>[0-9]{{1,2}}|元)(?P<mark>[-/.])\s?(?P<month>[0-9]{{1,2}})(?P=mark)\s?"
    r"(?P<day>[0-9]{1,2})(?![0-9a-z]|[-/.][0-9])"
)


def counted(match: re.Match[str], source: Source) -> Written | None:
    """2008年12月10日, 12月10日, 2008年12月."""
    if match["year"] is None and match["day"] is None:
        return None
    return _dated(match, source)


def themed(match: re.Match[str], source: Source) -> Written:
    """12月 10, 2008 and 10 12月, 2008."""
    return written(match, Day(int(match["year"]), int(match["month"]), int(match["day"])))


def era_marked(match: re.Match[str], source: Source) -> Written:
    """H20.12.10."""
    return _dated(match, source)


def _dated(match: re.Match[str], source: Source) -> Written:
    day = None if match["day"] is None else number(match["day"])
    return written(match, Day(_year(match, source), number(match["month"]), day))


def _year(match: re.Match[str], source: Source) -> int | None:
    """The Western year, None where none is written, 0 where it is none."""
    digits = match["year"]
    if digits is None:
        return None
    if match["era"]:
        # h20.12.10 is a name of something.
        return (
            0 if source.text[match.start()].islower() else names.year(match["era"], number(digits))
        )
    return year(digits) if len(digits) == 2 and digits.isdecimal() else number(digits)


if TYPE_CHECKING:
    from collections.abc import Callable

    pass
    from honbun.text.dates.scan import Source

    Form = tuple[re.Pattern[str], Callable[[re.Match[str], Source], Written | None]]

_DAY_NAME: Form = (DAY_NAME, day_name)
_YEAR_NAME: Form = (YEAR_NAME, year_name)
_COUNTED: Form = (COUNTED, counted)
_COUNTED_SHORT: tuple[Form, ...] = (
    _COUNTED,
    (MONTH_DAY_YEAR, themed),
    (DAY_MONTH_YEAR, themed),
)
_COMPACT: Form = (COMPACT, compact)
_DAY_MARKED: tuple[Form, ...] = (
    (YEAR_LAST, year_last),
    _DAY_NAME,
    (MONTH_DAY, month_day),
)
_YEAR_MARKED: tuple[Form, ...] = (
    (YEAR_FIRST, year_first),
    _YEAR_NAME,
    (YEAR_MONTH, year_month),
)
_NUMBERS: dict[str, dict[int, tuple[Form, ...]]] = {
    "marked": {1: _DAY_MARKED, 2: _DAY_MARKED, 4: _YEAR_MARKED},
    "counted": {1: _COUNTED_SHORT, 2: _COUNTED_SHORT, 4: (_COUNTED,)},
    "worded": {1: (_DAY_NAME,), 2: (_DAY_NAME,), 4: (_YEAR_NAME,), 8: (_COMPACT,)},
    "ended": {8: (_COMPACT,)},
}
"""For a number, by what follows it and how many digits it has."""
_NAMES: dict[str, tuple[Form, ...]] = {
    "month": ((NAME_DAY, name_day), (NAME_YEAR, name_year)),
    "sign": (_COUNTED, (ERA_MARKED, era_marked)),
}


def at(kind: str, size: int, source: Source, start: int) -> Written | None:
    """The date at `start`, where an opening of some kind and size stands."""
    unreal = None
    forms = _NAMES[kind] if kind in _NAMES else _NUMBERS.get(kind, {}).get(size, ())
    for pattern, read in forms:
        match = pattern.match(source.plain, start)
        found = read(match, source) if match else None
        if found and found.days:
            return found
        unreal = unreal or found
    return unreal
