"""The date of a page: what it declares, its URL, and what it shows near the title."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.text import dates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.metadata.declared import DeclaredMetadata
    from honbun.metadata.place import Place
    from honbun.metadata.visible import VisibleCandidates
    from honbun.text.dates import Order

_DAY = len("2008-12-10")
_MOST = 60
"""Dates of one page that are read."""
_ELSEWHERE = 2
"""Blocks far from the title that may show the day of the page once more."""
_REMEMBERED = 4096
"""Dates whose reading is kept: the teasers beside an article come again on every page of a site."""
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_URL_DAY = re.compile(
    rf"[/_-]((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2]|[1-9](?=[/_-])|{'|'.join(_MONTHS)})[/_-]?"
    r"(0[1-9]|[12]\d|3[01]|[1-9](?=[/_.-]|$))(?!\d)"
)


@dataclass(frozen=True, slots=True)
class ChosenDate:
    """The date of publication, that of the last change, and the blocks that show the first."""

    published: str | None
    modified: str | None
    blocks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Shown:
    block: int
    value: str
    kind: str

    @property
    def day(self) -> str:
        return self.value[:_DAY]


def choose_date(
    declared: DeclaredMetadata,
    candidates: VisibleCandidates,
    url: str,
    place: Place,
    order: Order | None,
) -> ChosenDate:
    """The dates of a page; day and month are in the order of its site, its dates, its language.

    A declared date is the most precise one, and right where the page or its URL agrees. Where the
    page shows another day beside its title, and not as that of a change, that is its date: the
    declared one is that of a draft, a copy or a generator. Days below the text are those of notes
    and other pages; they count where there is nothing else.
    """
    everywhere = _read(declared, candidates, order)
    near_title = [each for each in everywhere if place.is_near(each.block)]
    shown = sorted(near_title, key=lambda each: place.distance(each.block))
    last = _last_change(declared)
    near = [each for each in shown if each.kind == "published" and each.day != last]
    changed = next((each.value for each in shown if each.kind == "modified"), None)
    modified = declared.modified or changed
    beside = [each.day for each in near if each.block <= place.last]
    published = _published(declared, beside, url)
    if published is None:
        published = near[0].value if near else None
    published = published or modified
    blocks = _showing(published, everywhere, place) if published else ()
    return ChosenDate(published, modified, blocks)


def _showing(published: str, shown: Sequence[_Shown], place: Place) -> tuple[int, ...]:
    """The blocks that show the page's day: beside its title, and elsewhere if that is rare.

    A list of articles shows one day many times.
    """
    same = {each.block for each in shown if each.day == published[:_DAY]}
    near = {block for block in same if place.is_near(block)}
    return tuple(sorted(same if len(same - near) <= _ELSEWHERE else near))


def _last_change(declared: DeclaredMetadata) -> str | None:
    """The day of the last change, if the page declares an earlier one of publication."""
    if not declared.modified or not declared.published:
        return None
    day = declared.modified[:_DAY]
    return day if declared.published[:_DAY] < day else None


def _published(declared: DeclaredMetadata, shown: Sequence[str], url: str) -> str | None:
    """The declared date, or the URL's, if it is that of the page."""
    values = [value for value in declared.published_dates if _has_day(value)]
    day = url_day(url)
    for value in values:
        if value[:_DAY] == day or any(value[:_DAY] == each for each in shown):
            return value
    if values and (not shown or abs(_days_between(shown[0], values[0])) <= 1):
        return values[0]
    return None if shown else day


def _read(
    declared: DeclaredMetadata, candidates: VisibleCandidates, order: Order | None
) -> list[_Shown]:
    """The dates that a page shows and that have a day."""
    shown = candidates.dates[:_MOST]
    if order is None and any(dates.depends_on_order(each.text) for each in shown):
        order = candidates.order(declared.language)
    found = []
    for each in shown:
        value = _read_date(each.text, order, declared.language)
        if value and _has_day(value) and each.kind != "copyright":
            found.append(_Shown(each.block, value, each.kind))
    return found


@lru_cache(maxsize=_REMEMBERED)
def _read_date(text: str, order: Order | None, language: str | None) -> str | None:
    return dates.read(text, order=order, language=language)


def url_day(url: str) -> str | None:
    """The day in the path of a URL.

    >>> url_day("https://a.example/2008/12/10/boats"), url_day("https://a.example/n-20081210.html")
    ('2008-12-10', '2008-12-10')
    >>> url_day("https://a.example/2008/boats") is None
    True
    """
    for match in _URL_DAY.finditer(url):
        year, month, day = match.groups()
        try:
            number = _MONTHS.index(month) + 1 if month.isalpha() else int(month)
            return date(int(year), number, int(day)).isoformat()
        except ValueError:
            continue
    return None


def _has_day(value: str) -> bool:
    """Whether a date has year, month and day."""
    return len(value) >= _DAY and value[0].isdigit()


def _days_between(first: str, second: str) -> int:
    return (date.fromisoformat(second[:_DAY]) - date.fromisoformat(first[:_DAY])).days
