"""Where the items of a group lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.feeds.columns import Flags, Numbers
    from honbun.feeds.measure.items import CandidateItems, Shares


def measures(items: CandidateItems) -> dict[str, Shares]:
    """Measures of links."""
    links, own = items.page.links, items.link
    linked = own >= 0
    count = np.maximum(items.sum(linked), 1)

    def share(column: Flags) -> Shares:
        """Share of the items with a link whose link has a property."""
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
        # What neither leads away from the page nor has a date is a part of its text.
        "sections": items.mean(stays & undated),
        # What leads to other sites and has no date is somebody's collection of links.
        "strays": items.mean(away & undated),
        "crowded": _crowded(items),
        "inner_lists": _others(items),
    }


def _crowded(items: CandidateItems) -> Shares:
    """How many links stand in one title that are no labels, beside the first two."""
    node, title_node = items.page.links.node, items.spans.title_node
    first, last = (
        np.searchsorted(node, title_node),
        np.searchsorted(node, items.page.columns.sequence.end[title_node]),
    )
    many = items.page.lone_links[last] - items.page.lone_links[first]
    return items.mean(np.log(np.maximum(many - 1, 1)))


def _others(items: CandidateItems) -> Shares:
    """How many links an item has, beside its own."""
    found: Shares = np.log1p(np.maximum(items.median(items.within(items.page.link_count)) - 1, 0))
    return found
