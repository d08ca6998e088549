"""The items of a page as a feed, in the order of the page.

Nothing in it depends on when it is made: a page that has not changed gives the same feed, byte by
byte. So the feed changed when its newest item was published, and never "now".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, BinaryIO

from honbun.errors import HonbunError, one_line
from honbun.feeds.matching import canonical_link, item_ids, item_url
from honbun.outputs import rows, syndication
from honbun.outputs.syndication import Channel, Entry
from honbun.text.dates.iso import earliest
from honbun.text.unicode import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from honbun.feeds.model import Feed, Item, ItemList
    from honbun.outputs.rows import Row

_STANDARD_INPUT = re.compile(r"-(?::\d+)?")
"""What a page that was piped in is called, where it does not say itself where it stands."""
ALL = 0
"""The number that stands for all lists of a page; the main one is 1."""


def chosen(lists: Feed, number: int = 1) -> tuple[Item, ...]:
    """The items of a list of the page; of all lists, each item only where it comes first."""
    if number == ALL:
        return _once(lists)
    if not 1 <= number <= len(lists.lists):
        has = {0: "no list", 1: "one list"}.get(len(lists.lists), f"{len(lists.lists)} lists")
        raise HonbunError(f"{lists.url} has {has}: there is no list {number}")
    return lists.lists[number - 1].items


def _once(lists: Feed) -> tuple[Item, ...]:
    here = canonical_link(lists.url)
    known: set[object] = set()
    found: list[Item] = []
    for listing in lists.lists:
        addresses = [item_url(item.link, here) for item in listing.items]
        new = [item for item, at in zip(listing.items, addresses) if not (at and at.key in known)]
        found += new
        known.update(at.key for at in addresses if at)
    return tuple(found)


def entries(page: str, items: Sequence[Item]) -> tuple[Entry, ...]:
    """The items as entries of a feed, with ids made from what the page shows."""
    return tuple(entry(item, id_) for item, id_ in zip(items, item_ids(page, items)))


def entry(item: Item, id_: str) -> Entry:
    """An item as the entry of a feed."""
    return Entry(
        id=id_,
        title=item.title,
        link=item.link,
        published=item.published,
        author=item.author,
        summary=item.summary,
        image=item.image,
        categories=item.categories,
    )


def feed(
    lists: Feed, entries: Iterable[Entry], self_link: str | None = None, number: int = 1
) -> Channel:
    """The feed of a page that holds these entries, of the list of this number."""
    # A file that nobody gave an address is called by its name; what was piped in has none.
    link = None if _STANDARD_INPUT.fullmatch(lists.url) else lists.url
    # An entry without a link of its own is to be found on the page.
    linked = tuple(replace(one, link=one.link or link) for one in entries)
    dates = [(when, one.published) for one in linked if (when := earliest(one.published))]
    return Channel(
        title=_title(lists, number, link),
        link=link,
        # Two lists of one page are two feeds.
        id=lists.url if number == 1 else f"{lists.url}#list-{number}",
        self_link=self_link,
        language=lists.language,
        description=lists.description,
        updated=max(dates)[1] if dates else None,
        entries=linked,
    )


def _title(lists: Feed, number: int, link: str | None) -> str:
    title = lists.title or link or ""
    heading = lists.lists[number - 1].heading if 1 < number <= len(lists.lists) else None
    return ": ".join(filter(None, (title, heading)))


# Entries to rows, and lists to text that a person chooses one by.

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


def overview(lists: Feed) -> str:
    """The lists of a page: number, size and heading of each, and how it begins."""
    return "".join(_listing(at + 1, listing) for at, listing in enumerate(lists.lists))


def _listing(number: int, listing: ItemList) -> str:
    items = "1 item" if len(listing.items) == 1 else f"{len(listing.items):,} items"
    heading = f"{number}  {items}  {one_line(listing.heading or '')}".rstrip()
    titles = (one_line(item.title)[:_WIDTH] for item in listing.items[:_SHOWN])
    return "".join(f"{line}\n" for line in (heading, *(f"   - {title}" for title in titles)))


# The formats that the items of a page are written in.


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write items."""

    endings: tuple[str, ...]
    """File endings that mean this format; the first is given to files in a folder."""
    write: Callable[[Channel, BinaryIO], None]


def _write_jsonl(feed: Channel, file: BinaryIO) -> None:
    rows.write_jsonl((row(entry, feed.link) for entry in feed.entries), file)


def _write_csv(feed: Channel, file: BinaryIO) -> None:
    flat = (flat_row(entry, feed.link) for entry in feed.entries)
    rows.write_csv(flat, COLUMNS, file)


def _whole(of_feed: Callable[[Channel], bytes]) -> Callable[[Channel, BinaryIO], None]:
    def write(feed: Channel, file: BinaryIO) -> None:
        file.write(of_feed(feed))

    return write


FORMATS = {
    "rss": Format((".rss", ".xml"), _whole(syndication.render_rss)),
    "atom": Format((".atom",), _whole(syndication.render_atom)),
    "json": Format((".json",), _whole(syndication.render_jsonfeed)),
    "jsonl": Format((".jsonl", ".ndjson"), _write_jsonl),
    "csv": Format((".csv",), _write_csv),
}
