"""The items of some groups as columns with aggregates over them, and their page as columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.html.columns import RangeMax
from honbun.text.phrases import announces_selection

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.feeds.candidates import TitleCandidates
    from honbun.feeds.columns import Flags, NodeColumns, Numbers
    from honbun.feeds.fields.date import PageDates
    from honbun.feeds.items import ItemSpans
    from honbun.feeds.links import LinkColumns

    Shares = NDArray[np.float64]
    Column = NDArray[np.generic]

_PROSE = 80
"""Minimum width of a paragraph."""
_PICTURES = frozenset({"img", "picture", "video"})
_ROOMY = 32
"""A counting table with at most this many cells per item is faster than sorting."""


@dataclass(frozen=True)
class PageColumns:
    """A page with its titles, links and dates. Running sums have one more value than nodes."""

    columns: NodeColumns
    titles: TitleCandidates
    links: LinkColumns
    days: PageDates

    @cached_property
    def date_count(self) -> Numbers:
        """Running sum of nodes with a date."""
        return running(self.days.dated)

    @cached_property
    def day_count(self) -> Numbers:
        """Running sum of nodes with a date that is more than a time of day."""
        return running(self.days.dated & ~self.days.timed)

    @cached_property
    def picture_count(self) -> Numbers:
        """Running sum of pictures."""
        return running(self.columns.tagged(_PICTURES))

    @cached_property
    def link_count(self) -> Numbers:
        """Running sum of links."""
        column = np.zeros(len(self.columns), dtype=bool)
        column[self.links.node] = True
        return running(column)

    @cached_property
    def lone_links(self) -> Numbers:
        """Running sum over the links of those whose text few others have."""
        label_id = self.links.label_id
        return running(np.bincount(label_id)[label_id] <= 3 if len(label_id) else label_id)

    @cached_property
    def heading_count(self) -> Numbers:
        """Running sum of headings that are not dates."""
        column = np.zeros(len(self.columns), dtype=bool)
        column[self.titles.node[self.titles.headed & ~self.titles.is_date]] = True
        return running(column)

    @cached_property
    def prose(self) -> Numbers:
        """Running sum of text in long paragraphs with few links."""
        columns = self.columns
        box, texts = columns.box, columns.texts
        sizes = np.diff(columns.widths)
        inside = texts[columns.link[texts] >= 0]
        total = np.bincount(box[texts] + 1, sizes[texts], minlength=len(columns) + 1)
        linked = np.bincount(box[inside] + 1, sizes[inside], minlength=len(columns) + 1)
        long = (total >= _PROSE) & (2 * linked < total)
        return running(np.where((columns.link < 0) & long[box + 1], sizes, 0))

    @cached_property
    def longest_link(self) -> RangeMax:
        """The width of the title of each link, for range maximum queries."""
        column = np.zeros(len(self.columns), dtype=np.int64)
        node = self.titles.node
        linked = self.columns.link[node] == node
        column[node[linked]] = self.titles.width[linked]
        return RangeMax(column)

    @cached_property
    def line_share(self) -> Shares:
        """The share of each title in the text of its box from its line to the end."""
        columns, node = self.columns, self.titles.node
        own = columns.widths[columns.sequence.end[node]] - columns.widths[node]
        box = np.maximum(columns.box[node], 0)
        whole = columns.widths[columns.sequence.end[box]] - columns.widths[columns.line[node]]
        share: Shares = np.minimum(own / np.maximum(whole, 1), 1)
        return share

    @cached_property
    def is_article(self) -> Flags:
        """Whether each node is an element that the page marks as an article."""
        return self.columns.tagged({"article"})

    @cached_property
    def is_plain(self) -> Flags:
        """Whether each title is neither a link nor a heading."""
        plain: Flags = (self.columns.link[self.titles.node] < 0) & ~self.titles.headed
        return plain

    @cached_property
    def announced(self) -> Flags:
        """Whether the last heading before each node announces a selection of articles."""
        columns = self.columns
        column = np.zeros(len(columns), dtype=bool)
        announced, at = False, 0
        for node in np.flatnonzero(columns.heading == np.arange(len(columns))).tolist():
            column[at : node + 1] = announced
            announced = announces_selection(columns.text_of(node))
            at = node + 1
        column[at:] = announced
        return column

    @cached_property
    def is_named(self) -> Flags:
        """Whether nodes with each tag and class have a class."""
        named = np.zeros(int(self.columns.tag_class.max(initial=0)) + 1, dtype=bool)
        named[self.columns.tag_class] = [bool(names) for names in self.columns.classes]
        return named

    @cached_property
    def made_alike(self) -> Numbers:
        """The number of distinct link targets with each tag and class."""
        columns, node = self.columns, self.titles.node
        holder = columns.link[node]
        size = int(columns.tag_class.max(initial=0)) + 1
        linked = holder >= 0
        if not linked.any():
            return np.zeros(size, dtype=np.int64)
        key = self.links.key[np.searchsorted(self.links.node, holder[linked])]
        step = int(key.max()) + 1
        pairs = np.unique(columns.tag_class[node[linked]] * step + key)
        return np.bincount(pairs // step, minlength=size)


def running(column: NDArray[np.generic]) -> Numbers:
    """The sums of a column before each position, and its total."""
    return np.concatenate([[0], np.cumsum(column.astype(np.int64))])


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
