"""Posts that earlier runs wrote already, in one SQLite file.

A post is stored as a key of 16 bytes under the URL of its page. The file stays small: a post that
left its page is kept for a year (it may return when others are deleted), at most 10,000 per page; a
page that was not visited for a year is deleted with its posts. Every change is one transaction: a
crash leaves the old or the new state, and several programs may write to one file.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from honbun.stores.sqlite import Database, Schema, Store, storable

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

_YEAR = 365 * 24 * 60 * 60
"""Seconds that posts and pages are stored after they were last seen."""
_MAX_POSTS = 10_000
"""Stored posts of a page that are no longer on it."""
_TABLES = (
    """CREATE TABLE page (
        number INTEGER PRIMARY KEY,
        address TEXT NOT NULL UNIQUE,
        visited INTEGER NOT NULL
    )""",
    """CREATE TABLE post (
        page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
        key BLOB NOT NULL,
        seen INTEGER NOT NULL,
        PRIMARY KEY (page, key)
    ) WITHOUT ROWID""",
)
_SCHEMA = Schema("record of posts seen", b"honp", 1, _TABLES)


class SeenPosts(Store):
    """The posts seen on each page; the file is created if needed."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(Database(path, read_only=False, schema=_SCHEMA))

    def keys(self, address: str) -> frozenset[str]:
        """The keys of the posts seen at a URL, in hexadecimal."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT lower(hex(key)) FROM post JOIN page ON page = number WHERE address = ?",
                storable(address),
            )
            return frozenset(key for (key,) in rows)

    def save(self, visits: Mapping[str, Iterable[str]]) -> None:
        """Add the posts now at some URLs: all of them, or none if there is an error."""
        now = int(time.time())
        with self._database.transaction():
            for address, keys in visits.items():
                page = self._visit(storable(address), now)
                for key in keys:
                    self._database.run(
                        "INSERT INTO post VALUES (?, ?, ?)"
                        " ON CONFLICT DO UPDATE SET seen = max(seen, excluded.seen)",
                        page,
                        bytes.fromhex(key),
                        now,
                    )
                self._thin(page, now)
            self._database.run("DELETE FROM page WHERE visited < ?", now - _YEAR)

    def _visit(self, address: str, now: int) -> int:
        self._database.run(
            "INSERT INTO page (address, visited) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET visited = max(visited, excluded.visited)",
            address,
            now,
        )
        with self._database.translate_errors():
            [(number,)] = self._database.rows("SELECT number FROM page WHERE address = ?", address)
            return int(number)

    def _thin(self, page: int, now: int) -> None:
        """Delete posts that left a page long ago, or before many others."""
        self._database.run("DELETE FROM post WHERE page = ? AND seen < ?", page, now - _YEAR)
        self._database.run(
            "DELETE FROM post WHERE page = ? AND key IN (SELECT key FROM post"
            " WHERE page = ? AND seen < ? ORDER BY seen DESC, key LIMIT -1 OFFSET ?)",
            page,
            page,
            now,
            _MAX_POSTS,
        )
