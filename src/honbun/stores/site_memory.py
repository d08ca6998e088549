"""Site memory: the templates of sites in one SQLite file.

Every change is one transaction: a crash leaves the old or the new state. Several programs may write
to one file; each adds its updates to the current contents, not to what it read before.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import xxhash

from honbun.content.memory import Sample, StoredTemplate
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
    from collections.abc import Mapping, Sequence

    from honbun.content.memory import TemplateUpdate

_SAME_GROUP = 0.8
"""Two template groups with this share of common features are the same: two runs over a site sample
other pages and see slightly different features, while two sites share far fewer."""
_TABLES = (
    # AUTOINCREMENT: the number of a deleted group is never used again.
    """CREATE TABLE kind (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        features BLOB NOT NULL,
        version INTEGER NOT NULL DEFAULT 0,
        learnt INTEGER NOT NULL DEFAULT 0,
        template BLOB NOT NULL DEFAULT x'',
        first_seen TEXT NOT NULL,
        last_seen TEXT NOT NULL
    )""",
    """CREATE TABLE site (
        kind INTEGER NOT NULL REFERENCES kind ON DELETE CASCADE,
        host TEXT NOT NULL,
        pages INTEGER NOT NULL,
        last_seen TEXT NOT NULL,
        PRIMARY KEY (kind, host)
    )""",
    """CREATE TABLE sample (
        kind INTEGER NOT NULL REFERENCES kind ON DELETE CASCADE,
        url TEXT NOT NULL,
        language TEXT,
        outline BLOB NOT NULL,
        PRIMARY KEY (kind, url)
    )""",
)
_SCHEMA = Schema("site memory", b"honb", 1, _TABLES)


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """What is stored about one host."""

    host: str
    """In lower case and without `www.`; empty for pages without a URL."""
    kinds: int
    pages: int
    """Pages judged in all runs."""
    samples: int
    last_seen: str


class SiteMemory(Store):
    """A site memory file, which is created if needed, unless it is opened read-only."""

    def __init__(
        self, path: str | os.PathLike[str], read_only: bool = False, samples: int = 512
    ) -> None:
        super().__init__(Database(path, read_only, _SCHEMA))
        self._database.define("host_of", host_of)
        self._max_samples = samples

    def templates(self) -> list[StoredTemplate]:
        """All template groups, in the order in which they were added."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT number, features, version, learnt,"
                " (SELECT count(*) FROM sample WHERE kind = number) FROM kind ORDER BY number"
            )
            return [
                StoredTemplate(number, unpack_features(features), version, learnt, kept)
                for number, features, version, learnt, kept in checked_rows(
                    rows, int, bytes, int, int, int
                )
            ]

    def template(self, number: int) -> bytes:
        """The template of a group; empty if there is none, as after a deletion."""
        with self._database.translate_errors():
            rows = self._database.rows("SELECT template FROM kind WHERE number = ?", number)
            return decompress(rows[0][0]) if rows else b""

    def samples(self, number: int) -> list[Sample]:
        """The samples of a group, by URL."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT url, language, outline FROM sample WHERE kind = ? ORDER BY url", number
            )
            return [
                Sample(url, language, decompress(outline))
                for url, language, outline in checked_rows(rows, str, str | None, bytes)
            ]

    def save(self, updates: Sequence[TemplateUpdate]) -> None:
        """Add all updates, or none if there is an error."""
        today = datetime.now(UTC).date().isoformat()
        with self._database.transaction():
            with self._database.translate_errors():
                known = {
                    number: unpack_features(features)
                    for number, features in self._database.rows("SELECT number, features FROM kind")
                }
            for update in updates:
                number = self._group_of(update, known, today)
                self._count_pages(number, update.seen, today)
                self._add_samples(number, update.samples)
                # A template learnt from a group that was deleted meanwhile is not stored.
                if update.template is not None and update.number in (None, number):
                    self._set_template(number, update.template, update.learnt)

    def sites(self) -> list[SiteSummary]:
        """What is stored about each host, by name."""
        with self._database.translate_errors():
            rows = self._database.rows(
                "SELECT host, count(*), sum(pages), coalesce(held, 0), max(last_seen)"
                " FROM site LEFT JOIN"
                " (SELECT host_of(url) AS name, count(*) AS held FROM sample GROUP BY name)"
                " ON name = host GROUP BY host ORDER BY host"
            )
            return [SiteSummary(*row) for row in checked_rows(rows, str, int, int, int, str)]

    def forget(self, host: str) -> int:
        """Delete what was learnt from a host; returns the number of its pages, 0 if unknown.

        A group that other hosts share stays without its template, which is learnt again.
        """
        name = storable_host(host)
        with self._database.transaction():
            kinds = self._database.rows(
                "SELECT kind FROM site WHERE host = ?"
                " UNION SELECT kind FROM sample WHERE host_of(url) = ?",
                name,
                name,
            )
            [(pages,)] = self._database.rows("SELECT total(pages) FROM site WHERE host = ?", name)
            self._database.run("DELETE FROM site WHERE host = ?", name)
            held = self._database.run("DELETE FROM sample WHERE host_of(url) = ?", name).rowcount
            for (number,) in kinds:
                self._reset(number)
        if kinds:
            # Deleting overwrites rows with zeros, but SQLite may have left copies of moved rows.
            with self._database.translate_errors():
                self._database.run("VACUUM")
        return max(int(pages), held)

    def _group_of(
        self, update: TemplateUpdate, known: dict[int, frozenset[int]], today: str
    ) -> int:
        """The group of an update: by number, else by features.

        Another writer may have added the group, or deleted it.
        """
        if update.number is not None and update.number in known:
            return update.number
        number = _nearest(update.features, known)
        if number is None:
            number = self._add_group(update.features, today)
            known[number] = update.features
        return number

    def _add_group(self, features: frozenset[int], today: str) -> int:
        added = self._database.run(
            "INSERT INTO kind (features, first_seen, last_seen) VALUES (?, ?, ?)",
            pack_features(features),
            today,
            today,
        )
        assert added.lastrowid is not None
        return added.lastrowid

    def _count_pages(self, number: int, seen: Mapping[str, int], today: str) -> None:
        self._database.run(
            "UPDATE kind SET last_seen = max(last_seen, ?) WHERE number = ?", today, number
        )
        for host, pages in seen.items():
            self._database.run(
                "INSERT INTO site VALUES (?, ?, ?, ?) ON CONFLICT (kind, host) DO UPDATE SET"
                " pages = pages + excluded.pages, last_seen = max(last_seen, excluded.last_seen)",
                number,
                storable_host(host),
                pages,
                today,
            )

    def _add_samples(self, number: int, samples: Sequence[Sample]) -> None:
        for sample in samples:
            self._database.run(
                "INSERT OR REPLACE INTO sample VALUES (?, ?, ?, ?)",
                number,
                storable(sample.url),
                sample.language,
                compress(sample.outline),
            )
        urls = [
            url for (url,) in self._database.rows("SELECT url FROM sample WHERE kind = ?", number)
        ]
        # A random choice that does not depend on the order of writers.
        urls.sort(key=lambda url: (xxhash.xxh3_64_intdigest(url.encode()), url))
        for url in urls[self._max_samples :]:
            self._database.run("DELETE FROM sample WHERE kind = ? AND url = ?", number, url)

    def _set_template(self, number: int, template: bytes, learnt: int) -> None:
        """Store a template, unless another writer learnt one from more pages."""
        self._database.run(
            "UPDATE kind SET template = ?, learnt = ?, version = version + ?"
            " WHERE number = ? AND learnt <= ?",
            compress(template),
            learnt,
            template != self.template(number),
            number,
            learnt,
        )

    def _reset(self, number: int) -> None:
        """Reset a group that has other hosts; delete it if it has none.

        It gets a new number, so that a run that read the old template cannot store it again.
        """
        renewed = self._database.run(
            "INSERT INTO kind (features, version, first_seen, last_seen)"
            " SELECT features, version + 1, first_seen, last_seen FROM kind"
            " WHERE number = ? AND number IN (SELECT kind FROM site)",
            number,
        )
        if renewed.rowcount:
            for table in ("site", "sample"):
                self._database.run(
                    f"UPDATE {table} SET kind = ? WHERE kind = ?", renewed.lastrowid, number
                )
        self._database.run("DELETE FROM kind WHERE number = ?", number)


def _nearest(features: frozenset[int], known: Mapping[int, frozenset[int]]) -> int | None:
    """The group with nearly the same features, if there is one."""
    shares = {number: _share(features, others) for number, others in known.items()}
    best = max(shares, key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] >= _SAME_GROUP else None


def _share(one: frozenset[int], other: frozenset[int]) -> float:
    return 1 - len(one ^ other) / (len(one | other) or 1)  # two empty sets are equal


def pack_features(features: frozenset[int]) -> bytes:
    """Features for storage: eight bytes each, sorted."""
    return struct.pack(f"<{len(features)}Q", *sorted(features))


def unpack_features(stored: bytes) -> frozenset[int]:
    """The stored features."""
    return frozenset(struct.unpack(f"<{len(stored) // 8}Q", stored))


def host_of(url: str) -> str:
    """The host of a URL, as `storable_host` returns it; empty if there is none.

    >>> host_of("https://www.A.example:80/x"), host_of("news/a.html"), host_of("http://[")
    ('a.example', '', '')
    """
    try:
        return storable_host(urlsplit(url).netloc)
    except ValueError:
        return ""


def storable_host(name: str) -> str:
    """A host name for storage: in lower case, without `www.` and port.

    >>> storable_host("WWW.A.example"), storable_host("a.example:8080")
    ('a.example', 'a.example')
    >>> storable_host("[::1]:80"), storable_host("::1")
    ('::1', '::1')
    """
    try:
        bare = urlsplit(f"//{name}").hostname
    except ValueError:
        bare = None
    return storable(bare or name).lower().removeprefix("www.")
