"""Time zones beside a time of day: +0900, GMT+9, JST."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.language.months import alternation

if TYPE_CHECKING:
    from honbun.language.source import Source

_HOURS_EAST = {
    # The names of RFC 2822; then those that mean one offset only.
    **{"z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5},
    **{"mst": -7, "mdt": -6, "pst": -8, "pdt": -7},
    **{"jst": 9, "kst": 9, "cet": 1, "cest": 2, "mez": 1, "mesz": 2, "eet": 2, "eest": 3},
    **{"wet": 0, "west": 1, "bst": 1, "msk": 3, "мск": 3, "hkt": 8, "sgt": 8, "akst": -9},
    **{"akdt": -8, "hst": -10, "aest": 10, "aedt": 11, "awst": 8, "nzst": 12, "nzdt": 13},
}
_VAGUE = ("et", "ct", "mt", "pt", "ist")
"""Zones that name no one offset, but belong to the expression."""
_FARTHEST = 14
"""Kiribati, in hours."""

_ZONE = re.compile(
    r"\s?(?:(?:(?:utc|gmt)\s?)?(?P<sign>[+-])(?P<hours>[0-9]{2})(?P<colon>:?)(?P<minutes>[0-9]{2})"
    r"(?![0-9])(?:\s?\([a-z]{2,5}\))?"
    r"|(?:utc|gmt)\s?(?P<only>[+-][0-9]{1,2})(?![0-9:])"
    rf"|\(?(?P<name>{alternation([*_HOURS_EAST, *_VAGUE])})\b\)?)"
)


def after(source: Source, start: int, exact: bool) -> tuple[int, str]:
    """Where the zone after a time of day ends, and its offset in ISO 8601, empty if not known.

    A time is exact if it has seconds or is written in ISO 8601: after another, -10:30 ends a span.
    """
    match = _ZONE.match(source.plain, start)
    if not match:
        return start, ""
    if match["sign"]:
        span = match["sign"] == "-" and match["colon"] and not exact
        if span or int(match["hours"]) > _FARTHEST or int(match["minutes"]) > 59:
            return start, ""
        return match.end(), f"{match['sign']}{match['hours']}:{match['minutes']}"
    if match["only"]:
        return match.end(), f"{int(match['only']):+03}:00"
    # "est" is French for "is", "ist" German.
    if not source.is_capital(match.start("name")):
        return start, ""
    hours = _HOURS_EAST.get(match["name"])
    return match.end(), "" if hours is None else f"{hours:+03}:00"
