"""Feed state: what is stored about pages that are read again and again, in one SQLite file.

For each page: the items it has shown, so that each keeps its id and the time it was first seen; the
articles of the items; the lists that were requested; and the page as it was last fetched. The file
stays small: an item that left its page is kept for a year (it may return), at most 5,000 per page;
articles of 500 items per page; 10,000 pages or a gigabyte, the last visited ones; the bodies of
1,000 pages or 200 megabytes.

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

_YEAR = 365 * 24 * 60 * 60
"""Seconds that items and pages are stored after they were last seen."""
_MAX_ITEMS = 5_000
"""Stored items of a page that are no longer on it: 13 a day for a year."""
_MAX_ARTICLES = 500
"""Stored articles per page: those of the items seen last."""
_MAX_PAGES = 10_000
_MAX_BODIES = 1_000
_MAX_BODY_BYTES = 200_000_000
"""Stored size of all bodies, which a restarted server uses."""
_MAX_BYTES = 1_000_000_000
"""Size of the file; clients of a server may request any page, with any number of items."""
_DELETED_SHARE = 10
"""One page in this many is deleted if the file is too large."""
_ITEM = (str, str | None, str, str | None, str | None, int | None, int)
"""The types of the columns of an item after its page."""


def seconds(when: datetime) -> int:
    """A time for storage."""
    return int(when.timestamp())


def moment(stored: int) -> datetime:
    """The stored time."""
    return datetime.fromtimestamp(stored, UTC)


_WRITE_LOCK = threading.Lock()
"""Threads write one after the other: SQLite would make them poll, less and less often."""
_TABLES = (
    """CREATE TABLE page (
        number INTEGER PRIMARY KEY,
        address TEXT NOT NULL UNIQUE,
        visited INTEGER NOT NULL
    )""",
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
    """A list of a page that was requested as a feed."""

    url: str
    title: str | None
    number: int
    """The number of the list; the main one is 0."""
    first: datetime
    """When it was first requested."""
    last: datetime


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page as it was last fetched, with its validators."""

    body: bytes
    content_type: str | None
    url: str
    """The URL after all redirects."""
    etag: str | None
    last_modified: str | None
    fetched: datetime
    """When the server last confirmed this version."""


class FeedState(Store):
    """The state of pages that are read as feeds; the file is created if needed."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(Database(path, read_only=False, schema=_SCHEMA))

    def update(
        self, page: str, items: Sequence[Item], now: datetime, number: int = 0
    ) -> tuple[KnownItem, ...]:
        """Store the items that a list of the page shows now, and return them in the same order.

        Items seen before keep their ids. An item without a date gets the time it was first seen,
        unless it was there at the first visit of this list (the main list has `number` 0), when
        its age was unknown.
        """
        if not items:
            return ()  # the first visit is the first that finds items
        now = now.astimezone(UTC).replace(microsecond=0)  # as stored
        # Matching long lists takes a while, so it is done before locking the file and repeated in
        # the rare case that another process changed this page.
        with self._database.translate_errors():
            before = self._state(self._number(page), number)
        found = update_items(page, items, before[1], now if before[0] else None)
        with self._transaction():
            visited = self._visit(page, now)
            looked, there = self._state(visited, number)
            if (looked, there) != before:
                found = update_items(page, items, there, now if looked else None)
            self._save(visited, number, found, now)
        return tuple(found)

    def articles(self, page: str) -> dict[str, Article]:
        """The stored articles of a page, by the ids of its items."""
        query = "SELECT id, said FROM article WHERE page = ?"
        with self._database.translate_errors():
            rows = self._database.rows(query, self._number(page))
            return {
                id_: Article(**orjson.loads(decompress(said)))
                for id_, said in checked_rows(rows, str, bytes)
            }

    def keep_articles(self, page: str, articles: Mapping[str, Article]) -> None:
        """Store articles of a page, by the ids of its items; others are ignored."""
        with self._transaction():
            number = self._number(page)
            for id_, article in articles.items():
                self._database.run(
                    "INSERT OR REPLACE INTO article SELECT page, id, ? FROM item"
                    " WHERE page = ? AND id = ?",
                    compress(orjson.dumps(article)),
                    number,
                    storable(id_),
                )
            self._database.run(
                "DELETE FROM article WHERE rowid IN (SELECT article.rowid FROM article"
                " JOIN item USING (page, id) WHERE page = ? ORDER BY last DESC, item.rowid"
                " LIMIT -1 OFFSET ?)",
                number,
                _MAX_ARTICLES,
            )

    def subscribe(self, page: str, title: str | None, number: int, now: datetime) -> None:
        """Record a request for a list of a page as a feed with this title."""
        with self._transaction():
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

    def unsubscribe(self, page: str, number: int) -> None:
        """Forget that a list of a page was requested; its items keep their ids."""
        with self._transaction():
            self._database.run(
                "DELETE FROM subscription WHERE number = ?"
                " AND page = (SELECT number FROM page WHERE address = ?)",
                number,
                page,
            )

    def subscribed(self) -> list[Subscription]:
        """All requested feeds, in the order of their first requests."""
        with self._database.translate_errors():
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
        """The stored version of a page."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT body, content_type, url, etag, last_modified, fetched FROM body"
                " JOIN page ON page = number WHERE address = ?",
                storable(page),
            )
            types = (bytes, str | None, str, str | None, str | None, int)
            for body, content_type, url, etag, last_modified, fetched in checked_rows(rows, *types):
                when = moment(fetched)
                return CachedPage(decompress(body), content_type, url, etag, last_modified, when)
        return None

    def keep(self, page: str, cached: CachedPage) -> None:
        """Store a fetched page in place of its earlier version."""
        with self._transaction():
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
    def _transaction(self) -> Iterator[None]:
        with _WRITE_LOCK, self._database.transaction():
            yield

    def _number(self, page: str) -> int:
        """The number of a page; 0, which no page has, if it is not stored."""
        rows = self._database.rows("SELECT number FROM page WHERE address = ?", storable(page))
        return rows[0][0] if rows else 0

    def _state(self, page: int, number: int) -> tuple[datetime | None, list[KnownItem]]:
        """The last visit of a list, None for never; and the stored items of the page.

        The items seen last come first. Those seen since the last visit are marked `seen_last`.
        """
        select = "SELECT looked FROM list WHERE page = ? AND number = ?"
        with self._database.translate_errors():
            visits = self._database.rows(select, page, number)
            looked = moment(visits[0][0]) if visits else None
            since = 0 if looked is None else seconds(looked)
            rows = self._database.rows(
                "SELECT id, link, title, published, summary, first, last FROM item"
                " WHERE page = ? ORDER BY last DESC, rowid",
                page,
            )
            return looked, [
                KnownItem(
                    *(id_, link, title, published, summary),
                    first=None if first is None else moment(first),
                    seen_last=last >= since,
                )
                for id_, link, title, published, summary, first, last in checked_rows(rows, *_ITEM)
            ]

    def _save(self, page: int, number: int, items: Iterable[KnownItem], now: datetime) -> None:
        """Store a visit of a list and the items it shows; delete items that left it long ago."""
        at = seconds(now)
        visit = (
            "INSERT INTO list VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET looked = max(looked, ?)"
        )
        self._database.run(visit, page, number, at, at)
        for one in items:
            texts = (one.id, one.link, one.title, one.published, one.summary)
            self._database.run(
                "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                " link = excluded.link, title = excluded.title, published = excluded.published,"
                " summary = excluded.summary, last = max(last, excluded.last)",
                page,
                *(None if text is None else storable(text) for text in texts),
                None if one.first is None else seconds(one.first),
                at,
            )
        self._database.run("DELETE FROM item WHERE page = ? AND last < ?", page, at - _YEAR)
        self._database.run(
            "DELETE FROM item WHERE rowid IN (SELECT rowid FROM item"
            " WHERE page = ? AND last < ? ORDER BY last DESC, rowid DESC LIMIT -1 OFFSET ?)",
            page,
            at,
            _MAX_ITEMS,
        )

    def _thin_bodies(self) -> None:
        """Delete bodies beyond the limits, of the pages visited longest ago."""
        # Not ordered by a column after the body: SQLite would read all bodies to reach it.
        rows = self._database.rows(
            "SELECT page, length(body) FROM body JOIN page ON page = number"
            " ORDER BY visited DESC, page DESC"
        )
        size = 0
        for position, (page, length) in enumerate(rows):
            size += length
            if position >= _MAX_BODIES or (size > _MAX_BODY_BYTES and position > 0):
                self._database.run("DELETE FROM body WHERE page = ?", page)

    def _visit(self, page: str, now: datetime) -> int:
        """Record a visit of a page and return its number; delete pages beyond the limits."""
        address, at = storable(page), seconds(now)
        [(number,)] = self._database.rows(
            "INSERT INTO page (address, visited) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET visited = max(visited, excluded.visited) RETURNING number",
            address,
            at,
        )
        self._database.run("DELETE FROM page WHERE visited < ?", at - _YEAR)
        self._database.run(
            "DELETE FROM page WHERE address != ? AND number IN"
            " (SELECT number FROM page ORDER BY visited DESC, number DESC LIMIT -1 OFFSET ?)",
            address,
            _MAX_PAGES,
        )
        if self._database.size > _MAX_BYTES:
            self._database.run(
                "DELETE FROM page WHERE address != ? AND number IN (SELECT number FROM page"
                " ORDER BY visited, number LIMIT (SELECT count(*) / ? + 1 FROM page))",
                address,
                _DELETED_SHARE,
            )
        return int(number)
