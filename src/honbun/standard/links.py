"""The links among the pages of a collection, on disk.

A link that leads to no page of the collection is kept nowhere but in the draft of its own page. Of
pages with one address, the first is the one that is linked to.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from honbun.standard.model import Link, Linked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import TracebackType

    from honbun.standard.anchors import Anchor

_TABLES = """
    PRAGMA journal_mode = OFF;
    PRAGMA cache_size = -65536;
    CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT);
    CREATE TABLE address (key INTEGER PRIMARY KEY, page INTEGER);
    CREATE TABLE link (target INTEGER, source INTEGER, place INTEGER, text TEXT,
        PRIMARY KEY (target, source, place)) WITHOUT ROWID;
"""
_AT_ONCE = 500
"""Keys looked up by one query: some builds of SQLite take no more than 999 values."""


class Links:
    """Which page links to which, and by what text."""

    def __init__(self) -> None:
        # A database without a name: a temporary file of SQLite's own, gone when it is closed.
        self._tables = sqlite3.connect("", isolation_level=None)
        self._tables.executescript(_TABLES)
        self._tables.execute("BEGIN")

    def __enter__(self) -> Links:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tables.close()

    def add_page(self, number: int, address: int, url: str) -> None:
        """Make a page known. All are, before the first link is added."""
        self._tables.execute("INSERT INTO page VALUES (?, ?)", (number, url))
        self._tables.execute("INSERT OR IGNORE INTO address VALUES (?, ?)", (address, number))

    def add_links(self, number: int, anchors: Sequence[Anchor]) -> None:
        """Add the links of a page."""
        pages = self._pages({anchor.target for anchor in anchors})
        self._tables.executemany(
            "INSERT INTO link VALUES (?, ?, ?, ?)",
            (
                (pages[anchor.target].id, number, place, anchor.text)
                for place, anchor in enumerate(anchors)
                if anchor.target in pages
            ),
        )

    def outgoing(self, anchors: Sequence[Anchor]) -> tuple[Link, ...]:
        """The links of a page, with the numbers of those pages that belong to the collection."""
        pages = self._pages({anchor.target for anchor in anchors})
        return _by_text(
            (anchor.text, pages.get(anchor.target) or Linked(anchor.url, None))
            for anchor in anchors
        )

    def incoming(self, number: int, most: int) -> tuple[Link, ...]:
        """The links to a page from others, the earliest in the collection first."""
        rows = self._tables.execute(
            "SELECT text, url, source FROM link JOIN page ON page.id = source"
            " WHERE target = ? ORDER BY source, place LIMIT ?",
            (number, most),
        )
        return _by_text((text, Linked(url, source)) for text, url, source in rows)

    def _pages(self, keys: set[int]) -> dict[int, Linked]:
        """The pages that some keys of addresses stand for."""
        found: dict[int, Linked] = {}
        wanted = sorted(keys)
        for begin in range(0, len(wanted), _AT_ONCE):
            some = wanted[begin : begin + _AT_ONCE]
            rows = self._tables.execute(
                "SELECT key, url, id FROM address JOIN page ON page.id = address.page"
                f" WHERE key IN ({','.join('?' * len(some))})",
                some,
            )
            found.update((key, Linked(url, number)) for key, url, number in rows)
        return found


def _by_text(found: Iterable[tuple[str, Linked]]) -> tuple[Link, ...]:
    """The links with one text together, in the order of the first of each."""
    texts: dict[str, dict[Linked, None]] = {}
    for text, page in found:
        texts.setdefault(text, {})[page] = None
    return tuple(Link(text, tuple(pages)) for text, pages in texts.items())
