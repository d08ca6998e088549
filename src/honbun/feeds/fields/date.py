"""The date of each item: every decision about it.

`PageDates` finds the nodes that show or declare a date. An item's date is, in this order: the date
at the position where most items have one, another date outside running text, the date of a heading
above, the date in the URL, the date declared in JSON-LD. Never the time of fetching.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from honbun.text import dates as text_dates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from honbun.feeds.columns import Flags, NodeColumns, Numbers
    from honbun.feeds.fields import ItemPosition, Items
    from honbun.feeds.fields.title import Title


PROSE = 80
"""Maximum length of a date with its label."""
_LONG = 300
_BEGINNING = 120
_DECLARED = 60
_MOSTLY = 0.4
"""Minimum share of an attribute that must be a date."""
_WHOLLY = 0.6
"""Minimum share of a text that must be a date for it to be nothing else."""
_KNOWN = 1 << 14
"""Number of texts for which the result is cached; several steps ask for the same texts."""
_DIGIT = re.compile(r"\d")
_CLOCK = re.compile(r"T(\d\d):(\d\d)")
_YEAR_DATES = re.compile(r"(?:19|20)\d\d")
_HOURS = re.compile(r"(?:\W*\d{1,2}[:.：]\d\d(?:\s?(?:[ap]m|Uhr|h))?)+\W*", re.IGNORECASE)
_FULL = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


@dataclass(frozen=True)
class PageDates:
    """The dates of a page's nodes."""

    columns: NodeColumns
    language: str | None
    now: datetime | None

    @cached_property
    def order(self) -> text_dates.Order | None:
        """The order of day and month in numeric dates."""
        shown = [text for text in self._shown.values() if text]
        return text_dates.order_of(shown[:400], self.language)

    @cached_property
    def values(self) -> dict[int, str]:
        """The most likely date of each node with one, in ISO 8601."""
        known: dict[str, str] = {}
        found: dict[int, str] = {}
        for at, text in self._shown.items():
            if text not in known:
                known[text] = self._read(text)
            found[at] = known[text]
        self._correct(found)
        return found

    def _correct(self, values: dict[int, str]) -> None:
        """Prefer the shown date to the declared one around it, which may be in another time
        zone."""
        end = self.columns.sequence.end
        for at in [at for at in values if not self.columns.sequence.text[at]]:
            for inner in range(at + 1, min(int(end[at]), at + 8)):
                shown = values.get(inner, "")
                if ordinal(shown) and ordinal(shown) != ordinal(values[at]):
                    values[at] = shown
                elif shown.startswith("--") and len(shown) >= 7 and ordinal(values[at]):
                    values[at] = _nearest(values[at], shown[2:7])

    def _read(self, text: str) -> str:
        """The most likely date in a text: a complete one with a four-digit year, then the first."""
        readable = text_dates.find(text, order=self.order, language=self.language, now=self.now)
        readable = [each for each in readable if each.value is not None]
        if not readable:
            return ""
        # "Moss 2.16.39 - 2024-03-24": versions look like dates.
        best = min(
            readable,
            key=lambda each: (
                not _FULL.match(each.value or ""),
                not _YEAR_DATES.search(text[each.start : each.stop]),
            ),
        )
        return best.value or ""

    @cached_property
    def day(self) -> Numbers:
        """The day of each node as an ordinal; 0 if unknown."""
        column = np.zeros(len(self.columns), dtype=np.int64)
        for at, value in self.values.items():
            column[at] = ordinal(value)
        return column

    @cached_property
    def moment(self) -> Numbers:
        """The day of each node in minutes, plus the time of day if known; 0 if unknown."""
        column = self.day * 1440
        for at, value in self.values.items():
            if column[at] and (clock := _CLOCK.search(value)):
                column[at] += 60 * int(clock[1]) + int(clock[2])
        return column

    @cached_property
    def apart(self) -> Flags:
        """Whether each node is short enough to be a date with a label.

        A date in running text is one that the text mentions.
        """
        return np.array([len(text) <= PROSE for text in self.columns.sequence.text], dtype=bool)

    @cached_property
    def timed(self) -> Flags:
        """Whether each node is only a time of day, such as opening hours."""
        column = np.zeros(len(self.columns), dtype=bool)
        column[[at for at, text in self._shown.items() if _HOURS.fullmatch(text)]] = True
        return column

    @cached_property
    def dated(self) -> Flags:
        """Whether each node shows or declares a date, complete or partial."""
        column = np.zeros(len(self.columns), dtype=bool)
        column[list(self._shown)] = True
        return column

    @cached_property
    def _shown(self) -> dict[int, str]:
        """The texts and attribute values with dates, by node."""
        sequence = self.columns.sequence
        found: dict[int, str] = {}
        for at in self.columns.texts.tolist():
            text = sequence.text[at]
            shown = text if len(text) < _LONG else text[:_BEGINNING]
            if _DIGIT.search(shown) and contains_date(shown):
                found[at] = shown
        declared = {
            node: value
            for node, _, value in sequence.tree.find_attributes("datetime", "title")
            if len(value) < _DECLARED and _DIGIT.search(value) and text_dates.share(value) > _MOSTLY
        }
        if declared:
            marked = (sequence.run < 0) & np.isin(sequence.node, list(declared))
            for at in np.flatnonzero(marked).tolist():
                found[at] = declared[int(sequence.node[at])]
        return dict(sorted(found.items()))


@lru_cache(_KNOWN)
def contains_date(text: str) -> bool:
    """Whether a text contains a date."""
    return text_dates.contains(text)


@lru_cache(_KNOWN)
def is_date(text: str) -> bool:
    """Whether a text is nothing but a date.

    >>> is_date("10 December 2008"), is_date("Minutes of the meeting of 10 December 2008")
    (True, False)
    """
    return 3 < len(text) < 60 and text_dates.share(text) >= _WHOLLY


def ordinal(value: str) -> int:
    """The day of a date as an ordinal; 0 if it names none.

    >>> ordinal("0001-01-02T10:00"), ordinal("2008-12")
    (2, 0)
    """
    match = _FULL.match(value)
    try:
        return date(*map(int, match.groups())).toordinal() if match else 0
    except ValueError:
        return 0


def _nearest(declared: str, month_day: str) -> str:
    """The day shown without a year, in the year that makes it adjacent to the declared day."""
    day = ordinal(declared)
    years = [f"{int(declared[:4]) + step:04}-{month_day}" for step in (0, -1, 1)]
    best = min(years, key=lambda year: abs(ordinal(year) - day))
    return best if abs(ordinal(best) - day) == 1 else declared


_YEAR_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ADDRESS = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:([/_-])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))(?!\d)"
)
_HEADING = 60
_NEAR = 60
_SHORT = 24
"""Maximum length of a line that says little more than a year."""


def item_dates(items: Items, titles: Sequence[Title]) -> list[str | None]:
    """The date of each item in ISO 8601, with the time if known."""
    shown = [
        list(_shown(items, position, title)) for position, title in zip(items.positions, titles)
    ]
    columns = Counter(column for nodes in shown for column in {column for column, _ in nodes})
    above = _above(items)
    return [
        _date(_ordered(nodes, columns), day, year) or _in_url(items, position)
        for position, nodes, (day, year) in zip(items.positions, shown, above)
    ]


def declared_date(value: str) -> str | None:
    """A declared date in ISO 8601; None if it names no day."""
    read = text_dates.read(value)
    return read if read and ordinal(read) else None


def _date(values: Sequence[str], day: str | None, year: str | None) -> str | None:
    """The first date of an item that names a day, completed by the heading above it."""
    for value in values:
        if ordinal(value):
            return value
        if completed := _complete(value, year):
            return completed
        if value.startswith("--"):  # if this is not the publication date, no other one is
            break
    return day


def _shown(
    items: Items, position: ItemPosition, title: Title
) -> Iterator[tuple[tuple[int, ...], str]]:
    """The dates of an item outside running text, each with its position."""
    values = items.days.values
    for node in range(position.start, position.stop):
        if not items.days.dated[node]:
            continue
        if not items.days.apart[node] and not title.start <= node < title.stop:
            continue
        inside = title.start <= node < title.stop
        rank = (-1,) if inside and is_date(title.text) else (1,) if inside else (0,)
        yield rank + items.column(node, position), values.get(node, "")


def _ordered(
    nodes: Sequence[tuple[tuple[int, ...], str]], columns: Counter[tuple[int, ...]]
) -> list[str]:
    """The dates of an item: those at the position that most items have first, those in titles
    last."""
    order = sorted(range(len(nodes)), key=lambda at: (nodes[at][0][0], -columns[nodes[at][0]], at))
    return [nodes[at][1] for at in order]


def _above(items: Items) -> list[tuple[str | None, str | None]]:
    """The day and the year shown last before each item, outside items."""
    sequence, values = items.columns.sequence, items.days.values
    found: list[tuple[str | None, str | None]] = []
    day = year = None
    at = 0
    end = sequence.end
    for number, position in enumerate(items.positions):
        for node in range(at, position.element):
            text = sequence.text[node]
            if not text or len(text) > _HEADING or not _is_heading(items, node):
                continue
            value = values.get(node, "")
            marked = items.columns.heading[node] >= 0
            if node >= position.start and not marked:
                continue  # part of the item itself
            if ordinal(value) and (marked or is_date(text)):
                # The first item may be far below the date of the page.
                near = number or position.start - node < _NEAR
                day, year = value[:10] if near else None, value[:4]
            elif (marked or len(text) <= _SHORT) and (match := _YEAR_DATE.search(text)):
                day, year = None, match[0]
        found.append((day, year))
        # What follows an item without an element of its own may be the heading of the next.
        at = max(at, int(end[position.element]))
    return found


def _is_heading(items: Items, node: int) -> bool:
    """Whether a text is a heading: marked as one, or alone in its block."""
    columns = items.columns
    if columns.heading[node] >= 0:
        return True
    box = int(columns.box[node])
    whole = columns.widths[columns.sequence.end[box]] - columns.widths[box]
    return bool(whole == columns.widths[node + 1] - columns.widths[node])


def _complete(partial: str, year: str | None) -> str | None:
    """A day without a year, completed by the year of the heading above."""
    if year and partial.startswith("--") and len(partial) >= 7:
        return f"{year}-{partial[2:]}"
    return None


def _in_url(items: Items, position: ItemPosition) -> str | None:
    """The date in the item's URL."""
    target = items.columns.targets[position.link] if position.link >= 0 else None
    if target is None or target.on_page:
        return None
    match = _ADDRESS.search(target.path)
    if not match:
        return None
    month, day = match[3] or match[5], match[4] or match[6]
    value = f"{match[1]}-{int(month):02}-{int(day):02}"
    return value if ordinal(value) else None
