"""Dates that name their fields or their era: 2008年12月10日, 2008년 12월 10일, H20.12.10."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.language import eras
from honbun.language.day import Day, Written, written, year
from honbun.language.digits import KANJI, number

if TYPE_CHECKING:
    from honbun.language.source import Source

_ERA = rf"(?P<era>{eras.NAME}|{eras.LETTER})"
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
            0 if source.text[match.start()].islower() else eras.year(match["era"], number(digits))
        )
    return year(digits) if len(digits) == 2 and digits.isdecimal() else number(digits)
