"""Seen: which posts earlier runs have given already, in one SQLite file.

Of a post only a key of 16 bytes is kept, under the address of its page. The file stays small: a
post that left its page is remembered for a year (it may come back when others are deleted), of each
page the 10,000 that left last; a page that nobody looked at for a year is forgotten with its posts.
Every change is one transaction: a crash leaves the old state or the new one, and programs that
write to one file at the same time add to it, each after the other.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from honbun.stores.sqlite import Database, Schema, Store, storable

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

_KEPT = 365 * 24 * 60 * 60
"""Seconds that what is not seen any more is remembered."""
_MOST = 10_000
"""Posts of a page that are remembered although they have left it."""
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
    """What was seen of each page, on disk; made where there is none."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(Database(path, read_only=False, schema=_SCHEMA))

    def keys(self, address: str) -> frozenset[str]:
        """The keys of the posts that were seen at an address, in hexadecimal digits."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT lower(hex(key)) FROM post JOIN page ON page = number WHERE address = ?",
                storable(address),
            )
            return frozenset(key for (key,) in rows)

    def save(self, visits: Mapping[str, Iterable[str]]) -> None:
        """Add what stands at some addresses now: all of it, or none where anything goes wrong."""
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
            self._database.run("DELETE FROM page WHERE visited < ?", now - _KEPT)

    def _visit(self, address: str, now: int) -> int:
        self._database.run(
            "INSERT INTO page (address, visited) VALUES (?, ?)"
            " ON CONFLICT DO UPDATE SET visited = max(visited, excluded.visited)",
            address,
            now,
        )
        with self._database.told():
            [(number,)] = self._database.rows("SELECT number FROM page WHERE address = ?", address)
            return int(number)

    def _thin(self, page: int, now: int) -> None:
        """Forget what left a page long ago, or before many others."""
        self._database.run("DELETE FROM post WHERE page = ? AND seen < ?", page, now - _KEPT)
        self._database.run(
            "DELETE FROM post WHERE page = ? AND key IN (SELECT key FROM post"
            " WHERE page = ? AND seen < ? ORDER BY seen DESC, key LIMIT -1 OFFSET ?)",
            page,
            page,
            now,
            _MOST,
        )
