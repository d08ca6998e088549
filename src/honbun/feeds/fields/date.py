"""Dates: when each item was published, as far as the list tells.

A date that stands in the same place in most items is told first, then any other that stands apart
from the running text, then a heading above, then the address. Never the time of reading.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from honbun.feeds.dates import is_date, ordinal
from honbun.text import dates as text_dates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.feeds.fields import Place, Roll
    from honbun.feeds.fields.title import Title

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ADDRESS = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:([/_-])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))(?!\d)"
)
_HEADING = 60
_NEAR = 60
_SHORT = 24
"""Characters of a line that says little more than the year of what follows."""


def dates(roll: Roll, titles: Sequence[Title]) -> list[str | None]:
    """The day of each item in ISO 8601, with the time where it is told."""
    shown = [list(_shown(roll, place, title)) for place, title in zip(roll.places, titles)]
    columns = Counter(column for nodes in shown for column in {column for column, _ in nodes})
    above = _above(roll)
    return [
        _date(_ordered(nodes, columns), day, year) or _in_address(roll, place)
        for place, nodes, (day, year) in zip(roll.places, shown, above)
    ]


def dated(value: str) -> str | None:
    """A declared date in ISO 8601, None where it names no day."""
    read = text_dates.read(value)
    return read if read and ordinal(read) else None


def _date(values: Sequence[str], day: str | None, year: str | None) -> str | None:
    """The first date of an item that names a day, with the help of what stands above it."""
    for value in values:
        if ordinal(value):
            return value
        if completed := _completed(value, year):
            return completed
        if value.startswith("--"):  # others are no days of publication, if this one is not
            break
    return day


def _shown(roll: Roll, place: Place, title: Title) -> Iterator[tuple[tuple[int, ...], str]]:
    """The dates of an item that stand apart from running text, each with its column."""
    values = roll.days.values
    for node in range(place.start, place.stop):
        if not roll.days.dated[node]:
            continue
        if not roll.days.apart[node] and not title.start <= node < title.stop:
            continue
        inside = title.start <= node < title.stop
        rank = (-1,) if inside and is_date(title.text) else (1,) if inside else (0,)
        yield rank + roll.column(node, place), values.get(node, "")


def _ordered(
    nodes: Sequence[tuple[tuple[int, ...], str]], columns: Counter[tuple[int, ...]]
) -> list[str]:
    """The dates of an item, those in the places that most items have first, titles last."""
    order = sorted(range(len(nodes)), key=lambda at: (nodes[at][0][0], -columns[nodes[at][0]], at))
    return [nodes[at][1] for at in order]


def _above(roll: Roll) -> list[tuple[str | None, str | None]]:
    """The day and the year that were told last before each item, outside of items."""
    strand, values = roll.sheet.strand, roll.days.values
    found: list[tuple[str | None, str | None]] = []
    day = year = None
    at = 0
    end = strand.end
    for number, place in enumerate(roll.places):
        for node in range(at, place.unit):
            text = strand.text[node]
            if not text or len(text) > _HEADING or not _heads(roll, node):
                continue
            value = values.get(node, "")
            marked = roll.sheet.heading[node] >= 0
            if node >= place.start and not marked:
                continue  # the item's own
            if ordinal(value) and (marked or is_date(text)):
                # The first item may stand far below the date of the page.
                near = number or place.start - node < _NEAR
                day, year = value[:10] if near else None, value[:4]
            elif (marked or len(text) <= _SHORT) and (match := _YEAR.search(text)):
                day, year = None, match[0]
        found.append((day, year))
        # What follows an item that is no element of its own may head the next.
        at = max(at, int(end[place.unit]))
    return found


def _heads(roll: Roll, node: int) -> bool:
    """Whether a text is a heading of what follows: marked as one, or alone in its line."""
    sheet = roll.sheet
    if sheet.heading[node] >= 0:
        return True
    box = int(sheet.box[node])
    whole = sheet.widths[sheet.strand.end[box]] - sheet.widths[box]
    return bool(whole == sheet.widths[node + 1] - sheet.widths[node])


def _completed(partial: str, year: str | None) -> str | None:
    """A day without a year, in the year of the heading above."""
    if year and partial.startswith("--") and len(partial) >= 7:
        return f"{year}-{partial[2:]}"
    return None


def _in_address(roll: Roll, place: Place) -> str | None:
    """The day that the item's address names."""
    target = roll.sheet.targets[place.link] if place.link >= 0 else None
    if target is None or target.own:
        return None
    match = _ADDRESS.search(target.path)
    if not match:
        return None
    month, day = match[3] or match[5], match[4] or match[6]
    value = f"{match[1]}-{int(month):02}-{int(day):02}"
    return value if ordinal(value) else None
