"""Where the links of the items of a group lead."""

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
