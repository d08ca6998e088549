"""The date of each post: at the place where posts have one, once, and in order."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.posts.dates import TRIPLE
from honbun.text import dates
from honbun.text.phrases import announces_member

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from honbun.posts.fields.cells import Cell, Place

_TIMED = re.compile(r"\d:\d\d|\d\s?\w+ ago|前")


@dataclass(frozen=True, slots=True)
class Dated:
    """A date of a post: as it is shown, and as it is meant."""

    shown: str
    value: str | None
    at: int
    """The node that shows it."""


@dataclass(frozen=True, slots=True)
class _Entry:
    post: int
    cell: Cell
    date: Dated


def find(
    posts: Sequence[Sequence[Cell]], language: str | None, now: datetime | None
) -> list[Dated | None]:
    """The date of each post, None where it has none."""
    order = dates.order_of([cell.text for post in posts for cell in post if cell.dated], language)
    places: dict[Place, list[_Entry]] = defaultdict(list)
    for number, post in enumerate(posts):
        seen: set[Place] = set()
        for cell in post:
            if not cell.dated or (date := _read(cell, order, language, now)) is None:
                continue
            for place in cell.places:
                if place not in seen:
                    seen.add(place)
                    places[place].append(_Entry(number, cell, date))
    result: list[Dated | None] = [None] * len(posts)
    declared: list[Dated | None] = [None] * len(posts)
    for place in sorted(places, key=lambda place: -_worth(places[place], len(posts))):
        for entry in places[place]:
            goal = declared if entry.cell.declared else result
            if goal[entry.post] is None:
                goal[entry.post] = entry.date
    return [_joined(shown, told) for shown, told in zip(result, declared)]


def _joined(shown: Dated | None, told: Dated | None) -> Dated | None:
    """What is shown, with the value that is declared where that says more."""
    if shown is None or told is None:
        return shown or told
    if told.value and len(told.value) > len(shown.value or ""):
        return Dated(shown.shown, told.value, shown.at)
    return shown


def _read(
    cell: Cell, order: dates.Order | None, language: str | None, now: datetime | None
) -> Dated | None:
    for text in (cell.text, cell.line):
        found = dates.find(text, order=order, language=language, now=now)
        told = [each for each in found if each.value is not None]
        if told or (found and text == (cell.line or cell.text)):
            best = (told or found)[0]
            return Dated(text[best.start : best.stop], best.value, cell.at)
    loose = TRIPLE.search(cell.text)
    return Dated(loose.group(), None, cell.at) if loose else None


def _worth(entries: list[_Entry], count: int) -> float:
    """How likely a place is that of the posts' dates."""
    share = len(entries) / count
    timed = sum(bool(_TIMED.search(entry.cell.text)) for entry in entries) / len(entries)
    before = sum(min(entry.cell.before, 300) for entry in entries) / len(entries)
    length = sum(min(len(entry.cell.text), 80) for entry in entries) / len(entries)
    declared = entries[0].cell.declared
    account = sum(_is_of_account(entry.cell) for entry in entries) / len(entries)
    return (
        3 * share
        + 0.7 * timed
        + 2 * _ordered(entries)
        - 0.002 * before
        - 0.01 * max(length - 30, 0)
        - 0.3 * declared
        - 5 * account
    )


def _is_of_account(cell: Cell) -> bool:
    """Whether a date tells since when its writer is a member."""
    return announces_member(cell.text) or announces_member(cell.lead)


def _ordered(entries: list[_Entry]) -> float:
    """How far the dates go one way, forward or back: those of accounts and bodies do not."""
    values = [entry.date.value for entry in entries if entry.date.value]
    if len(values) < 3:
        return 0.0
    steps = list(itertools.pairwise(values))
    forward = sum(a <= b for a, b in steps) / len(steps)
    back = sum(a >= b for a, b in steps) / len(steps)
    return max(forward, back) - 0.6
