"""Remembered: the items that pages have shown, and what the items' own pages say.

An item that left its page is remembered for a year (it may come back when others are taken down),
of each page the 5,000 that left last. Articles are large, and are kept of 500 items of a page.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import orjson

from honbun.io.cell import packed, storable, typed, unpacked
from honbun.listing.article import Article
from honbun.listing.known import Known

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from honbun.io.database import Database

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


class Remembered:
    """What is remembered of one page, by its number."""

    def __init__(self, database: Database, page: int) -> None:
        self._database = database
        self._page = page

    def state(self, number: int) -> tuple[datetime | None, list[Known]]:
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

    def _items(self, looked: datetime | None) -> list[Known]:
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
            Known(
                id_,
                link,
                title,
                published,
                summary,
                first=None if first is None else moment(first),
                lately=last >= since,
            )
            for id_, link, title, published, summary, first, last in typed(rows, *_ITEM)
        ]

    def save(self, items: Iterable[Known], now: datetime) -> None:
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
            id_: Article(**orjson.loads(unpacked(said))) for id_, said in typed(rows, str, bytes)
        }

    def keep(self, articles: Mapping[str, Article]) -> None:
        """Add what the pages of some items say, as far as these items are remembered."""
        for id_, article in articles.items():
            self._database.run(
                "INSERT OR REPLACE INTO article SELECT page, id, ? FROM item"
                " WHERE page = ? AND id = ?",
                packed(orjson.dumps(article)),
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
