"""The written forms of dates: numeric, with the name of a month, East Asian.

A form is a pattern and a function that reads its match. No pattern has an unbounded repeat, so
trying one takes constant time on any text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.text.dates import names
from honbun.text.dates.model import (
    KANJI,
    Day,
    Order,
    Written,
    full_year,
    likely_orders,
    number,
    written,
)
from honbun.text.patterns import lazy

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from honbun.text.dates.model import Source

    Form = tuple[re.Pattern[str], Callable[[re.Match[str], Source], Written | None]]

# Numeric: 2008-12-10, 10.12.2008, 12/25/08.

_END = r"(?![0-9]|\2[0-9]|[-/.][0-9]{1,3}(?![0-9/.-])|(?!t[0-9])[a-z_])"
"""What must not follow the last field: more digits, a fourth field, a letter."""

YEAR_FIRST = lazy(
    rf"([12][0-9]{{3}})\s?([-/.])\s{{0,2}}([0-9]{{1,2}})\s?\2\s{{0,2}}([0-9]{{1,2}}){_END}"
    # Korean closes each field with a dot: "2008. 12. 10."
    r"(?:(?:(?<=\.\s[0-9])|(?<=\.\s[0-9][0-9]))\.)?"
)
YEAR_LAST = lazy(
    rf"([0-9]{{1,2}})\s?([-/.])\s?([0-9]{{1,2}})\s?\2\s?([0-9]{{4}}|'?[0-9]{{2}}){_END}"
    r"(?:\s?г(?:\.|\b))?"
)
COMPACT = lazy(r"([12][0-9]{3})([0-9]{2})([0-9]{2})(?=t[0-9]{4}|\s{0,9}$)")
YEAR_MONTH = lazy(r"([12][0-9]{3})[-/.]([0-9]{1,2})(?=\s{0,9}$)")
MONTH_DAY = lazy(r"([0-9]{1,2})/([0-9]{1,2})(?![0-9/.%-])")


def year_first(match: re.Match[str], source: Source) -> Written:
    """2008-12-10, 2008/12/10, 2008. 12. 10."""
    first, _, month, day = match.groups()
    return written(match, Day(int(first), int(month), int(day)))


def year_last(match: re.Match[str], source: Source) -> Written:
    """10.12.2008, 12/25/08, and 08/12/25, which looks no different."""
    readings = _readings(match)
    _, mark, second, last = match.groups()
    order = Order.YMD if _begins_with_year(match) else source.order
    orders = likely_orders(order, source.language, mark)
    days = [readings[order] for order in orders if order in readings]
    # 10.12.08 may be a version and 10-12-08 a part number; 12/25/08 is hardly anything else.
    sure = len(last) == 4 or source.order is not None or (mark == "/" and len(second) == 2)
    return Written(match.end(), days, sure)


def compact(match: re.Match[str], source: Source) -> Written:
    """20081210, if the text has nothing else or a time follows."""
    first, month, day = map(int, match.groups())
    return written(match, Day(first, month, day))._replace(sure=False)


def year_month(match: re.Match[str], source: Source) -> Written:
    """2008-12, if the text has nothing else; otherwise it may be a span of years or a season."""
    return written(match, Day(int(match[1]), int(match[2]), None))._replace(sure=False)


def month_day(match: re.Match[str], source: Source) -> Written | None:
    """12/10, if a weekday or time follows; otherwise it is a ratio."""
    first, second = int(match[1]), int(match[2])
    days = [Day(None, first, second), Day(None, second, first)]
    if likely_orders(source.order, source.language, "/")[0] is Order.DMY:
        days.reverse()
    days = [day for day in days if day.exists]
    return Written(match.end(), days, sure=False, lone=False) if days else None


def orders(plain: str, start: int, stop: int) -> list[Order]:
    """The possible orders of the date between two offsets; none if it is not numeric."""
    if YEAR_FIRST.search(plain, start, stop):
        return [Order.YMD]
    match = YEAR_LAST.search(plain, start, stop)
    return [*_readings(match)] if match else []


def _begins_with_year(match: re.Match[str]) -> bool:
    """Whether the text around a numeric date shows that its first two digits are the year."""
    start, stop = match.span()
    # ’08/12/25: only a year is abbreviated. 08/12/25(木): East Asia writes the year first.
    weekday = match.string[stop : stop + 3].lstrip(" ([")
    return match.string[start - 1 : start] == "'" or weekday > "\u2e80"


def _readings(match: re.Match[str]) -> dict[Order, Day]:
    first, _, second, last = match.groups()
    fields = {Order.DMY: (last, second, first), Order.MDY: (last, first, second)}
    if len(first) == len(last) == 2:
        fields[Order.YMD] = (first, second, last)
    days = {order: Day(full_year(y), int(m), int(d)) for order, (y, m, d) in fields.items()}
    return {order: day for order, day in days.items() if day.exists}


# With the name of a month: 10 Dec 2008, December 10th, 2008, 10 de diciembre de 2008.

_NAME = rf"(?P<name>{names.MONTH_NAME})"
_DAY = r"(?P<day>[0-9]{1,2})"
_RANGE = r"(?:\.?\s?[-–]\s?[0-9]{1,2}(?![0-9]))?"
"""The last day of an event; its first day is the date."""
_YEAR = r"(?P<year>[0-9]{4}|'[0-9]{2})(?![0-9])"
_SHORT_YEAR = r"(?P<short>[0-9]{2})(?![0-9]|[:.h]\s?[0-9]|\s?[^\W\d_]|\s?[%€$°])"
"""A two-digit year; before a word or a colon it is a count or the hour."""
_NTH = r"(?:st|nd|rd|th|er|re|e|[ºª°]|\.|-го|-е)?"
_OF = r"(?:(?:of|del|de|di|d'|des)\s?)?"
AFTER_DAY = [
    nth + of
    for nth in ("", *"st nd rd th er re e º ª го е".split())
    for of in ("", *"of del de di d des".split())
]
"""What the two patterns above match, without spaces and marks."""
_YEAR_MARK = r"(?:\s?(?:г\.|г\b|года\b|року\b|р\.))?"
_ZONE = r"(?:\s[a-z]{2,5}|\s[+-][0-9]{4})?"

DAY_NAME = lazy(
    rf"{_DAY}{_RANGE}{_NTH}[\s/.-]{{0,2}}{_OF}{_NAME}"
    rf"(?:\.?[\s,/.-]{{0,3}}{_OF}(?:{_YEAR}|{_SHORT_YEAR}){_YEAR_MARK})?"
)
NAME_DAY = lazy(
    rf"{_NAME}\.?[\s/.-]{{0,2}}{_DAY}(?![0-9]|:[0-9]){_RANGE}(?:st|nd|rd|th|º)?(?![^\W_])"
    # The second form is that of `date` and C's ctime(): Dec 10 09:30:05 JST 2008.
    rf"(?:(?:\s?,\s{{0,2}}|[\s/-]|\sde\s){_YEAR}"
    rf"|\s(?P<clock>[0-9]{{2}}:[0-9]{{2}}(?::[0-9]{{2}})?){_ZONE}\s(?P<late>[12][0-9]{{3}})(?!\d))?"
)
NAME_YEAR = lazy(rf"{_NAME}\.?,?[\s/'-]{{0,2}}{_OF}(?P<year>[12][0-9]{{3}})(?![0-9]|[-/.:][0-9])")
YEAR_NAME = lazy(
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
    if name in names.AMBIGUOUS and name not in names.CAPITALISED:
        return None
    return written(match, Day(int(match["year"]), names.MONTH[name], None))


def year_name(match: re.Match[str], source: Source) -> Written | None:
    """2008 Dec 10, 2008-Dec-10."""
    return _named(match, match["year"], source)


def _named(match: re.Match[str], digits: str | None, source: Source) -> Written | None:
    name, day = match["name"], int(match["day"])
    # A larger number counts issues or houses: 45, December 2008.
    if day > 31:
        return None
    is_capital = name in names.CAPITALISED and source.is_capital(match.start("name"))
    has_year = digits is not None and len(digits) == 4
    if name in names.AMBIGUOUS and not (has_year or is_capital):
        return None
    return written(match, Day(full_year(digits) if digits else None, names.MONTH[name], day))


# East Asian, with names of fields or eras: 2008年12月10日, 2008년 12월 10일, H20.12.10.

_ERA = rf"(?P<era>{names.ERA}|{names.ERA_LETTER})"
_N = f"[0-9{KANJI}]"

COUNTED = lazy(
    # The other calendar may follow in brackets: 2008年(平成20年)12月10日.
    rf"(?:(?:{_ERA}\s?)?(?P<year>{_N}{{1,4}}|元)\s?[年년](?:\s?\([^()]{{2,9}}\))?\s?)?"
    # 10日間 is a duration of ten days.
    rf"(?P<month>{_N}{{1,3}})\s?[月월](?:\s?(?P<day>{_N}{{1,3}})\s?[日号號일](?![間间]))?"
)
# Blog themes made for English fill in the translated month: 12月 10, 2008.
MONTH_DAY_YEAR = lazy(
    r"(?P<month>[0-9]{1,2})[月월]\s(?P<day>[0-9]{1,2}),?\s(?P<year>[12][0-9]{3})(?![0-9])"
)
DAY_MONTH_YEAR = lazy(
    r"(?P<day>[0-9]{1,2})\s(?P<month>[0-9]{1,2})[月월],?\s(?P<year>[12][0-9]{3})(?![0-9])"
)
ERA_MARKED = lazy(
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
    """The Western year, None where there is none, 0 where it is impossible."""
    digits = match["year"]
    if digits is None:
        return None
    if match["era"]:
        if source.text[match.start()].islower():  # h20.12.10 names something else
            return 0
        return names.era_year(match["era"], number(digits))
    return full_year(digits) if len(digits) == 2 and digits.isdecimal() else number(digits)


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
"""Forms that begin with a number, by what follows it and its count of digits."""
_NAMES: dict[str, tuple[Form, ...]] = {
    "month": ((NAME_DAY, name_day), (NAME_YEAR, name_year)),
    "sign": (_COUNTED, (ERA_MARKED, era_marked)),
}


def at(kind: str, size: int, source: Source, start: int) -> Written | None:
    """The date that begins at `start` with an opening of this kind and size."""
    impossible = None
    forms = _NAMES[kind] if kind in _NAMES else _NUMBERS.get(kind, {}).get(size, ())
    for pattern, read in forms:
        match = pattern.match(source.plain, start)
        found = read(match, source) if match else None
        if found and found.days:
            return found
        impossible = impossible or found
    return impossible
