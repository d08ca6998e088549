"""Entries to rows, and lists to text that a person chooses one by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.failure import one_line
from honbun.syndication.characters import clean

if TYPE_CHECKING:
    from honbun.io.rows import Row
    from honbun.listing.model import Listing, Lists
    from honbun.syndication.model import Entry

COLUMNS = (
    "title",
    "link",
    "published",
    "summary",
    "author",
    "image",
    "id",
    "categories",
    "content",
)
"""The columns of an item, in the order in which they are written."""
_SHOWN = 3
"""Titles of a list that are shown: enough to know it by."""
_WIDTH = 100


def row(entry: Entry, page: str | None) -> Row:
    """An entry as plain values, every key present; that it stands on the page is no link."""
    values = {name: getattr(entry, name) for name in COLUMNS}
    texts = {name: clean(value) for name, value in values.items() if isinstance(value, str)}
    link = None if entry.link == page else texts.get("link")
    return values | texts | {"link": link, "categories": list(map(clean, entry.categories))}


def flat_row(entry: Entry, page: str | None) -> Row:
    """The same where a value cannot be a list: each category on a line of its own."""
    return row(entry, page) | {"categories": "\n".join(map(clean, entry.categories))}


def overview(lists: Lists) -> str:
    """The lists of a page: number, size and heading of each, and how it begins."""
    return "".join(_listing(at + 1, listing) for at, listing in enumerate(lists.lists))


def _listing(number: int, listing: Listing) -> str:
    items = "1 item" if len(listing.items) == 1 else f"{len(listing.items):,} items"
    heading = f"{number}  {items}  {one_line(listing.heading or '')}".rstrip()
    titles = (one_line(item.title)[:_WIDTH] for item in listing.items[:_SHOWN])
    return "".join(f"{line}\n" for line in (heading, *(f"   - {title}" for title in titles)))
