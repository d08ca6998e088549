"""A calendar date, and one as it stands written in a text."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re

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
