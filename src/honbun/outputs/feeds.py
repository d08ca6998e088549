"""The items of a page as a feed, in the order of the page.

The output depends on the page alone: an unchanged page gives the same bytes. So the feed's date is
that of its newest item, never the current time.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.errors import HonbunError, one_line
from honbun.feeds.identity import canonical_link, item_ids, item_url
from honbun.outputs.rows import Table
from honbun.outputs.syndication import Channel, Entry
from honbun.text.dates.iso import earliest
from honbun.text.unicode import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from honbun.feeds.matching import KnownItem
    from honbun.feeds.model import Article, Feed, Item, ItemList
    from honbun.outputs.rows import ColumnType, Row

ALL_LISTS = 0
"""The number that selects all lists of a page; the main list is number 1."""
COLUMNS: dict[str, ColumnType] = {
    "title": str,
    "link": str,
    "published": str,
    "summary": str,
    "author": str,
    "image": str,
    "id": str,
    "categories": [str],
    "content": str,
}
_STANDARD_INPUT = re.compile(r"-(?::\d+)?")
"""The URL of a page from stdin that does not declare one."""
_OVERVIEW_TITLES = 3
_OVERVIEW_WIDTH = 100


def select_items(feed: Feed, number: int = 1) -> tuple[Item, ...]:
    """The items of one list of the page, or of all lists without repeated links."""
    if number == ALL_LISTS:
        return _distinct_items(feed)
    if not 1 <= number <= len(feed.lists):
        has = {0: "no list", 1: "one list"}.get(len(feed.lists), f"{len(feed.lists)} lists")
        raise HonbunError(f"{feed.url} has {has}: there is no list {number}")
    return feed.lists[number - 1].items


def _distinct_items(feed: Feed) -> tuple[Item, ...]:
    here = canonical_link(feed.url)
    known: set[object] = set()
    found: list[Item] = []
    for items in (one.items for one in feed.lists):
        urls = [item_url(item.link, here) for item in items]
        found += [item for item, url in zip(items, urls) if not (url and url.key in known)]
        known.update(url.key for url in urls if url)
    return tuple(found)


def entries(page: str, items: Sequence[Item]) -> tuple[Entry, ...]:
    """The items as feed entries, with ids computed from this page alone."""
    return tuple(_entry(item, id_) for item, id_ in zip(items, item_ids(page, items)))


def known_entries(items: Sequence[Item], known: Sequence[KnownItem]) -> tuple[Entry, ...]:
    """The items as feed entries, with the ids and dates that a feed state stores for them."""
    return tuple(
        replace(_entry(item, one.id), published=one.dated) for item, one in zip(items, known)
    )


def _entry(item: Item, id_: str) -> Entry:
    return Entry(
        id=id_,
        title=item.title,
        link=item.link,
        published=item.published,
        author=item.author,
        summary=item.summary,
        summary_html=item.html or None,
        image=item.image,
        categories=item.categories,
    )


def add_articles(
    entries: Sequence[Entry], items: Sequence[Item], articles: Mapping[str, Article]
) -> tuple[Entry, ...]:
    """The entries with the full texts of their articles, given by the ids of the entries, and
    with what the list does not say about an item."""
    return tuple(
        _complete(entry, item, articles[entry.id]) if entry.id in articles else entry
        for entry, item in zip(entries, items)
    )


def _complete(entry: Entry, item: Item, article: Article) -> Entry:
    date = article.date if earliest(item.published) is None else None
    return replace(
        entry,
        content=article.text or entry.content,
        html=article.html or entry.html,
        author=entry.author or article.author,
        published=date or entry.published,
        image=entry.image or article.image,
    )


def channel(
    feed: Feed, entries: Iterable[Entry], self_link: str | None = None, number: int = 1
) -> Channel:
    """The syndication feed of a page's list with these entries."""
    # A file without a known URL is linked by its name; a page from stdin has no link.
    link = None if _STANDARD_INPUT.fullmatch(feed.url) else feed.url
    # Entries without a link lead to the page.
    linked = tuple(replace(one, link=one.link or link) for one in entries)
    dates = [(when, one.published) for one in linked if (when := earliest(one.published))]
    return Channel(
        title=_title(feed, number, link),
        link=link,
        # Each list of a page is a feed of its own.
        id=feed.url if number == 1 else f"{feed.url}#list-{number}",
        self_link=self_link,
        language=feed.language,
        description=feed.description,
        updated=max(dates)[1] if dates else None,
        entries=linked,
    )


def _title(feed: Feed, number: int, link: str | None) -> str:
    title = feed.title or link or ""
    heading = feed.lists[number - 1].heading if 1 < number <= len(feed.lists) else None
    return ": ".join(filter(None, (title, heading)))


def _rows(channels: Iterable[Channel]) -> Iterator[Row]:
    return (row(entry, one.link) for one in channels for entry in one.entries)


def row(entry: Entry, page: str | None) -> Row:
    """An entry as plain values, with every column; a link to the page itself is left out."""
    values = {name: getattr(entry, name) for name in COLUMNS}
    texts = {name: clean(value) for name, value in values.items() if isinstance(value, str)}
    link = None if entry.link == page else texts.get("link")
    return values | texts | {"link": link, "categories": list(map(clean, entry.categories))}


TABLE: Table[Channel] = Table(COLUMNS, _rows)


def overview(feed: Feed) -> str:
    """The lists of a page for choosing one: number, size, heading and first titles of each."""
    return "".join(_overview(at + 1, items) for at, items in enumerate(feed.lists))


def _overview(number: int, found: ItemList) -> str:
    items = "1 item" if len(found.items) == 1 else f"{len(found.items):,} items"
    heading = f"{number}  {items}  {one_line(found.heading or '')}".rstrip()
    titles = (one_line(item.title)[:_OVERVIEW_WIDTH] for item in found.items[:_OVERVIEW_TITLES])
    return "".join(f"{line}\n" for line in (heading, *(f"   - {title}" for title in titles)))
