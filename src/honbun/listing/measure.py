"""Measures: what tells a list of articles from other things that come again on a page.

Every measure is a number for each group, most of them shares between 0 and 1; `score.py` has what
each counts. All groups of a page are measured at once, on columns of all their items.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.language.labels import announces_choice
from honbun.listing.ranges import Greatest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.listing.clue import Clues
    from honbun.listing.day import Days
    from honbun.listing.link import Links
    from honbun.listing.region import Regions
    from honbun.listing.sheet import Flags, Numbers, Sheet

    Shares = NDArray[np.float64]

_MANY_DATES = 6
"""Dates of one item that are looked at."""


@dataclass(frozen=True)
class Measuring:
    """Some groups of a page with their items, as columns."""

    sheet: Sheet
    clues: Clues
    links: Links
    days: Days
    regions: Regions

    def measures(self) -> dict[str, Shares]:
        """All measures of every group."""
        return {
            **self._sizes(),
            **self._titles(),
            **self._links(),
            **self._dates(),
            **self._shape(),
            **self._place(),
        }

    @cached_property
    def place(self) -> Numbers:
        """The place of each item's lead among the page's leads."""
        return self.clues.place(self.regions.lead)

    @cached_property
    def counts(self) -> Numbers:
        return self.regions.counts

    @cached_property
    def room(self) -> Numbers:
        """The room that each item's text takes."""
        widths = self.sheet.widths
        return widths[self.regions.stop] - widths[self.regions.start]

    def _sizes(self) -> dict[str, Shares]:
        room, counts = self.room, self.counts
        whole = max(int(self.sheet.widths[-1]), 1)
        total = self._sum(room)
        share = np.minimum(total / whole, 1)
        weights = room / np.maximum(total, 1)[self.regions.group]
        spread = np.exp(-self._sum(weights * np.log(np.maximum(weights, 1e-9)))) / counts
        prose = self._prose
        outside = prose[-1] - self._sum(prose[self.regions.stop] - prose[self.regions.start])
        return {
            "count": np.log(np.minimum(counts, 200)),
            "two": (counts == 2).astype(float),
            "three": (counts == 3).astype(float),
            "share": np.log(share + 0.02),
            "share_root": np.sqrt(share),
            "even": spread,
            "prose_outside": np.maximum(outside, 0) / whole,
            "text": np.log1p(self._median(room) / 40),
        }

    def _titles(self) -> dict[str, Shares]:
        clues, place = self.clues, self.place
        wide = clues.width[place]
        median = self._median(wide)
        steps = np.sign(np.diff(clues.rank[place], append=0))
        same = self._follows
        ascending = self._sum((np.append(same[1:], False) & (steps >= 0)).astype(float))
        pairs = np.maximum(self.counts - 1, 1)
        sorted_ = (ascending / pairs >= 0.95) & (self.counts >= 6)
        return {
            "title": np.minimum(np.maximum(median - 4, 0) / 24, 1),
            "title_long": np.maximum(np.log((median + 1) / 120), 0),
            "headline": self._mean((wide >= 24) & (wide <= 160)),
            "short": self._mean(wide < 10),
            "title_same": 1 - self._distinct(clues.number[place]),
            "title_date": self._mean(clues.is_date[place]),
            "wordless": self._mean(clues.wordless[place]),
            "headed": self._mean(clues.headed[place]),
            "alphabetical": sorted_.astype(float),
        }

    def _links(self) -> dict[str, Shares]:
        links, own = self.links, self.link
        linked = own >= 0
        count = np.maximum(self._sum(linked), 1)
        at = own[linked]

        def share(column: Flags) -> Shares:
            flags = np.zeros(len(own))
            flags[linked] = column[at]
            return self._sum(flags) / count

        def spread(column: Numbers, other: Numbers) -> Numbers:
            values = other.copy()
            values[linked] = column[at]
            return values

        alone = -1 - np.arange(len(own))
        return {
            "linked": self._mean(linked),
            "link_same": 1 - self._distinct(spread(links.key, alone)),
            "site": share(links.on_site),
            "own": share(links.on_page),
            "above": share(links.upward),
            "below": share(links.below),
            "beside": share(links.beside),
            "parts": share(links.part),
            "same_path": share(links.variant),
            "slug": share(links.slug),
            "digits": share(links.numbered),
            "shape": self._mode(spread(links.shape, np.full(len(own), -1))),
        }

    @cached_property
    def link(self) -> Numbers:
        """The place among the page's links of each item's own, -1 where it has none."""
        return self.links.of(self.regions)

    def _dates(self) -> dict[str, Shares]:
        regions, days = self.regions, self.days
        running = np.concatenate([[0], np.cumsum(days.dated)])
        many = running[regions.stop] - running[regions.start]
        dated = many > 0
        moment = self._moments()
        known = moment > 0
        follows = self._follows & known & np.append(False, known[:-1])
        step = np.diff(moment, prepend=0)
        pairs = self._sum(follows)
        down = self._sum(follows & (step <= 0))
        up = self._sum(follows & (step >= 0))
        real = self._sum(follows & (step != 0))
        ordered = np.maximum(down, up) / np.maximum(pairs, 1)
        moves = (pairs >= 2) & (real >= 1)
        # Where another box begins, one list goes on and another starts from its newest item.
        parent = self.sheet.strand.parent[regions.unit]
        elsewhere = follows & (parent != np.append(-1, parent[:-1]))
        boxes = self._sum(elsewhere)
        resets = self._sum(elsewhere & (step > 0))
        return {
            "dated": self._mean(dated),
            "dated_half": self._balance(dated),
            "falling": np.where(moves, (down / np.maximum(pairs, 1) - 0.5) * 2, 0).clip(0),
            "unordered": np.where(moves, 1 - ordered, 0),
            "many_dates": np.log1p(np.maximum(self._median(many) - 1, 0)),
            "resets": np.where((boxes > 0) & (2 * down >= pairs), resets / np.maximum(boxes, 1), 0),
        }

    def _shape(self) -> dict[str, Shares]:
        sheet, regions, clues, place = self.sheet, self.regions, self.clues, self.place
        widths = sheet.widths
        reach = sheet.strand.depth[regions.lead] - sheet.strand.depth[regions.unit]
        before = widths[regions.lead] - widths[regions.start]
        longest = self._longest_link.of(regions.start, regions.stop)
        own = clues.width[place]
        inner = self._inner()
        alone = own / np.maximum(self.room, 1)
        span_start = regions.start[regions.first[:-1]]
        span_stop = regions.stop[regions.first[1:] - 1]
        span = widths[span_stop] - widths[span_start]
        line = self._line_share[place]
        level = self._mode(sheet.tag[regions.unit])
        return {
            "same_unit": self._mode(sheet.make[regions.unit]),
            "same_tag": level,
            "same_lead": self._mode(sheet.make[regions.lead]),
            "same_reach": self._mode(reach),
            "late": self._median(before / np.maximum(self.room, 1)),
            "late_far": np.log1p(self._median(before) / 60),
            "small": self._mean(longest > 1.3 * own),
            "inner": np.log1p(inner),
            "bare": self._median(alone),
            "covers": np.minimum(self._sum(self.room) / np.maximum(span, 1), 1),
            "line": self._median(line),
            "pictured": self._mean(self.pictured),
            "flat": self._mean(sheet.is_inline[regions.unit]),
            "missed": self._missed(),
            "inner_lists": self._inner_lists(),
            "left": self._left(),
        }

    def _place(self) -> dict[str, Shares]:
        sheet, regions = self.sheet, self.regions
        whole = max(int(sheet.widths[-1]), 1)
        return {
            "ranked": self._mean(self._announced[regions.start]),
            "same_line": self._mean(self._same_line()),
            "boxes": np.log(self._boxes()),
            "sections": self._sections(),
            "strays": self._strays(),
            "crowded": self._crowded(),
            "article": self._mean(self._is_article[regions.unit]),
            "plain": self._mean(self._is_plain[self.place]),
            "aside": self._mean(sheet.aside[regions.lead]),
            "down": sheet.widths[regions.start[regions.first[:-1]]] / whole,
        }

    def _inner(self) -> Shares:
        """Leads in the items that are made as the leads of the group, beside these."""
        sheet, regions = self.sheet, self.regions
        make = sheet.make[self.clues.node]
        order = np.lexsort((self.clues.node, make))
        size = len(sheet) + 1
        column = make[order] * size + self.clues.node[order]
        key = sheet.make[regions.lead] * size
        many = np.searchsorted(column, key + regions.stop) - np.searchsorted(
            column, key + regions.start
        )
        return self._mean(np.minimum(many - 1, 20))

    def _missed(self) -> Shares:
        """Share of the leads made alike on the page, between first and last item, that it lacks."""
        sheet, regions = self.sheet, self.regions
        full = self._way[self.clues.node]
        order = np.lexsort((self.clues.node, full))
        size = len(sheet) + 1
        column = full[order] * size + self.clues.node[order]
        key = self._way[regions.lead] * size
        first = regions.start[regions.first[:-1]][regions.group]
        last = regions.stop[regions.first[1:] - 1][regions.group]
        many = np.searchsorted(column, key + last) - np.searchsorted(column, key + first)
        # Each way counts once for every item of it, so that the mean weighs ways by their items.
        mine = self._alike(self._way[regions.lead])
        return self._mean(1 - np.minimum(mine / np.maximum(many, 1), 1))

    def _left(self) -> Shares:
        """Share of what leads made alike lead to, on the whole page, that is not in the group."""
        sheet, clues = self.sheet, self.clues
        holder = sheet.link[clues.node]
        linked = holder >= 0
        if not linked.any():
            return np.zeros(len(self.counts))
        key = self.links.key[np.searchsorted(self.links.node, holder[linked])]
        make = sheet.make[clues.node[linked]]
        pairs = np.unique(make * (int(key.max()) + 1) + key) // (int(key.max()) + 1)
        size = int(sheet.make.max()) + 1
        named = np.zeros(size, dtype=bool)
        named[sheet.make] = [bool(names) for names in sheet.classes]
        whole = np.bincount(pairs, minlength=size)
        own = sheet.make[self.regions.lead]
        share = 1 - np.minimum(self._alike(own) / np.maximum(whole[own], 1), 1)
        return self._mean(np.where(named[own], share, 0))

    def _inner_lists(self) -> Shares:
        """How many links an item has, beside its own."""
        links = np.array([target is not None for target in self.sheet.targets])
        running = np.concatenate([[0], np.cumsum(links)])
        many = running[self.regions.stop] - running[self.regions.start]
        return np.log1p(np.maximum(self._median(many) - 1, 0))

    @cached_property
    def pictured(self) -> Flags:
        """Whether each item shows a picture."""
        pictures = np.array([tag in ("img", "picture", "video") for tag in self.sheet.strand.tag])
        running = np.concatenate([[0], np.cumsum(pictures)])
        return running[self.regions.stop] > running[self.regions.start]

    def _boxes(self) -> Shares:
        """How many elements the items are children of."""
        parent = self.sheet.strand.parent[self.regions.unit]
        return np.maximum(self._sum(1 / self._alike(parent)), 1)

    def _same_line(self) -> Flags:
        """Whether each item begins in the line of the one before it."""
        line = self.sheet.line[self.regions.lead]
        return self._follows & (line == np.append(-1, line[:-1]))

    def _sections(self) -> Shares:
        """Share of items that neither lead away from the page nor have a date: parts of a text."""
        stays = (self.link < 0) | np.append(self.links.on_page, True)[self.link]
        return self._mean(stays & ~self.dated)

    def _strays(self) -> Shares:
        """Share of items that lead to other sites and have no date: links that somebody collected."""
        linked = self.link >= 0
        away = linked & ~np.append(self.links.on_site, True)[self.link]
        return self._mean(away & ~self.dated)

    def _crowded(self) -> Shares:
        """How many links stand in one title that are no labels, beside the first two."""
        links = self.links
        lone = np.bincount(links.made)[links.made] <= 3 if len(links.node) else links.node
        running = np.concatenate([[0], np.cumsum(lone)])
        first = np.searchsorted(links.node, self.regions.lead)
        last = np.searchsorted(links.node, self.sheet.strand.end[self.regions.lead])
        return self._mean(np.log(np.maximum(running[last] - running[first] - 1, 1)))

    @cached_property
    def dated(self) -> Flags:
        """Whether each item has a date."""
        running = np.concatenate([[0], np.cumsum(self.days.dated)])
        found: Flags = running[self.regions.stop] > running[self.regions.start]
        return found

    @cached_property
    def _is_article(self) -> Flags:
        return np.array([tag == "article" for tag in self.sheet.strand.tag], dtype=bool)

    @cached_property
    def _is_plain(self) -> Flags:
        """Whether each lead is neither link nor heading."""
        node = self.clues.node
        return (self.sheet.link[node] < 0) & ~self.clues.headed

    @cached_property
    def _announced(self) -> Flags:
        """Whether the last heading before each node announces a choice from the site's articles."""
        sheet = self.sheet
        column = np.zeros(len(sheet), dtype=bool)
        told = False
        at = 0
        for node in np.flatnonzero(sheet.heading == np.arange(len(sheet))).tolist():
            column[at : node + 1] = told
            told = announces_choice(sheet.strand.read([(node, int(sheet.strand.end[node]))]))
            at = node + 1
        column[at:] = told
        return column

    @cached_property
    def _way(self) -> Numbers:
        """A number for the tags above each node."""
        numbers: dict[tuple[int, int], int] = {}
        found = [0] * (len(self.sheet) + 1)
        found[-1] = -1
        for at, pair in enumerate(zip(self.sheet.tag.tolist(), self.sheet.box.tolist())):
            found[at] = numbers.setdefault((pair[0], found[pair[1]]), len(numbers))
        return np.array(found[:-1], dtype=np.int64)

    @cached_property
    def _follows(self) -> Flags:
        group = self.regions.group
        return np.append(False, group[1:] == group[:-1])

    def _moments(self) -> Numbers:
        """When each item was published: the date that is made as most items have one; 0 for none.

        Dates that texts speak of come before and after it, but not in the same place each time.
        """
        regions = self.regions
        node = np.flatnonzero(self.days.moment > 0)
        found = np.zeros(len(regions.lead), dtype=np.int64)
        first = np.searchsorted(node, regions.start)
        many = np.minimum(np.searchsorted(node, regions.stop) - first, _MANY_DATES)
        item = np.repeat(np.arange(len(found)), many)
        if not len(item):
            return found
        slot = np.arange(len(item)) - np.repeat(np.cumsum(many) - many, many)
        at = node[first[item] + slot]
        made = self.sheet.make[np.where(self.sheet.strand.run[at] >= 0, self.sheet.strand.parent[at], at)]
        pair = regions.group[item] * (int(made.max()) + 1) + made
        # An item that has several of a kind counts once for it.
        _, kind = np.unique(pair, return_inverse=True)
        once = np.unique(kind * len(found) + item) // len(found)
        usual = np.bincount(once)[kind]
        order = np.lexsort((slot, -usual, item))
        kept = order[np.append(True, np.diff(item[order]) != 0)]
        found[item[kept]] = self.days.moment[at[kept]]
        return found

    @cached_property
    def _longest_link(self) -> Greatest:
        """The room that the title of each lead takes that is a link."""
        column = np.zeros(len(self.sheet), dtype=np.int64)
        linked = self.sheet.link[self.clues.node] == self.clues.node
        column[self.clues.node[linked]] = self.clues.width[linked]
        return Greatest(column)

    @cached_property
    def _line_share(self) -> Shares:
        """The share of each lead in the text of its box."""
        sheet = self.sheet
        box = sheet.box[self.clues.node]
        at = np.maximum(box, 0)
        own = sheet.widths[sheet.strand.end[self.clues.node]] - sheet.widths[self.clues.node]
        line = sheet.line[self.clues.node]
        # As far as the line goes among the siblings, else the box.
        whole = sheet.widths[sheet.strand.end[at]] - sheet.widths[line]
        return np.minimum(own / np.maximum(whole, 1), 1)

    @cached_property
    def _prose(self) -> Numbers:
        """Running sum of text in long, little linked paragraphs."""
        sheet = self.sheet
        box, texts = sheet.box, sheet.texts
        sizes = np.diff(sheet.widths)
        total = np.zeros(len(sheet) + 1, dtype=np.int64)
        linked = np.zeros(len(sheet) + 1, dtype=np.int64)
        np.add.at(total, box[texts], sizes[texts])
        inside = texts[sheet.link[texts] >= 0]
        np.add.at(linked, box[inside], sizes[inside])
        long = (total >= 80) & (2 * linked < total)
        plain = np.where((sheet.link < 0) & long[box], sizes, 0)
        return np.concatenate([[0], np.cumsum(plain)])

    # What is told of a group from its items.

    def _sum(self, column: NDArray[np.generic]) -> Shares:
        return np.add.reduceat(column.astype(float), self.regions.first[:-1])

    def _mean(self, column: NDArray[np.generic]) -> Shares:
        return self._sum(column) / self.counts

    def _balance(self, flags: Flags) -> Shares:
        """How far the items of a group are parted by a property: 1 where half have it."""
        share = self._mean(flags)
        return 2 * np.minimum(share, 1 - share)

    def _median(self, column: NDArray[np.generic]) -> Shares:
        order = np.lexsort((column, self.regions.group))
        first, counts = self.regions.first[:-1], self.counts
        ordered = column[order].astype(float)
        return (ordered[first + (counts - 1) // 2] + ordered[first + counts // 2]) / 2

    def _alike(self, column: Numbers) -> Numbers:
        """How many items of its group have what each item has."""
        low = int(column.min(initial=0))
        size = int(column.max(initial=0)) - low + 1
        key = self.regions.group * size + (column - low)
        _, inverse, counts = np.unique(key, return_inverse=True, return_counts=True)
        return counts[inverse]

    def _mode(self, column: Numbers) -> Shares:
        """The share of the commonest value."""
        return np.maximum.reduceat(self._alike(column), self.regions.first[:-1]) / self.counts

    def _distinct(self, column: Numbers) -> Shares:
        """How many values there are for each item."""
        return self._mean(1 / self._alike(column))
