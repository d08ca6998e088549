"""Times of day, alone or beside a date, and their time zones: 09:30 JST, 午後3時, 3 pm GMT+9."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.text.dates.names import alternation
from honbun.text.patterns import lazy

if TYPE_CHECKING:
    import re

    from honbun.text.dates.model import Source

_HOURS_EAST = {
    # The names of RFC 2822, then names that mean one offset only.
    **{"z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5},
    **{"mst": -7, "mdt": -6, "pst": -8, "pdt": -7},
    **{"jst": 9, "kst": 9, "cet": 1, "cest": 2, "mez": 1, "mesz": 2, "eet": 2, "eest": 3},
    **{"wet": 0, "west": 1, "bst": 1, "msk": 3, "мск": 3, "hkt": 8, "sgt": 8, "akst": -9},
    **{"akdt": -8, "hst": -10, "aest": 10, "aedt": 11, "awst": 8, "nzst": 12, "nzdt": 13},
}
_VAGUE = ("et", "ct", "mt", "pt", "ist")
"""Zones without a single offset; they belong to the expression all the same."""
_MAX_HOURS = 14
"""The offset of Kiribati."""

_ZONE = lazy(
    r"\s?(?:(?:(?:utc|gmt)\s?)?(?P<sign>[+-])(?P<hours>[0-9]{2})(?P<colon>:?)(?P<minutes>[0-9]{2})"
    r"(?![0-9])(?:\s?\([a-z]{2,5}\))?"
    r"|(?:utc|gmt)\s?(?P<only>[+-][0-9]{1,2})(?![0-9:])"
    rf"|\(?(?P<name>{alternation([*_HOURS_EAST, *_VAGUE])})\b\)?)"
)


def _zone_after(source: Source, start: int, exact: bool) -> tuple[int, str]:
    """Where the zone after a time of day ends, and its offset in ISO 8601, empty if unknown.

    A time is exact if it has seconds or is in ISO 8601; after other times, -10:30 ends a span.
    """
    match = _ZONE.match(source.plain, start)
    if not match:
        return start, ""
    if match["sign"]:
        span = match["sign"] == "-" and match["colon"] and not exact
        if span or int(match["hours"]) > _MAX_HOURS or int(match["minutes"]) > 59:
            return start, ""
        return match.end(), f"{match['sign']}{match['hours']}:{match['minutes']}"
    if match["only"]:
        return match.end(), f"{int(match['only']):+03}:00"
    # "est" and "ist" mean "is" in French and German.
    if not source.is_capital(match.start("name")):
        return start, ""
    hours = _HOURS_EAST.get(match["name"])
    return match.end(), "" if hours is None else f"{hours:+03}:00"


_MORNING = frozenset({"午前", "上午", "早上", "凌晨", "오전", "am"})
_AFTERNOON = frozenset({"午後", "下午", "晚上", "傍晚", "오후", "pm"})
HALF = "午前|午後|上午|下午|早上|凌晨|晚上|傍晚|오전|오후"
KINDS = frozenset({"half", "timed", "counted", "worded", "marked"})
"""The openings that a time of day can begin with."""

_WORD = (
    r"(?:at|à|um|kl\.?|klo|в|о|a\slas|a\sla|às|as|alle|alle\sore|ore|om|o|godz\.?|saat|pukul|from|"
    r"von|ab)\s"
)
_COMPACT = lazy(
    r"(?P<hour>[0-9]{2})(?P<minute>[0-9]{2})(?P<second>[0-9]{2})?(?![0-9])(?:[.,][0-9]{1,9})?"
)
_CLOCK = lazy(
    rf"(?:(?P<half>{HALF}|[ap]m)\s?)?(?P<hour>[0-9]{{1,2}})(?![0-9])"
    # 3時間 is a duration of three hours.
    r"(?:\s?(?P<mark>[:.h點点시]|[時时](?![間间]))"
    r"(?:\s?(?P<minute>[0-9]{1,2})(?![0-9])(?:\s?[分분])?"
    r"(?:(?::|(?<=[分분])\s?)(?P<second>[0-9]{2})(?![0-9])(?:\s?[秒초])?(?:[.,][0-9]{1,9})?)?"
    r"|(?P<thirty>半))?)?"
    r"(?:\s?(?P<named>[ap](?:m\b|\.\s?m\b\.?)|uhr\b|hrs?\b|h\b|ч\b))?"
)
AFTER_HOUR = "am pm a p uhr hr hrs h ч".split()
"""The first words of what may follow an hour in letters."""
_JOIN = lazy(
    rf"(?P<iso>t(?=[0-9]))"
    rf"|[\s,;:|·•@/~–—-]{{0,4}}(?P<word>{_WORD})?(?=[0-9]|{HALF}|[ap]m\s?[0-9])"
)
_GAP = lazy(r"\s?[,|·•/–—-]?\s{0,2}(?:(?:on|am|le|el|den)\s)?")
_MAX_GAP = 12


class Clock(NamedTuple):
    """A time of day; the zone is an offset in ISO 8601, empty where it is unknown."""

    stop: int
    hour: int
    minute: int
    second: int | None
    zone: str

    def __str__(self) -> str:
        seconds = "" if self.second is None else f":{self.second:02}"
        return f"{self.hour:02}:{self.minute:02}{seconds}{self.zone}"


def after(source: Source, start: int) -> Clock | None:
    """The time of day after a date that ends at `start`."""
    join = _JOIN.match(source.plain, start)
    if not join:
        return None
    iso = bool(join["iso"])
    if iso and (compact := _COMPACT.match(source.plain, join.end())):
        fields = compact["hour"], compact["minute"], compact["second"]
        return _clock(source, compact.end(), fields, "", iso)
    match = _CLOCK.match(source.plain, join.end())
    if match and _is_time(match, announced=iso or bool(join["word"])):
        return _read(match, source, iso)
    return None


def alone(source: Source, start: int) -> Clock | None:
    """The time of day at `start`, where nothing before it announces one."""
    match = _CLOCK.match(source.plain, start)
    if not match or not _is_time(match, announced=False):
        return None
    # 4:33 may be a length, a verse or a score, and 5点 a mark.
    vague = match["mark"] in ("点", "點") or (match["mark"] == ":" and len(match["hour"]) == 1)
    confirmed = match["named"] or match["half"] or (match["minute"] and match["mark"] != ":")
    following = source.plain[match.end() : match.end() + 1]
    if (vague and not confirmed) or (following.isascii() and following.isalnum()):
        return None
    return _read(match, source, iso=False)


def precedes(plain: str, stop: int, start: int) -> bool:
    """Whether a time that ends at `stop` belongs to the date that begins at `start`."""
    return start - stop < _MAX_GAP and bool(_GAP.fullmatch(plain, stop, start))


def _is_time(match: re.Match[str], announced: bool) -> bool:
    """Whether a number is written as a time; if one was announced, less is required."""
    mark, minute, named = match["mark"], match["minute"], match["named"]
    hours = named in ("h", "hr", "hrs")
    if mark is None:
        return bool(named or match["half"]) and not hours
    if mark in ":.":
        full = minute is not None and len(minute) == 2
        return full and (mark == ":" or announced or bool(named and not hours))
    if mark == "h":
        return announced if minute is None else len(minute) == 2
    return True


def _read(match: re.Match[str], source: Source, iso: bool) -> Clock | None:
    half = (match["half"] or match["named"] or "").replace(".", "").replace(" ", "")
    minute = "30" if match["thirty"] else match["minute"]
    return _clock(source, match.end(), (match["hour"], minute, match["second"]), half, iso)


def _clock(
    source: Source, stop: int, fields: tuple[str, str | None, str | None], half: str, iso: bool
) -> Clock | None:
    hour, minute, second = (None if field is None else int(field) for field in fields)
    if hour is None or hour > 23 or (minute or 0) > 59 or (second or 0) > 59:
        return None
    if half in _AFTERNOON and hour < 12:
        hour += 12
    elif half in _MORNING and hour == 12:
        hour = 0
    stop, zone = _zone_after(source, stop, exact=iso or second is not None)
    return Clock(stop, hour, minute or 0, second, zone)
