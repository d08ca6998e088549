"""Measures that distinguish a list of articles from other repeated structures of a page.

Every measure is a number for each group, most of them shares between 0 and 1; `model.py` has the
sign of each, `weights.json` its weight. All groups of a page are measured at once, on columns of
all their items.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.candidate_items import CandidateItems, Shares
    from honbun.feeds.columns import Flags, Numbers

_HEADLINE = 24
"""Minimum width of a headline."""
_LONG = 160
"""Maximum width of a headline."""
_SHORT = 10
"""Width below which a title says little."""
_MOST_DATES = 6
"""Maximum number of dates of an item that are read."""
_LONGER = 1.3
"""A link that is longer than a title by this factor would be the better title."""


def all_features(items: CandidateItems) -> dict[str, Shares]:
    """Every measure of every group, by name."""
    return {
        **_size(items),
        **_titles(items),
        **_links(items),
        **_dates(items),
        **_shape(items),
        **_place(items),
    }


def _size(items: CandidateItems) -> dict[str, Shares]:
    """The share of its page that a group is, and how evenly items are sized."""
    text_width, counts = items.text_width, items.counts
    whole = max(int(items.page.columns.widths[-1]), 1)
    total = items.sum(text_width)
    share = np.minimum(total / whole, 1)
    part = text_width / np.maximum(total, 1)[items.spans.group]
    # The number of equally sized items that would have the same entropy.
    even = np.exp(-items.sum(part * np.log(np.maximum(part, 1e-9)))) / counts
    prose = items.page.prose
    outside = prose[-1] - items.sum(items.within(prose))
    return {
        "count": np.log(np.minimum(counts, 200)),
        "two": (counts == 2).astype(float),
        "three": (counts == 3).astype(float),
        "share": np.log(share + 0.02),
        "share_root": np.sqrt(share),
        "even": even,
        "prose_outside": np.maximum(outside, 0) / whole,
        "text": np.log1p(items.median(text_width) / 40),
    }


def _titles(items: CandidateItems) -> dict[str, Shares]:
    """Whether the titles of a group look like headlines."""
    titles, place = items.page.titles, items.place
    wide = titles.width[place]
    median = items.median(wide)
    is_date = titles.is_date[place]
    return {
        "title": np.minimum(np.maximum(median - 4, 0) / 24, 1),
        "title_long": np.maximum(np.log((median + 1) / 120), 0),
        "headline": items.mean((wide >= _HEADLINE) & (wide <= _LONG)),
        "short": items.mean(wide < _SHORT),
        "title_same": 1 - items.distinct(titles.number[place]),
        "title_date": items.mean(is_date),
        # A date above titles is not a title.
        "title_day": items.mean(is_date & (items.within(items.page.heading_count) > 0)),
        "wordless": items.mean(titles.wordless[place]),
        "headed": items.mean(titles.headed[place]),
        "plain": items.mean(items.page.is_plain[place]),
        "alphabetical": _alphabetical(items),
    }


def _alphabetical(items: CandidateItems) -> Shares:
    """Whether titles are in alphabetical order, as in an index."""
    step = np.diff(items.page.titles.rank[items.place], prepend=0)
    ascending = items.sum(items.follows & (step >= 0)) / np.maximum(items.counts - 1, 1)
    found: Shares = ((ascending >= 0.95) & (items.counts >= 6)).astype(float)
    return found


def _links(items: CandidateItems) -> dict[str, Shares]:
    """Where the links of the items of a group lead."""
    links, own = items.page.links, items.link
    linked = own >= 0
    count = np.maximum(items.sum(linked), 1)

    def share(column: Flags) -> Shares:
        """Among items with a link, the share whose link has a property."""
        return items.sum(np.append(column, False)[own]) / count

    def values(column: Numbers, other: Numbers) -> Numbers:
        return np.where(linked, np.append(column, 0)[own], other)

    alone = -1 - np.arange(len(own))
    undated = items.within(items.page.day_count) == 0
    away = linked & ~np.append(links.on_site, True)[own]
    stays = np.append(links.on_page, True)[own]
    return {
        "linked": items.mean(linked),
        "link_same": 1 - items.distinct(values(links.key, alone)),
        "shape": items.mode(values(links.shape, np.full(len(own), -1))),
        "site": share(links.on_site),
        "own": share(links.on_page),
        "above": share(links.upward),
        "below": share(links.below),
        "beside": share(links.beside),
        "parts": share(links.part),
        "same_path": share(links.variant),
        "slug": share(links.slug),
        "digits": share(links.numbered),
        # Items without a date and without a link to another page are part of the text.
        "sections": items.mean(stays & undated),
        # Items without a date that lead to other sites are a list of links.
        "strays": items.mean(away & undated),
        "crowded": _crowded(items),
        "inner_lists": _others(items),
    }


def _crowded(items: CandidateItems) -> Shares:
    """The number of links in one title that are not labels, except the first two."""
    node, title_node = items.page.links.node, items.spans.title_node
    first, last = (
        np.searchsorted(node, title_node),
        np.searchsorted(node, items.page.columns.sequence.end[title_node]),
    )
    many = items.page.lone_links[last] - items.page.lone_links[first]
    return items.mean(np.log(np.maximum(many - 1, 1)))


def _others(items: CandidateItems) -> Shares:
    """The number of links of an item except its own."""
    found: Shares = np.log1p(np.maximum(items.median(items.within(items.page.link_count)) - 1, 0))
    return found


def _dates(items: CandidateItems) -> dict[str, Shares]:
    """Whether the items of a group have dates and are sorted by them."""
    dated = items.dates > 0
    share = items.mean(dated)
    return {
        "dated": share,
        "dated_half": 2 * np.minimum(share, 1 - share),
        "many_dates": np.log1p(np.maximum(items.median(items.dates) - 1, 0)),
        **_order(items),
    }


def _order(items: CandidateItems) -> dict[str, Shares]:
    """Whether items are sorted by date, in either direction."""
    moment = _moments(items)
    known = moment > 0
    follows = items.follows & known & np.append(False, known[:-1])
    step = np.diff(moment, prepend=0)
    pairs = items.sum(follows)
    down, up = items.sum(follows & (step <= 0)), items.sum(follows & (step >= 0))
    moves = (pairs >= 2) & (items.sum(follows & (step != 0)) >= 1)
    every = np.maximum(pairs, 1)
    # In another box a list may continue, or another list may start with its newest item.
    parent = items.page.columns.sequence.parent[items.spans.element]
    elsewhere = follows & (parent != np.append(-1, parent[:-1]))
    boxes = items.sum(elsewhere)
    resets = items.sum(elsewhere & (step > 0)) / np.maximum(boxes, 1)
    return {
        "falling": np.where(moves, (down / every - 0.5) * 2, 0).clip(0),
        "unordered": np.where(moves, 1 - np.maximum(down, up) / every, 0),
        "resets": np.where((boxes > 0) & (2 * down >= pairs), resets, 0),
    }


def _moments(items: CandidateItems) -> Numbers:
    """The publication date of each item: the date at the most common position; 0 without one.

    Dates in the text of items occur before and after it, but not at the same position each time.
    """
    spans, days, columns = items.spans, items.page.days, items.page.columns
    node = np.flatnonzero(days.moment > 0)
    found = np.zeros(len(spans.title_node), dtype=np.int64)
    first = np.searchsorted(node, spans.start)
    many = np.minimum(np.searchsorted(node, spans.stop) - first, _MOST_DATES)
    item = np.repeat(np.arange(len(found)), many)
    if not len(item):
        return found
    slot = np.arange(len(item)) - np.repeat(np.cumsum(many) - many, many)
    at = node[first[item] + slot]
    label_id = columns.tag_class[
        np.where(columns.sequence.run[at] >= 0, columns.sequence.parent[at], at)
    ]
    pair = spans.group[item] * (int(label_id.max()) + 1) + label_id
    kind = np.unique(pair, return_inverse=True)[1]
    # An item with several dates of a kind counts once for it.
    once = np.unique(kind * len(found) + item) // len(found)
    usual = np.bincount(once)[kind]
    order = np.lexsort((slot, -usual, item))
    kept = order[np.append(True, np.diff(item[order]) != 0)]
    found[item[kept]] = days.moment[at[kept]]
    return found


def _shape(items: CandidateItems) -> dict[str, Shares]:
    """Whether the items of a group have the same structure and the usual parts of items."""
    page, spans = items.page, items.spans
    columns, text_width = page.columns, np.maximum(items.text_width, 1)
    own = page.titles.width[items.place]
    before = columns.widths[spans.title_node] - columns.widths[spans.start]
    depth = columns.sequence.depth
    longest = page.longest_link.of(spans.start, spans.stop)
    return {
        "same_unit": items.mode(columns.tag_class[spans.element]),
        "same_tag": items.mode(columns.tag[spans.element]),
        "same_lead": items.mode(columns.tag_class[spans.title_node]),
        "same_reach": items.mode(depth[spans.title_node] - depth[spans.element]),
        "same_line": items.mean(_same_line(items)),
        "late": items.mean(before / text_width),
        "late_far": np.log1p(items.median(before) / 60),
        "small": items.mean(longest > _LONGER * own),
        "bare": items.median(own / text_width),
        "line": items.median(page.line_share[items.place]),
        "flat": items.mean(columns.is_inline[spans.element]),
        "article": items.mean(page.is_article[spans.element]),
        "pictured": items.mean(items.pictured),
        "inner": _inner(items),
    }


def _same_line(items: CandidateItems) -> Flags:
    """Whether each item begins on the line of the previous one."""
    line = items.page.columns.line[items.spans.title_node]
    same: Flags = items.follows & (line == np.append(-1, line[:-1]))
    return same


def _inner(items: CandidateItems) -> Shares:
    """The number of other titles of an item with the tag and class of its own title."""
    tag_class, spans = items.page.columns.tag_class, items.spans
    many = _count_alike(items, tag_class, spans.start, spans.stop)
    found: Shares = np.log1p(items.mean(np.minimum(many - 1, 20)))
    return found


def _count_alike(items: CandidateItems, column: Numbers, start: Numbers, stop: Numbers) -> Numbers:
    """The number of titles between two nodes with the same column value as each item's title."""
    node = items.page.titles.node
    size = len(items.page.columns) + 1
    order = np.lexsort((node, column[node]))
    sorted_ = column[node][order] * size + node[order]
    own = column[items.spans.title_node] * size
    found: Numbers = np.searchsorted(sorted_, own + stop) - np.searchsorted(sorted_, own + start)
    return found


def _place(items: CandidateItems) -> dict[str, Shares]:
    """The position of a group on its page, and whether it includes all similar nodes there."""
    page, spans = items.page, items.spans
    columns = page.columns
    whole = max(int(columns.widths[-1]), 1)
    first, last = spans.start[spans.first[:-1]], spans.stop[spans.first[1:] - 1]
    span = np.maximum(columns.widths[last] - columns.widths[first], 1)
    parent = columns.sequence.parent[spans.element]
    return {
        "aside": items.mean(columns.aside[spans.title_node]),
        "ranked": items.mean(page.announced[spans.start]),
        "down": columns.widths[first] / whole,
        "covers": np.minimum(items.sum(items.text_width) / span, 1),
        "boxes": np.log(np.maximum(items.sum(1 / items.alike(parent)), 1)),
        "missed": _missed(items),
        "left": _left(items),
    }


def _missed(items: CandidateItems) -> Shares:
    """Share of similar nodes between the first and the last item that are not in the group."""
    spans, tag_path = items.spans, items.page.columns.tag_path
    first = spans.start[spans.first[:-1]][spans.group]
    last = spans.stop[spans.first[1:] - 1][spans.group]
    many = _count_alike(items, tag_path, first, last)
    own = items.alike(tag_path[spans.title_node])
    return items.mean(1 - np.minimum(own / np.maximum(many, 1), 1))


def _left(items: CandidateItems) -> Shares:
    """Share of the targets of titles with the group's classes that are not in the group."""
    page = items.page
    tag_class = page.columns.tag_class[items.spans.title_node]
    share = 1 - np.minimum(items.alike(tag_class) / np.maximum(page.made_alike[tag_class], 1), 1)
    return items.mean(np.where(page.is_named[tag_class], share, 0))
