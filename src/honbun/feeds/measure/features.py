"""All measures of the groups of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.feeds.measure import date, link, place, shape, size, title

if TYPE_CHECKING:
    from honbun.feeds.measure.items import CandidateItems, Shares


def all_features(items: CandidateItems) -> dict[str, Shares]:
    """Every measure of every group, by name."""
    return {
        name: column
        for module in (size, title, link, date, shape, place)
        for name, column in module.measures(items).items()
    }
