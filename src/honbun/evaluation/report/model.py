"""What a report says, before it is a page: tables, bars, lines and cases, under headings.

A report is told in values and words; how it looks is the matter of `render` and its template.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.evaluation.tables import Figures
Facts = tuple[tuple[str, str], ...]
"""What was measured, by what, when: names and what stands beside them."""


class Mark(StrEnum):
    """What is wrong with a piece of a page."""

    BESIDE = "beside"
    """Nothing: it stands beside what is wrong."""
    MISSED = "missed"
    ADDED = "added"
    CHANGED = "changed"

    @property
    def sign(self) -> str:
        """The mark for those who see no colours."""
        return _SIGNS[self]


_SIGNS = {Mark.BESIDE: "", Mark.MISSED: "−", Mark.ADDED: "+", Mark.CHANGED: "≠"}


@dataclass(frozen=True, slots=True)
class Table:
    """Figures under a header; the first column and those of words are set to the left."""

    caption: str
    figures: Figures
    totals: int = 0
    """How many rows at the end sum up the others."""


@dataclass(frozen=True, slots=True)
class Bars:
    """Measures of several things, each as a bar beside its figure."""

    caption: str
    things: str
    """What the rows are, in a word."""
    measures: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    """A name, and for each measure its value, or None where there was nothing to measure."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Measures against something that grows, as lines."""

    caption: str
    across: str
    """What grows from the left to the right."""
    places: tuple[float, ...]
    names: tuple[str, ...]
    """What each place is called."""
    lines: dict[str, tuple[float, ...]]
    """For each measure, a value at each place."""


@dataclass(frozen=True, slots=True)
class Line:
    """A piece of a page, and what is wrong with it."""

    mark: Mark
    label: str
    """The error in a word or two."""
    text: str
    notes: tuple[str, ...] = ()
    skipped: int = 0
    """Pieces between the one before and this one that are not shown."""


@dataclass(frozen=True, slots=True)
class Case:
    """One page, list or pair that went wrong."""

    name: str
    addresses: tuple[str, ...]
    """Where it stands: one, none, or those of a pair."""
    figures: tuple[tuple[str, object], ...]
    lines: tuple[Line, ...]
    more: int = 0
    """Errors that are not shown: there are too many."""


@dataclass(frozen=True, slots=True)
class Cases:
    """What went wrong most."""

    cases: tuple[Case, ...]
    none: str
    """What to say where there is nothing to show."""


@dataclass(frozen=True, slots=True)
class Section:
    """Parts under a heading."""

    title: str
    note: str
    """How to read it."""
    parts: tuple[Table | Bars | Chart | Cases, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All that one measurement has to say."""

    title: str
    summary: str
    """The figures that matter, in a sentence or two."""
    facts: Facts
    sections: tuple[Section, ...]
