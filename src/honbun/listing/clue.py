"""Clues: what each lead says and where it leads, whatever group it is in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.language import dates
from honbun.listing.sheet import HEADINGS, width

if TYPE_CHECKING:
    from honbun.listing.sheet import Flags, Numbers, Sheet

_ADDRESS = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_DATE = 0.6
"""A text that is a date to this share is nothing but one."""


@dataclass(frozen=True)
class Clues:
    """The leads of a page, and columns of what they say."""

    sheet: Sheet
    node: Numbers

    def __len__(self) -> int:
        return len(self.node)

    def place(self, leads: Numbers) -> Numbers:
        """The places of some leads among all of them."""
        return np.searchsorted(self.node, leads)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The nodes that each lead's title is read from."""
        return [_title_span(self.sheet, at) for at in self.node.tolist()]

    @cached_property
    def title(self) -> list[str]:
        """The text of each lead: that of a heading in it, else its own."""
        read = self.sheet.strand.read
        return [read([span]) for span in self.spans]

    @cached_property
    def width(self) -> Numbers:
        """The room that each title takes."""
        return np.array([width(title) for title in self.title], dtype=np.int64)

    @cached_property
    def number(self) -> Numbers:
        """A number for each title, equal for equal ones."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(t, len(numbers)) for t in self.title], dtype=np.int64)

    @cached_property
    def rank(self) -> Numbers:
        """The place of each title in the alphabet of all of them."""
        folded = [title.casefold().lstrip("\"'“‘(「『") for title in self.title]
        return np.unique(np.array(folded, dtype=object), return_inverse=True)[1]

    @cached_property
    def is_date(self) -> Flags:
        """Whether each title is nothing but a date."""
        return np.array([_is_date(title) for title in self.title], dtype=bool)

    @cached_property
    def has_date(self) -> Flags:
        """Whether each title holds a date."""
        return np.array([len(t) < 200 and dates.holds(t) for t in self.title], dtype=bool)

    @cached_property
    def wordless(self) -> Flags:
        """Whether each title has no word: a number, a sign, an address."""
        return np.array(
            [not _WORD.search(t) or bool(_ADDRESS.match(t)) for t in self.title], dtype=bool
        )

    @cached_property
    def headed(self) -> Flags:
        """Whether each lead is a heading, stands in one or holds one."""
        holds = [span[0] != at for at, span in zip(self.node.tolist(), self.spans)]
        found: Flags = (self.sheet.heading[self.node] >= 0) | np.array(holds, dtype=bool)
        return found


def _title_span(sheet: Sheet, at: int) -> tuple[int, int]:
    end = int(sheet.strand.end[at])
    if sheet.strand.tag[at] == "a" and end - at > 2:
        for inner in range(at + 1, end):
            if sheet.strand.tag[inner] in HEADINGS:
                stop = int(sheet.strand.end[inner])
                if sheet.widths[stop] > sheet.widths[inner]:
                    return inner, stop
    return at, end


def _is_date(title: str) -> bool:
    return 3 < len(title) < 60 and dates.covered(title) >= _DATE
