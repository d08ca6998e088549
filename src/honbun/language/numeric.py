"""Dates of digits and marks: 2008-12-10, 10.12.2008, 12/25/08."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.language.day import Day, Written, written, year
from honbun.language.order import Order, preferred

if TYPE_CHECKING:
    from honbun.language.source import Source

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
