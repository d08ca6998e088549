"""Thinned groups: one lead for each item, where an item has several that are made alike.

One for each address, or one for each ancestor so many steps up: the first, the one with most text,
or the second. Many groups are thinned at once, on columns of all their leads: pages have hundreds
of groups, most of them small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.listing.sheet import Numbers, Sheet

_UP = 6
_AT_ONCE = 100_000
"""Leads that are thinned at once, for all that is made of them has to be held."""


def thinned(sheet: Sheet, groups: Sequence[Numbers]) -> Iterator[Numbers]:
    """What each group becomes with one lead for each item, as far as that is less than it was."""
    first, leads = 0, 0
    for last, group in enumerate(groups, 1):
        leads += len(group)
        if leads >= _AT_ONCE or last == len(groups):
            yield from _Columns(sheet, groups[first:last]).thinned()
            first, leads = last, 0


class _Columns:
    """The leads of some groups, one after another."""

    def __init__(self, sheet: Sheet, groups: Sequence[Numbers]) -> None:
        self._sheet = sheet
        self._lead = np.concatenate(groups)
        self._counts = np.array([len(group) for group in groups], dtype=np.int64)
        self._group = np.repeat(np.arange(len(groups)), self._counts)
        self._size = sheet.room[self._lead]

    def thinned(self) -> Iterator[Numbers]:
        """All that can be made of a group, then of the next."""
        made: list[list[Numbers]] = [[] for _ in self._counts]
        order, runs = self._runs(self._sheet.address[self._lead])
        self._add(made, self._largest(order, runs))
        above = self._lead
        for _ in range(_UP):
            above = np.maximum(self._sheet.strand.parent[above], 0)
            order, runs = self._runs(above)
            first = np.sort(order[runs])
            # Every group begins with a first, so none reaches into the next group.
            follow = np.diff(first, append=len(self._lead))
            least = np.minimum.reduceat(follow, self._begins(first)[:-1])
            self._add(made, first)
            self._add(made, self._largest(order, runs))
            second = first[least[self._group[first]] > 1] + 1
            self._add(made, second)
        for each in made:
            yield from each

    def _runs(self, key: Numbers) -> tuple[Numbers, Numbers]:
        """The leads in the order of a key within their group, and where each run of it begins."""
        whole = self._group * (int(key.max()) + 1) + key
        order = np.argsort(whole, kind="stable")
        return order, np.flatnonzero(np.diff(whole[order], prepend=-1))

    def _largest(self, order: Numbers, runs: Numbers) -> Numbers:
        """Of each run the lead with most text, the first of those."""
        size = self._size[order]
        lengths = np.diff(runs, append=len(order))
        greatest = np.flatnonzero(size == np.repeat(np.maximum.reduceat(size, runs), lengths))
        run = np.repeat(np.arange(len(runs)), lengths)[greatest]
        return np.sort(order[greatest[np.diff(run, prepend=-1) > 0]])

    def _begins(self, kept: Numbers) -> Numbers:
        """Where each group begins among the leads that were kept, with their number at the end."""
        counts = np.bincount(self._group[kept], minlength=len(self._counts))
        return np.concatenate([[0], np.cumsum(counts)])

    def _add(self, made: list[list[Numbers]], kept: Numbers) -> None:
        begins = self._begins(kept)
        counts = np.diff(begins)
        leads, bounds = self._lead[kept], begins.tolist()
        for group in np.flatnonzero((counts > 1) & (counts < self._counts)).tolist():
            made[group].append(leads[bounds[group] : bounds[group + 1]])
