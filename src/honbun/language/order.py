"""Which field of a numeric date is the day: 03/04/2008 does not say, its site or language may."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

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
