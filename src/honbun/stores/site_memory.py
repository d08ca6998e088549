"""Memory: what has been learnt of sites, in one SQLite file that outlives the run.

Every change is one transaction: a crash leaves the old state or the new one. Several programs may
write to one file; each adds its lessons to what stands there by then, not to what it once read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import xxhash

from honbun.content.memory import Sample, StoredTemplate
from honbun.stores.sqlite import (
    Database,
    Schema,
    Store,
    checked_rows,
    compress,
    decompress,
    pack_features,
    storable,
    storable_host,
    unpack_features,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from honbun.content.memory import TemplateUpdate

_ALIKE = 0.8
"""Share of the features of two kinds that makes them one: two runs over the same site sample it
differently and so see slightly different features; two sites share far fewer."""
_TABLES = (
    # AUTOINCREMENT: the number of a kind that was forgotten must never come to mean another kind.
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
    """What is remembered of one host."""

    host: str
    """In lower case and without `www.`; empty for pages without a URL."""
    kinds: int
    pages: int
    """How many pages were judged, over all runs."""
    samples: int
    last_seen: str


class SiteMemory(Store):
    """A site memory on disk; made where there is none, unless it is opened for reading only."""

    def __init__(
        self, path: str | os.PathLike[str], read_only: bool = False, samples: int = 512
    ) -> None:
        super().__init__(Database(path, read_only, _SCHEMA))
        self._most = samples

    def kinds(self) -> list[StoredTemplate]:
        """All kinds, in the order in which they were added."""
        with self._database.told():
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
        """The template of a kind, empty where there is none: it may just have been forgotten."""
        with self._database.told():
            rows = self._database.rows("SELECT template FROM kind WHERE number = ?", number)
            return decompress(rows[0][0]) if rows else b""

    def samples(self, number: int) -> list[Sample]:
        """The samples of a kind, in the order of their URLs."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT url, language, outline FROM sample WHERE kind = ? ORDER BY url", number
            )
            return [
                Sample(url, language, decompress(outline))
                for url, language, outline in checked_rows(rows, str, str | None, bytes)
            ]

    def save(self, lessons: Sequence[TemplateUpdate]) -> None:
        """Add lessons: all of them, or none where anything goes wrong."""
        today = datetime.now(UTC).date().isoformat()
        with self._database.transaction():
            with self._database.told():
                known = {
                    number: unpack_features(features)
                    for number, features in self._database.rows("SELECT number, features FROM kind")
                }
            for lesson in lessons:
                number = self._kind_of(lesson, known, today)
                self._see(number, lesson.seen, today)
                self._keep(number, lesson.samples)
                # What was forgotten meanwhile must not come back in a template learnt from it.
                if lesson.template is not None and lesson.number in (None, number):
                    self._teach(number, lesson.template, lesson.learnt)

    def sites(self) -> list[SiteSummary]:
        """What is remembered of each host, in the order of their names."""
        with self._database.told():
            rows = self._database.rows(
                "SELECT host, count(*), sum(pages), coalesce(held, 0), max(last_seen)"
                " FROM site LEFT JOIN"
                " (SELECT host_of(url) AS name, count(*) AS held FROM sample GROUP BY name)"
                " ON name = host GROUP BY host ORDER BY host"
            )
            return [SiteSummary(*row) for row in checked_rows(rows, str, int, int, int, str)]

    def forget(self, host: str) -> int:
        """Remove what was learnt from a host, and give the number of its pages; 0 if unknown.

        A kind that other hosts share stays, without its template: that has to be learnt again.
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
                self._renew(number)
        if kinds:
            # Deleting overwrites with zeros, but SQLite may have left copies of rows it once moved.
            with self._database.told():
                self._database.run("VACUUM")
        return max(int(pages), held)

    def _kind_of(self, lesson: TemplateUpdate, known: dict[int, frozenset[int]], today: str) -> int:
        """The kind that a lesson is about, by its features where the number tells nothing.

        Another writer may have added a kind that is new to the lesson, or forgotten one it knew.
        """
        if lesson.number is not None and lesson.number in known:
            return lesson.number
        number = _nearest(lesson.features, known)
        if number is None:
            number = self._add(lesson.features, today)
            known[number] = lesson.features
        return number

    def _add(self, features: frozenset[int], today: str) -> int:
        added = self._database.run(
            "INSERT INTO kind (features, first_seen, last_seen) VALUES (?, ?, ?)",
            pack_features(features),
            today,
            today,
        )
        assert added.lastrowid is not None
        return added.lastrowid

    def _see(self, number: int, seen: Mapping[str, int], today: str) -> None:
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

    def _keep(self, number: int, samples: Sequence[Sample]) -> None:
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
        # By chance, but the same chance always: who saved first makes no difference.
        urls.sort(key=lambda url: (xxhash.xxh3_64_intdigest(url.encode()), url))
        for url in urls[self._most :]:
            self._database.run("DELETE FROM sample WHERE kind = ? AND url = ?", number, url)

    def _teach(self, number: int, template: bytes, learnt: int) -> None:
        """Replace a template, unless another writer has learnt its own from more pages."""
        self._database.run(
            "UPDATE kind SET template = ?, learnt = ?, version = version + ?"
            " WHERE number = ? AND learnt <= ?",
            compress(template),
            learnt,
            template != self.template(number),
            number,
            learnt,
        )

    def _renew(self, number: int) -> None:
        """Let a kind start again with the hosts that are left; without any, it goes.

        It gets a new number: a run that has read the old template cannot bring it back.
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
    """The kind that has nearly the same features, if there is one."""
    shares = {number: _share(features, others) for number, others in known.items()}
    best = max(shares, key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] >= _ALIKE else None


def _share(one: frozenset[int], other: frozenset[int]) -> float:
    return 1 - len(one ^ other) / (len(one | other) or 1)  # none at all are the same
