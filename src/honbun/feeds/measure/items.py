"""The items of some groups as columns, and aggregates over them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.feeds.columns import Flags, Numbers
    from honbun.feeds.items import ItemSpans
    from honbun.feeds.measure.page import PageColumns

    Shares = NDArray[np.float64]
    Column = NDArray[np.generic]


_ROOMY = 32
"""A counting table with at most this many cells per item is faster than sorting."""


@dataclass(frozen=True)
class CandidateItems:
    """The items of some groups of a page, as columns."""

    page: PageColumns
    spans: ItemSpans

    @cached_property
    def place(self) -> Numbers:
        """The index of each item's title among the titles of the page."""
        return self.page.titles.place(self.spans.title_node)

    @cached_property
    def counts(self) -> Numbers:
        """The number of items of each group."""
        return self.spans.counts

    @cached_property
    def text_width(self) -> Numbers:
        """The width of each item's text."""
        return self.within(self.page.columns.widths)

    @cached_property
    def link(self) -> Numbers:
        """The index of each item's link among the links of the page; -1 without one."""
        return self.page.links.of(self.spans)

    @cached_property
    def dates(self) -> Numbers:
        """The number of nodes of each item that have a date."""
        return self.within(self.page.date_count)

    @cached_property
    def pictured(self) -> Flags:
        """Whether each item shows a picture."""
        return self.within(self.page.picture_count) > 0

    @cached_property
    def follows(self) -> Flags:
        """Whether each item comes after another of its group."""
        group = self.spans.group
        return np.append(False, group[1:] == group[:-1])

    def within(self, sums: Numbers) -> Numbers:
        """The part of a running sum over the nodes of the page that each item contains."""
        found: Numbers = sums[self.spans.stop] - sums[self.spans.start]
        return found

    @cached_property
    def _narrow(self) -> NDArray[np.integer]:
        """The group of each item in the smallest integer type, which numpy sorts faster."""
        return self.spans.group.astype(np.min_scalar_type(len(self.counts)))

    # Features of a group from its items.

    def sum(self, column: Column) -> Shares:
        """The sum over the items of each group."""
        return np.add.reduceat(column.astype(float), self.spans.first[:-1])

    def mean(self, column: Column) -> Shares:
        """The mean over the items of each group."""
        return self.sum(column) / self.counts

    def median(self, column: Column) -> Shares:
        """The median over the items of each group."""
        order = np.argsort(column)
        order = order[np.argsort(self._narrow[order], kind="stable")]
        first, counts = self.spans.first[:-1], self.counts
        ordered = column[order].astype(float)
        found: Shares = (ordered[first + (counts - 1) // 2] + ordered[first + counts // 2]) / 2
        return found

    def alike(self, column: Numbers) -> Numbers:
        """For each item, the number of items of its group with the same value."""
        low = int(column.min(initial=0))
        size = int(column.max(initial=0)) - low + 1
        key = self.spans.group * size + (column - low)
        if len(self.counts) * size <= _ROOMY * len(key):
            same: Numbers = np.bincount(key)[key]
            return same
        _, inverse, counts = np.unique(key, return_inverse=True, return_counts=True)
        found: Numbers = counts[inverse]
        return found

    def mode(self, column: Numbers) -> Shares:
        """The share of the most common value of each group."""
        return np.maximum.reduceat(self.alike(column), self.spans.first[:-1]) / self.counts

    def distinct(self, column: Numbers) -> Shares:
        """The number of distinct values of each group, per item."""
        return self.mean(1 / self.alike(column))
