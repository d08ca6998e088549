"""Records of the date scanner: the searched text, numbers, days, and the order of their fields."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re


class Order(StrEnum):
    """The order of year, month and day in a numeric date."""

    YMD = "ymd"
    DMY = "dmy"
    MDY = "mdy"


class Source(NamedTuple):
    """A text, the form in which it is searched, and what is known of its site."""

    text: str
    plain: str
    """The text in lower case and narrow characters, offset by offset."""
    order: Order | None
    language: str | None

    def is_capital(self, offset: int) -> bool:
        """Whether the character is a capital letter, as in names and abbreviations."""
        return self.text[offset].isupper()


KANJI = "〇零一二三四五六七八九十"
"""Digits and the ten, as East Asian dates write them."""
_VALUE = (
    {sign: value for value, sign in enumerate("〇一二三四五六七八九")}
    | {sign: value for value, sign in enumerate("0123456789")}
    # 元 is the first year of an era. 十十 is no number, but must not raise.
    | {"零": 0, "元": 1, "十": 1}
)


def number(digits: str) -> int:
    """The value of digits, kanji digits or kanji numerals.

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


# By the short date formats of the Unicode CLDR, where a language has one.
_DAY_FIRST = frozenset(
    "ar bg bn cs da de el es et fi fr gl ca he hi hr id is it lv ms nb nl nn no pl pt ro ru sk sl "
    "sr th tr uk vi en-au en-gb en-ie en-in en-nz en-za".split()
)
_YEAR_FIRST = frozenset("eu fa hu ja ko lt mn sv zh en-ca fr-ca".split())


@lru_cache(maxsize=256)
def usual_order(language: str | None) -> Order | None:
    """The order that a language uses, None where it is not known.

    >>> usual_order("en"), usual_order("en-GB"), usual_order("ja"), usual_order(None)
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
def likely_orders(order: Order | None, language: str | None, mark: str) -> tuple[Order, ...]:
    """All orders, the likeliest first, for a date whose fields are separated by `mark`."""
    usual = usual_order(language)
    likely = [
        order,
        # With dots the day comes first wherever the year comes last.
        usual if mark != "." or usual is Order.YMD else None,
        Order.MDY if mark == "/" else Order.DMY,
        *(Order.DMY, Order.MDY, Order.YMD),
    ]
    return tuple(dict.fromkeys(choice for choice in likely if choice))


_FIRST_YEAR, _LAST_YEAR = 1500, 2200
"""Other numbers of four digits are no years. Thai pages, which count to 2567, are not read."""


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
    def exists(self) -> bool:
        """Whether the calendar has such a date."""
        # Without a year, 29 February exists: 2000 has it.
        year = 2000 if self.year is None else self.year
        if not _FIRST_YEAR <= year <= _LAST_YEAR:
            return False
        try:
            date(year, self.month, 1 if self.day is None else self.day)
        except ValueError:
            return False
        return True


class Written(NamedTuple):
    """A date in a text: where it ends, and the days that it can mean, the likeliest first.

    Without days it looks like a date that the calendar does not have: 30 February 2008 is not
    February 2008 either.
    """

    stop: int
    days: list[Day]
    sure: bool = True
    """Whether it is a date anywhere; otherwise a weekday or a time of day beside it must confirm
    it."""
    lone: bool = True
    """Whether it is also a date where the text has nothing else."""
    clock: int | None = None
    """The offset of the time of day, if the date contains one."""


def written(match: re.Match[str], day: Day) -> Written:
    """A match that means one day."""
    return Written(match.end(), [day] if day.exists else [])


def full_year(digits: str) -> int:
    """The year of two or four digits; 0 for two digits that can mean two centuries.

    >>> full_year("2008"), full_year("'08"), full_year("98"), full_year("55")
    (2008, 2008, 1998, 0)
    """
    number = int(digits.lstrip("'"))
    if len(digits) == 4:
        return number
    # The web began in 1990, and two digits mean the writer's own time.
    return 2000 + number if number < 40 else 1900 + number if number >= 70 else 0
