"""Known: what is remembered of an item, so that it is known again whatever changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from honbun.syndication.characters import permitted
from honbun.syndication.when import earliest, moment

if TYPE_CHECKING:
    from honbun.listing.model import Item

_SUMMARY = 1000
"""Characters of a summary that are remembered: enough to tell it from others."""
_DRIFT = timedelta(days=1)
"""How far a date may move between two looks and still be the same, told by "5 hours ago"."""


@dataclass(frozen=True, slots=True)
class Known:
    """An item as it was when it was last seen."""

    id: str
    link: str | None
    title: str
    published: str | None
    summary: str | None
    first: datetime | None
    """When it was first seen; None where it was there before anybody looked."""
    lately: bool = True
    """Whether it was there at the last look."""

    @property
    def dated(self) -> str | None:
        """The date to show: the page's own, else when the item was first seen."""
        if earliest(self.published) is None and self.first is not None:
            return self.first.isoformat(timespec="seconds")
        return self.published

    def seen_as(self, item: Item) -> Known:
        """The same, as it looks now."""
        return known(item, self.id, self.first, settled(self.published, item.published))


def known(item: Item, id_: str, first: datetime | None, published: str | None) -> Known:
    """What is remembered of an item."""
    return Known(
        id=id_,
        link=_clean(item.link),
        title=permitted(item.title),
        published=_clean(published),
        summary=_clean((item.summary or "")[:_SUMMARY]),
        first=first,
    )


def _clean(text: str | None) -> str | None:
    """Text as it can be kept and read back; None where there is none."""
    return permitted(text or "") or None


def settled(before: str | None, now: str | None) -> str | None:
    """The date of an item that had one before: a date that only drifts stays where it was.

    >>> settled("2024-05-01T10:12", "2024-05-01T10:47"), settled("2024-05-01", "2024-05-02")
    ('2024-05-01T10:12', '2024-05-02')
    """
    old, new = moment(before), moment(now)
    if old is None:
        return now or before
    return before if new is None or abs(new - old) < _DRIFT else now
