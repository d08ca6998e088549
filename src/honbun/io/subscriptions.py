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
from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING

from honbun.io.cell import packed, storable, typed, unpacked
from honbun.io.database import Database, Kept, Schema
from honbun.io.remembered import TABLES, YEAR, Remembered, moment, seconds
from honbun.listing.poll import poll
from honbun.listing.write.feed import entry

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from honbun.listing.article import Article
    from honbun.listing.known import Known
    from honbun.listing.model import Item
    from honbun.syndication.model import Entry

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
class Cached:
    """A page as it was last fetched, and what its server says of that version."""

    body: bytes
    content_type: str | None
    url: str
    """The address that the last redirect led to."""
    etag: str | None
    last_modified: str | None
    fetched: datetime
    """When its server last said that this is the page."""


class Subscriptions(Kept):
    """What is known of subscribed pages, on disk; made where there is none."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(Database(path, read_only=False, schema=_SCHEMA))

    def entries(
        self, page: str, items: Sequence[Item], now: datetime, number: int = 0
    ) -> tuple[Entry, ...]:
        """The items that a list of the page shows now as entries of a feed, in their order.

        Those that were seen before keep their ids. One without a date has the time it was first
        seen; unless it was there at the first look at this list (the main one has the `number` 0),
        when nobody could tell how old it was: its date stays unknown.
        """
        if not items:
            return ()  # nothing to learn: the first look is the first at which there is something
        now = now.astimezone(UTC).replace(microsecond=0)  # as it will be read back
        # Long lists take a while, in which others may write; most often nobody changes this page.
        before = self._before(page, number)
        found = poll(page, items, before[1], now if before[0] else None)
        with self._changing():
            known = Remembered(self._database, self._visit(page, now))
            looked, there = known.state(number)
            if (looked, there) != before:
                found = poll(page, items, there, now if looked else None)
            known.look(number, now)
            known.save(found, now)
        return tuple(
            replace(entry(item, one.id), published=one.dated) for item, one in zip(items, found)
        )

    def articles(self, page: str) -> dict[str, Article]:
        """What the pages of the items of a page say, as far as it is kept, by the items' ids."""
        with self._database.told():
            number = self._number(page)
            return {} if number is None else Remembered(self._database, number).articles()

    def keep_articles(self, page: str, articles: Mapping[str, Article]) -> None:
        """Add what the pages of some items say, by their ids: of items that are remembered."""
        with self._changing():
            number = self._number(page)
            if number is not None:
                Remembered(self._database, number).keep(articles)

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
                for url, title, number, first, last in typed(rows, str, str | None, int, int, int)
            ]

    def cached(self, page: str) -> Cached | None:
        """The page as it was last kept."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT body, content_type, url, etag, last_modified, fetched FROM body"
                " JOIN page ON page = number WHERE address = ?",
                storable(page),
            )
            kinds = (bytes, str | None, str, str | None, str | None, int)
            for body, content_type, url, etag, last_modified, fetched in typed(rows, *kinds):
                when = moment(fetched)
                return Cached(unpacked(body), content_type, url, etag, last_modified, when)
        return None

    def keep(self, page: str, cached: Cached) -> None:
        """Keep a page as it was fetched, in the place of what was kept of it."""
        with self._changing():
            self._database.run(
                "INSERT OR REPLACE INTO body VALUES (?, ?, ?, ?, ?, ?, ?)",
                self._visit(page, cached.fetched),
                packed(cached.body),
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

    def _before(self, page: str, number: int) -> tuple[datetime | None, list[Known]]:
        with self._database.told():
            at = self._number(page)
            return (None, []) if at is None else Remembered(self._database, at).state(number)

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
