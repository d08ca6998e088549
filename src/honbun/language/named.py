"""Dates with the name of a month: 10 Dec 2008, December 10th, 2008, 10 de diciembre de 2008."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.language import months
from honbun.language.day import Day, Written, written, year

if TYPE_CHECKING:
    from honbun.language.source import Source

_NAME = rf"(?P<name>{months.NAME})"
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
    if name in months.WEAK and name not in months.CAPITAL:
        return None
    return written(match, Day(int(match["year"]), months.NUMBER[name], None))


def year_name(match: re.Match[str], source: Source) -> Written | None:
    """2008 Dec 10, 2008-Dec-10."""
    return _named(match, match["year"], source)


def _named(match: re.Match[str], digits: str | None, source: Source) -> Written | None:
    name, day = match["name"], int(match["day"])
    # A larger number is that of an issue or a house: 45, December 2008.
    if day > 31:
        return None
    if name in months.WEAK and (digits is None or len(digits) != 4):
        told = name in months.CAPITAL and source.is_capital(match.start("name"))
        if not told:
            return None
    return written(match, Day(year(digits) if digits else None, months.NUMBER[name], day))
