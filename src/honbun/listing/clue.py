"""Clues: what each lead says and where it leads, whatever group it is in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.listing.day import holds_date, is_date
from honbun.listing.sheet import HEADINGS, width

if TYPE_CHECKING:
    from honbun.listing.sheet import Flags, Numbers, Sheet

_ADDRESS = re.compile(r"(?:https?://|www\.)\S+$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LONGEST_DATED = 200
"""Characters of a title that is looked into for a date."""


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
    def source(self) -> Numbers:
        """The node that each lead's title is read from: a heading in a link, else the lead."""
        sheet, node = self.sheet, self.node
        headings = np.flatnonzero(sheet.tagged(HEADINGS) & (sheet.room > 0))
        inner = np.append(headings, len(sheet))[np.searchsorted(headings, node, side="right")]
        holds = sheet.tagged({"a"})[node] & (inner < sheet.strand.end[node])
        return np.where(holds, inner, node)

    @cached_property
    def title(self) -> list[str]:
        """The text of each lead: that of a heading in it, else its own."""
        return [self.sheet.said(at) for at in self.source.tolist()]

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
        told = zip(self.title, self.has_date.tolist())
        return np.array([holds and is_date(title) for title, holds in told], dtype=bool)

    @cached_property
    def has_date(self) -> Flags:
        """Whether each title holds a date."""
        told = [len(title) < _LONGEST_DATED and holds_date(title) for title in self.title]
        return np.array(told, dtype=bool)

    @cached_property
    def wordless(self) -> Flags:
        """Whether each title has neither word nor date: a number, a year, a sign, an address."""
        bare = [not _WORD.search(t) or bool(_ADDRESS.match(t)) for t in self.title]
        return np.array(bare, dtype=bool) & ~self.has_date

    @cached_property
    def headed(self) -> Flags:
        """Whether each lead is a heading, stands in one or holds one."""
        found: Flags = (self.sheet.heading[self.node] >= 0) | (self.source != self.node)
        return found
