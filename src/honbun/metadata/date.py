"""The date of a page: what it declares, its URL, and what it shows near the title."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.text import dates
from honbun.text.dates import Order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.metadata.declared import DeclaredMetadata
    from honbun.metadata.place import Place
    from honbun.metadata.visible import VisibleCandidates

_DAY = len("2008-12-10")
_MOST = 60
"""Dates of one page that are read."""
_ELSEWHERE = 2
"""Blocks far from the title that may show the day of the page once more."""
_APART = 4
"""Blocks within which the days of a list of other pages follow each other."""
_REMEMBERED = 4096
"""Dates whose reading is kept: the teasers beside an article come again on every page of a site."""
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_URL_DAY = re.compile(
    rf"[/_-]((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2]|[1-9](?=[/_-])|(?:{'|'.join(_MONTHS)})[a-z]*)[/_-]?"
    r"(0[1-9]|[12]\d|3[01]|[1-9](?=[/_.-]|$))(?!\d)"
)
_PUBLISHED = ("published", "announced")
_UTC = ("+00:00", "Z")


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

    @property
    def is_stamp(self) -> bool:
        """Whether it has a time of day; midnight is written where only the day is known."""
        return "T" in self.value and "T00:00:00" not in self.value


def choose_date(
    declared: DeclaredMetadata,
    candidates: VisibleCandidates,
    url: str,
    place: Place,
    order: Order | None,
) -> ChosenDate:
    """The dates of a page; day and month are in the order of its site, its dates, its language.

    A declared date is the most precise one, and right where the page or its URL agrees. Where the
    page shows another day at its title, and not as that of a change, that is its date: the declared
    one is that of a draft, a copy or a generator. Days below the text are those of notes and other
    pages; they count where there is nothing else.
    """
    everywhere = _read(declared, candidates, url, order)
    whole = [each for each in everywhere if _has_day(each.value)]
    shown = [each for each in whole if each.kind in _PUBLISHED and not _is_change(each, declared)]
    beside = place.nearest(each for each in shown if place.is_beside(each.block))
    changed = [each for each in whole if each.kind == "modified"]
    modified = declared.modified or _first(place.nearest(changed))
    published = (
        _declared(declared, beside, url, place)
        or _first(beside)
        or _first([each for each in shown if each.kind == "announced" and place.is_in(each.block)])
        or url_day(url)
        or _first(_below(whole, shown, place))
        or _without_year(everywhere, whole, place)
        or modified
        or _only(shown, changed, candidates, place)
    )
    blocks = _showing(published, whole, place) if published else ()
    return ChosenDate(published, modified, blocks)


def _declared(
    declared: DeclaredMetadata, beside: Sequence[_Shown], url: str, place: Place
) -> str | None:
    """The declared date, or the day of the URL or at the title that it contradicts."""
    values = [value for value in declared.published_dates if _has_day(value)]
    day = url_day(url)
    shown = {each.day for each in beside}
    for value in values:
        if value[:_DAY] == day or value[:_DAY] in shown:
            return value
    if day in shown:
        return next(each.value for each in beside if each.day == day)
    if not values or not beside:
        return next(iter(values), None)
    first = beside[0]
    if abs(_days_between(first.day, values[0])) <= 1:
        # The day of the reader's time zone is shown, that of UTC is declared.
        return first.value if _is_utc(values[0]) else values[0]
    return first.value if place.is_at_title(first.block) else values[0]


def _is_change(shown: _Shown, declared: DeclaredMetadata) -> bool:
    """Whether a day without a label is that of the last change, after the one of publication."""
    if not declared.modified or not declared.published or not _has_day(declared.published):
        return False
    if not declared.published[:_DAY] < declared.modified[:_DAY]:
        return False
    away = abs(_days_between(shown.day, declared.modified))
    near = 1 if _is_utc(declared.modified) else 0
    published = abs(_days_between(shown.day, declared.published))
    return away == 0 < published or (away <= near and published > 1)


def _below(whole: Sequence[_Shown], shown: Sequence[_Shown], place: Place) -> list[_Shown]:
    """The day right after the text, further down only with a time of day.

    A list of other pages may begin with it instead, whose days follow each other.
    """
    for each in shown:
        if not (place.is_signed(each.block) or (place.is_below(each.block) and each.is_stamp)):
            continue
        others = (other.block for other in whole if other.day != each.day)
        return [] if any(abs(block - each.block) <= _APART for block in others) else [each]
    return []


def _without_year(
    everywhere: Sequence[_Shown], whole: Sequence[_Shown], place: Place
) -> str | None:
    """The day, month and time beside the title, in the year that most dates of the page agree with.

    The others are the days of later pages, and of the reader: each was at most a year later.
    """
    partial = (each for each in everywhere if each.value.startswith("--") and each.is_stamp)
    near = place.nearest(each for each in partial if place.is_beside(each.block))
    if not near:
        return None
    rest = near[0].value[1:]
    month_and_day = rest[: len("-12-10")]
    years = Counter(int(each.day[:4]) - (each.day[4:] < month_and_day) for each in whole)
    found = f"{max(years, key=lambda year: (years[year], year), default=0):04}{rest}"
    return found if _exists(found) else None


def _only(
    shown: Sequence[_Shown],
    changed: Sequence[_Shown],
    candidates: VisibleCandidates,
    place: Place,
) -> str | None:
    """The day at a byline far from the title, or the only one after the text or of a change."""
    for each in shown:
        if any(abs(each.block - block) <= 1 for block in candidates.signed):
            return each.value
    stamps = [each for each in shown if each.block > place.end and each.is_stamp]
    outside = stamps or changed
    return _first(outside) if len({each.day for each in outside}) == 1 else None


def _showing(published: str, shown: Sequence[_Shown], place: Place) -> tuple[int, ...]:
    """The blocks that show the page's day: near its title, and elsewhere if that is rare.

    A list of articles shows one day many times.
    """
    same = {each.block for each in shown if each.day == published[:_DAY]}
    near = {block for block in same if place.is_near(block)}
    return tuple(sorted(same if len(same - near) <= _ELSEWHERE else near))


def _read(
    declared: DeclaredMetadata, candidates: VisibleCandidates, url: str, order: Order | None
) -> list[_Shown]:
    """The dates that a page shows."""
    shown = [each for each in candidates.dates[:_MOST] if each.kind != "copyright"]
    language = declared.language
    ambiguous = [
        each.text for each in shown if not each.value and dates.depends_on_order(each.text)
    ]
    if ambiguous:
        others = (each for each in shown if each.text not in ambiguous)
        known = {each.value or _read_date(each.text, None, language) or "" for each in others}
        known |= {*declared.published_dates, url_day(url) or ""}
        order = _agreed_order(ambiguous, known) or order or candidates.order(language)
    found = []
    for each in shown:
        if value := each.value or _read_date(each.text, order, language):
            found.append(_Shown(each.block, value, each.kind))
    return found


def _agreed_order(texts: Sequence[str], known: Iterable[str]) -> Order | None:
    """The order in which a numeric date is one of the days that are known otherwise."""
    days = {value[:_DAY] for value in known}
    for text in texts:
        read = {order: _read_date(text, order, None) for order in (Order.DMY, Order.MDY)}
        agreed = [order for order, value in read.items() if value and value[:_DAY] in days]
        if len(agreed) == 1:
            return agreed[0]
    return None


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
        number = _MONTHS.index(month[:3]) + 1 if month.isalpha() else int(month)
        found = f"{year}-{number:02}-{int(day):02}"
        if _exists(found):
            return found
    return None


def _first(shown: Sequence[_Shown]) -> str | None:
    return shown[0].value if shown else None


def _has_day(value: str) -> bool:
    """Whether a date has year, month and day."""
    return len(value) >= _DAY and value[0].isdigit()


def _exists(value: str) -> bool:
    """Whether the calendar has the day of a date."""
    try:
        date.fromisoformat(value[:_DAY])
    except ValueError:
        return False
    return True


def _is_utc(value: str) -> bool:
    """Whether a date is a moment in UTC; midnight is written where only the day is known."""
    return value.endswith(_UTC) and "T00:00:00" not in value


def _days_between(first: str, second: str) -> int:
    return (date.fromisoformat(second[:_DAY]) - date.fromisoformat(first[:_DAY])).days
