"""Site memory: pages of each site in one SQLite file, as evidence for new pages.

Every change is one transaction: a crash leaves the old or the new state. Several programs may write
to one file; of two that learn about one site, the pages of the later one are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from honbun.content.memory import StoredPage
from honbun.stores.sqlite import (
    Database,
    Schema,
    Store,
    checked_rows,
    compress,
    decompress,
    storable,
)
from honbun.text.urls import registered_domain

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from honbun.content.memory import SiteUpdate

_TABLES = (
    """CREATE TABLE site (
        name TEXT PRIMARY KEY,
        seen INTEGER NOT NULL,
        redesigns INTEGER NOT NULL,
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL
    )""",
    """CREATE TABLE page (
        number INTEGER PRIMARY KEY,
        site TEXT NOT NULL REFERENCES site ON DELETE CASCADE,
        url TEXT NOT NULL,
        layout BLOB NOT NULL,
        scores BLOB NOT NULL,
        UNIQUE (site, url)
    )""",
)
_SCHEMA = Schema("site memory", b"honb", 2, _TABLES)


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """What is stored about one site."""

    site: str
    """Its registered domain; the folder or archive for pages without a URL."""
    seen: int
    """Pages in all runs."""
    pages: int
    """Pages that are stored."""
    redesigns: int
    """How often the stored pages no longer resembled the new ones."""
    first_seen: str
    last_seen: str


class SiteMemory(Store):
    """A site memory file, which is created if needed, unless it is opened read-only."""

    def __init__(self, path: str | os.PathLike[str], read_only: bool = False) -> None:
        super().__init__(Database(path, read_only, _SCHEMA))
        self.redesigned: list[str] = []
        """The sites whose redesign was noticed since the file was opened."""

    def pages(self, site: str) -> list[StoredPage]:
        """The stored pages of a site, the latest first."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT url, layout, scores FROM page WHERE site = ? ORDER BY number",
                storable(site),
            )
            return [
                StoredPage(url, decompress(layout), decompress(scores))
                for url, layout, scores in checked_rows(rows, str, bytes, bytes)
            ]

    def save(self, updates: Iterable[SiteUpdate]) -> None:
        """Store all updates, or none if there is an error."""
        today = datetime.now(UTC).date().isoformat()
        redesigned = []
        with self._database.transaction():
            for update in updates:
                self._save(update, today)
                if update.redesigned:
                    redesigned.append(update.site)
        self.redesigned += redesigned

    def _save(self, update: SiteUpdate, today: str) -> None:
        name = storable(update.site)
        self._database.run(
            "INSERT INTO site VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT DO UPDATE SET"
            " seen = seen + ?2, redesigns = redesigns + ?3, last_seen = max(last_seen, ?4)",
            name,
            update.seen,
            int(update.redesigned),
            today,
        )
        self._database.run("DELETE FROM page WHERE site = ?", name)
        for page in update.pages:
            # Of two versions of a page the first is the new one.
            self._database.run(
                "INSERT OR IGNORE INTO page (site, url, layout, scores) VALUES (?, ?, ?, ?)",
                name,
                storable(page.url),
                compress(page.layout),
                compress(page.scores),
            )

    def sites(self) -> list[SiteSummary]:
        """What is stored about each site, by name."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT name, seen, (SELECT count(*) FROM page WHERE site = name), redesigns,"
                " first_seen, last_seen FROM site ORDER BY name"
            )
            return [SiteSummary(*row) for row in checked_rows(rows, str, int, int, int, str, str)]

    def forget(self, site: str) -> int:
        """Delete what is stored about a site; returns the number of its pages seen, 0 if unknown.

        A host or URL of the site names it too.
        """
        address = site if "://" in site else f"http://{site}"
        for name in dict.fromkeys((storable(site), registered_domain(address))):
            with self._database.transaction():
                rows = self._database.rows("SELECT seen FROM site WHERE name = ?", name)
                self._database.run("DELETE FROM site WHERE name = ?", name)
            if rows:
                # Deleting overwrites rows with zeros, but SQLite may have copies of moved rows.
                with self._database.translate_errors():
                    self._database.run("VACUUM")
                    return max(1, int(rows[0][0]))
        return 0
