"""Subscriptions: pages that are looked at again and again, in one SQLite file.

Of a page it is kept which items it has shown, so that each keeps its id and the time it was first
seen; what the pages of its items say; which of its lists was asked for; and the page itself as it
was last fetched. The file stays small: see `remembered.py`; a page that nobody looked at for a year
is forgotten with all of that, and so are those looked at longest ago of more than 10,000 pages or
a gigabyte, and the bodies of more than 1,000 pages or 200 megabytes.

Every change is one transaction, so that programs may share a file. A connection belongs to the
thread that opened it: a server opens the file for each request, which takes a millisecond.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import orjson

from honbun.feeds.matching import KnownItem, update_items
from honbun.feeds.model import Article
from honbun.stores.sqlite import (
    Database,
    Schema,
    Store,
    checked_rows,
    compress,
    decompress,
    storable,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from honbun.feeds.model import Item

# Remembered: the items that pages have shown, and what the items' own pages say.
#
# An item that left its page is remembered for a year (it may come back when others are taken
# down), of each page the 5,000 that left last. Articles are large, and are kept of 500 items of a
# page.

YEAR = 365 * 24 * 60 * 60
"""Seconds that what is not seen any more is remembered."""
_MOST_ITEMS = 5_000
"""Items of a page that are remembered although they have left it: a year of 13 a day."""
_MOST_ARTICLES = 500
"""Articles of a page that are kept: the last that were seen on it."""
TABLES = (
    """CREATE TABLE list (
        page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
        number INTEGER NOT NULL,
        looked INTEGER NOT NULL,
        PRIMARY KEY (page, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE item (
        page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
        id TEXT NOT NULL,
        link TEXT,
        title TEXT NOT NULL,
        published TEXT,
        summary TEXT,
        first INTEGER,
        last INTEGER NOT NULL,
        PRIMARY KEY (page, id)
    )""",
    """CREATE TABLE article (
        page INTEGER NOT NULL,
        id TEXT NOT NULL,
        said BLOB NOT NULL,
        PRIMARY KEY (page, id),
        FOREIGN KEY (page, id) REFERENCES item ON DELETE CASCADE
    )""",
)
_ITEM = (str, str | None, str, str | None, str | None, int | None, int)
"""What an item has, from its id on: without its page."""


class PageItems:
    """What is remembered of one page, by its number."""

    def __init__(self, database: Database, page: int) -> None:
        self._database = database
        self._page = page

    def state(self, number: int) -> tuple[datetime | None, list[KnownItem]]:
        """When a list of the page was last looked at, None for never; and the items remembered."""
        query = "SELECT looked FROM list WHERE page = ? AND number = ?"
        with self._database.told():
            rows = self._database.rows(query, self._page, number)
            looked = moment(rows[0][0]) if rows else None
            return looked, self._items(looked)

    def look(self, number: int, now: datetime) -> None:
        """Note that a list of the page is looked at."""
        self._database.run(
            "INSERT INTO list VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET looked = max(looked, excluded.looked)",
            self._page,
            number,
            seconds(now),
        )

    def _items(self, looked: datetime | None) -> list[KnownItem]:
        """All items that are remembered, those first that were seen last.

        `looked` is the last look at the list, to tell which were there lately.
        """
        rows = self._database.rows(
            "SELECT id, link, title, published, summary, first, last FROM item"
            " WHERE page = ? ORDER BY last DESC, rowid",
            self._page,
        )
        since = 0 if looked is None else seconds(looked)
        return [
            KnownItem(
                id_,
                link,
                title,
                published,
                summary,
                first=None if first is None else moment(first),
                seen_last=last >= since,
            )
            for id_, link, title, published, summary, first, last in checked_rows(rows, *_ITEM)
        ]

    def save(self, items: Iterable[KnownItem], now: datetime) -> None:
        """Remember the items that the page shows now, and forget what left it long ago."""
        for one in items:
            texts = (one.id, one.link, one.title, one.published, one.summary)
            self._database.run(
                "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                " link = excluded.link, title = excluded.title, published = excluded.published,"
                " summary = excluded.summary, last = max(last, excluded.last)",
                self._page,
                *(None if text is None else storable(text) for text in texts),
                None if one.first is None else seconds(one.first),
                seconds(now),
            )
        self._thin(seconds(now))

    def _thin(self, now: int) -> None:
        page = self._page
        self._database.run("DELETE FROM item WHERE page = ? AND last < ?", page, now - YEAR)
        self._database.run(
            "DELETE FROM item WHERE rowid IN (SELECT rowid FROM item"
            " WHERE page = ? AND last < ? ORDER BY last DESC, rowid DESC LIMIT -1 OFFSET ?)",
            page,
            now,
            _MOST_ITEMS,
        )

    def articles(self) -> dict[str, Article]:
        """What the items' own pages say, as far as it is kept, by the items' ids."""
        rows = self._database.rows("SELECT id, said FROM article WHERE page = ?", self._page)
        return {
            id_: Article(**orjson.loads(decompress(said)))
            for id_, said in checked_rows(rows, str, bytes)
        }

    def keep(self, articles: Mapping[str, Article]) -> None:
        """Add what the pages of some items say, as far as these items are remembered."""
        for id_, article in articles.items():
            self._database.run(
                "INSERT OR REPLACE INTO article SELECT page, id, ? FROM item"
                " WHERE page = ? AND id = ?",
                compress(orjson.dumps(article)),
                self._page,
                storable(id_),
            )
        self._database.run(
            "DELETE FROM article WHERE rowid IN (SELECT article.rowid FROM article"
            " JOIN item USING (page, id) WHERE page = ? ORDER BY last DESC, item.rowid"
            " LIMIT -1 OFFSET ?)",
            self._page,
            _MOST_ARTICLES,
        )


def seconds(when: datetime) -> int:
    """A moment as it is stored."""
    return int(when.timestamp())


def moment(stored: int) -> datetime:
    """The moment that was stored."""
    return datetime.fromtimestamp(stored, UTC)


_MOST_PAGES = 10_000
_MOST_BODIES = 1_000
_MOST_BODY_BYTES = 200_000_000
"""Of all bodies together, as they are stored; they are of use to a server that is started anew."""
_MOST_BYTES = 1_000_000_000
"""Of the whole file; a page may list many things, and whoever asks for it may name any page."""
_THINNED = 10
"""One page in so many is forgotten where the file is too large."""
_ONE = threading.Lock()
"""The threads of a program write one after the other: SQLite would make them look whether the file
is free, and ever less often."""
_TABLES = (
    """CREATE TABLE page (
        number INTEGER PRIMARY KEY,
        address TEXT NOT NULL UNIQUE,
        visited INTEGER NOT NULL
    )""",
    *TABLES,
    """CREATE TABLE subscription (
        page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
        number INTEGER NOT NULL,
        title TEXT,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (page, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE body (
        page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
        body BLOB NOT NULL,
        content_type TEXT,
        url TEXT NOT NULL,
        etag TEXT,
        last_modified TEXT,
        fetched INTEGER NOT NULL
    )""",
)
_SCHEMA = Schema("record of subscribed pages", b"honf", 1, _TABLES)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A page that somebody reads as a feed."""

    url: str
    title: str | None
    number: int
    """Which of its lists; the main one is 0."""
    first: datetime
    """When it was first asked for."""
    last: datetime


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page as it was last fetched, and what its server says of that version."""

    body: bytes
    content_type: str | None
    url: str
    """The address that the last redirect led to."""
    etag: str | None
    last_modified: str | None
    fetched: datetime
    """When its server last said that this is the page."""


class FeedState(Store):
    """What is known of subscribed pages, on disk; made where there is none."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(Database(path, read_only=False, schema=_SCHEMA))

    def update(
        self, page: str, items: Sequence[Item], now: datetime, number: int = 0
    ) -> tuple[KnownItem, ...]:
        """Store the items that a list of the page shows now, and return them in the same order.

        Those that were seen before keep their ids. One without a date has the time it was first
        seen; unless it was there at the first look at this list (the main one has the `number` 0),
        when nobody could tell how old it was: its date stays unknown.
        """
        if not items:
            return ()  # nothing to learn: the first look is the first at which there is something
        now = now.astimezone(UTC).replace(microsecond=0)  # as it will be read back
        # Long lists take a while, in which others may write; most often nobody changes this page.
        before = self._before(page, number)
        found = update_items(page, items, before[1], now if before[0] else None)
        with self._changing():
            known = PageItems(self._database, self._visit(page, now))
            looked, there = known.state(number)
            if (looked, there) != before:
                found = update_items(page, items, there, now if looked else None)
            known.look(number, now)
            known.save(found, now)
        return tuple(found)

    def articles(self, page: str) -> dict[str, Article]:
        """What the pages of the items of a page say, as far as it is kept, by the items' ids."""
        with self._database.told():
            number = self._number(page)
            return {} if number is None else PageItems(self._database, number).articles()

    def keep_articles(self, page: str, articles: Mapping[str, Article]) -> None:
        """Add what the pages of some items say, by their ids: of items that are remembered."""
        with self._changing():
            number = self._number(page)
            if number is not None:
                PageItems(self._database, number).keep(articles)

    def subscribe(self, page: str, title: str | None, number: int, now: datetime) -> None:
        """Note that somebody asks for a list of a page, called `title`."""
        with self._changing():
            at = self._visit(page, now)
            self._database.run(
                "INSERT INTO subscription VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
                " SET title = coalesce(excluded.title, title), last = max(last, excluded.last)",
                at,
                number,
                None if title is None else storable(title),
                seconds(now),
                seconds(now),
            )

    def subscribed(self) -> list[Subscription]:
        """All that was asked for, in the order in which it first was."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT address, title, subscription.number, first, last FROM subscription"
                " JOIN page ON page = page.number ORDER BY first, address, subscription.number"
            )
            return [
                Subscription(url, title, number, moment(first), moment(last))
                for url, title, number, first, last in checked_rows(
                    rows, str, str | None, int, int, int
                )
            ]

    def cached(self, page: str) -> CachedPage | None:
        """The page as it was last kept."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT body, content_type, url, etag, last_modified, fetched FROM body"
                " JOIN page ON page = number WHERE address = ?",
                storable(page),
            )
            kinds = (bytes, str | None, str, str | None, str | None, int)
            for body, content_type, url, etag, last_modified, fetched in checked_rows(rows, *kinds):
                when = moment(fetched)
                return CachedPage(decompress(body), content_type, url, etag, last_modified, when)
        return None

    def keep(self, page: str, cached: CachedPage) -> None:
        """Keep a page as it was fetched, in the place of what was kept of it."""
        with self._changing():
            self._database.run(
                "INSERT OR REPLACE INTO body VALUES (?, ?, ?, ?, ?, ?, ?)",
                self._visit(page, cached.fetched),
                compress(cached.body),
                cached.content_type,
                storable(cached.url),
                cached.etag,
                cached.last_modified,
                seconds(cached.fetched),
            )
            self._thin_bodies()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with _ONE, self._database.transaction():
            yield

    def _before(self, page: str, number: int) -> tuple[datetime | None, list[KnownItem]]:
        with self._database.told():
            at = self._number(page)
            return (None, []) if at is None else PageItems(self._database, at).state(number)

    def _thin_bodies(self) -> None:
        """Forget the bodies of the pages looked at longest ago beyond the bounds."""
        # Not by a column that stands behind the body: to get there all of it is read.
        rows = self._database.rows(
            "SELECT page, length(body) FROM body JOIN page ON page = number"
            " ORDER BY visited DESC, page DESC"
        )
        size = 0
        for place, (page, length) in enumerate(rows):
            size += length
            if place >= _MOST_BODIES or (size > _MOST_BODY_BYTES and place > 0):
                self._database.run("DELETE FROM body WHERE page = ?", page)

    def _visit(self, page: str, now: datetime) -> int:
        """The number of a page that is looked at; what nobody looks at any more is forgotten."""
        address, at = storable(page), seconds(now)
        self._database.run(
            "INSERT INTO page (address, visited) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET visited = max(visited, excluded.visited)",
            address,
            at,
        )
        self._database.run("DELETE FROM page WHERE visited < ?", at - YEAR)
        self._database.run(
            "DELETE FROM page WHERE address != ? AND number IN"
            " (SELECT number FROM page ORDER BY visited DESC, number DESC LIMIT -1 OFFSET ?)",
            address,
            _MOST_PAGES,
        )
        if self._database.size > _MOST_BYTES:
            self._database.run(
                "DELETE FROM page WHERE address != ? AND number IN (SELECT number FROM page"
                " ORDER BY visited, number LIMIT (SELECT count(*) / ? + 1 FROM page))",
                address,
                _THINNED,
            )
        number = self._number(page)
        assert number is not None
        return number

    def _number(self, page: str) -> int | None:
        """The number of a page that is known."""
        query = "SELECT number FROM page WHERE address = ?"
        return next((number for (number,) in self._database.rows(query, storable(page))), None)
