"""Days: which nodes of a page show or declare a date, and which day that is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from honbun.text import dates

if TYPE_CHECKING:
    from datetime import datetime

    from honbun.feeds.columns import Flags, Numbers, Sheet

PROSE = 80
"""Characters of a text that is more than a date with its label."""
_LONG = 300
_BEGINNING = 120
_DECLARED = 60
_MOSTLY = 0.4
"""An attribute that is no date to this share speaks of something else."""
_WHOLLY = 0.6
"""A text that is a date to this share is nothing but one."""
_KNOWN = 1 << 14
"""Texts of which it is kept whether they are dates: leads, nodes and titles ask of the same."""
_DIGIT = re.compile(r"\d")
_CLOCK = re.compile(r"T(\d\d):(\d\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_HOURS = re.compile(r"(?:\W*\d{1,2}[:.：]\d\d(?:\s?(?:[ap]m|Uhr|h))?)+\W*", re.IGNORECASE)
_FULL = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


@dataclass(frozen=True)
class Days:
    """The dates of a page's nodes."""

    sheet: Sheet
    language: str | None
    now: datetime | None

    @cached_property
    def order(self) -> dates.Order | None:
        """The order of day and month where numbers alone tell them."""
        shown = [text for text in self._shown.values() if text]
        return dates.order_of(shown[:400], self.language)

    @cached_property
    def values(self) -> dict[int, str]:
        """For each node with a date the likeliest in ISO 8601."""
        known: dict[str, str] = {}
        found: dict[int, str] = {}
        for at, text in self._shown.items():
            if text not in known:
                known[text] = self._read(text)
            found[at] = known[text]
        self._correct(found)
        return found

    def _correct(self, values: dict[int, str]) -> None:
        """Let what a page shows outrank what it declares around it: that may be in another zone."""
        end = self.sheet.strand.end
        for at in [at for at in values if not self.sheet.strand.text[at]]:
            for inner in range(at + 1, min(int(end[at]), at + 8)):
                shown = values.get(inner, "")
                if ordinal(shown) and ordinal(shown) != ordinal(values[at]):
                    values[at] = shown
                elif shown.startswith("--") and len(shown) >= 7 and ordinal(values[at]):
                    values[at] = _nearest(values[at], shown[2:7])

    def _read(self, text: str) -> str:
        """The likeliest date of a text: a full one, with all figures of its year, the first."""
        told = dates.find(text, order=self.order, language=self.language, now=self.now)
        told = [each for each in told if each.value is not None]
        if not told:
            return ""
        # "Moss 2.16.39 - 2024-03-24": versions look like dates.
        best = min(
            told,
            key=lambda each: (
                not _FULL.match(each.value or ""),
                not _YEAR.search(text[each.start : each.stop]),
            ),
        )
        return best.value or ""

    @cached_property
    def day(self) -> Numbers:
        """The day of each node as a number, 0 where none is known."""
        column = np.zeros(len(self.sheet), dtype=np.int64)
        for at, value in self.values.items():
            column[at] = ordinal(value)
        return column

    @cached_property
    def moment(self) -> Numbers:
        """The day of each node in minutes, with the time of day where it is told; 0 for none."""
        column = self.day * 1440
        for at, value in self.values.items():
            if column[at] and (clock := _CLOCK.search(value)):
                column[at] += 60 * int(clock[1]) + int(clock[2])
        return column

    @cached_property
    def apart(self) -> Flags:
        """Whether each node is no longer than a date with some words beside it.

        A date in running text is one that the text speaks of.
        """
        return np.array([len(text) <= PROSE for text in self.sheet.strand.text], dtype=bool)

    @cached_property
    def timed(self) -> Flags:
        """Whether each node shows a time of day and no more: hours of opening are no dates."""
        column = np.zeros(len(self.sheet), dtype=bool)
        column[[at for at, text in self._shown.items() if _HOURS.fullmatch(text)]] = True
        return column

    @cached_property
    def dated(self) -> Flags:
        """Whether each node shows or declares a date, be it a partial one."""
        column = np.zeros(len(self.sheet), dtype=bool)
        column[list(self._shown)] = True
        return column

    @cached_property
    def _shown(self) -> dict[int, str]:
        """The texts and values that hold dates, by node."""
        strand = self.sheet.strand
        found: dict[int, str] = {}
        for at in self.sheet.texts.tolist():
            text = strand.text[at]
            shown = text if len(text) < _LONG else text[:_BEGINNING]
            if _DIGIT.search(shown) and holds_date(shown):
                found[at] = shown
        declared = {
            node: value
            for node, _, value in strand.tree.having("datetime", "title")
            if len(value) < _DECLARED and _DIGIT.search(value) and dates.share(value) > _MOSTLY
        }
        if declared:
            marked = (strand.run < 0) & np.isin(strand.node, list(declared))
            for at in np.flatnonzero(marked).tolist():
                found[at] = declared[int(strand.node[at])]
        return dict(sorted(found.items()))


@lru_cache(_KNOWN)
def holds_date(text: str) -> bool:
    """Whether a text has a date in it."""
    return dates.contains(text)


@lru_cache(_KNOWN)
def is_date(text: str) -> bool:
    """Whether a text is nothing but a date.

    >>> is_date("10 December 2008"), is_date("Minutes of the meeting of 10 December 2008")
    (True, False)
    """
    return 3 < len(text) < 60 and dates.share(text) >= _WHOLLY


def ordinal(value: str) -> int:
    """The day of a date as a number, 0 where it names none.

    >>> ordinal("0001-01-02T10:00"), ordinal("2008-12")
    (2, 0)
    """
    match = _FULL.match(value)
    try:
        return date(*map(int, match.groups())).toordinal() if match else 0
    except ValueError:
        return 0


def _nearest(declared: str, month_day: str) -> str:
    """The day of a date that is shown without its year, next to the one that is declared."""
    day = ordinal(declared)
    years = [f"{int(declared[:4]) + step:04}-{month_day}" for step in (0, -1, 1)]
    best = min(years, key=lambda year: abs(ordinal(year) - day))
    return best if abs(ordinal(best) - day) == 1 else declared
