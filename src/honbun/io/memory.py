"""Memory: what has been learnt of sites, in one SQLite file that outlives the run.

Every change is one transaction: a crash leaves the old state or the new one. Several programs may
write to one file; each adds its lessons to what stands there by then, not to what it once read.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

import xxhash

from honbun.content.memory import Known, Sample
from honbun.errors import MemoryFileError
from honbun.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import TracebackType

    from honbun.content.memory import Lesson

_APPLICATION = int.from_bytes(b"honb")
"""Tells our files from those of other programs, to us and to the `file` command."""
_VERSION = 1
"""The version of the tables."""
_PATIENCE = 30.0
"""Seconds to wait for other writers, who may be several and stand in line."""
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
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_VERSION}",
)
_REASONS = {
    sqlite3.SQLITE_BUSY: "another program keeps it locked",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_NOTADB: "it is no site memory",
    sqlite3.SQLITE_READONLY_ROLLBACK: "its last writer died: open it for writing once",
}
"""What SQLite's codes mean to the owner of the file."""


@dataclass(frozen=True, slots=True)
class Site:
    """What is remembered of one host."""

    host: str
    """In lower case and without `www.`; empty for pages without a URL."""
    kinds: int
    pages: int
    """How many pages were judged, over all runs."""
    samples: int
    last_seen: str


class Memory:
    """A site memory on disk; made where there is none, unless it is opened for reading only."""

    def __init__(
        self, path: str | os.PathLike[str], read_only: bool = False, samples: int = 512
    ) -> None:
        self._path = Path(path)
        self._read_only = read_only
        self._most = samples
        with self._told():
            self._connection = self._connect()
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def kinds(self) -> list[Known]:
        """All kinds, in the order in which they were added."""
        with self._told():
            rows = self._rows(
                "SELECT number, features, version, learnt,"
                " (SELECT count(*) FROM sample WHERE kind = number) FROM kind ORDER BY number"
            )
            return [
                Known(number, _numbers(features), version, learnt, kept)
                for number, features, version, learnt, kept in rows
            ]

    def template(self, number: int) -> bytes:
        """The template of a kind, empty where there is none: it may just have been forgotten."""
        with self._told():
            rows = self._rows("SELECT template FROM kind WHERE number = ?", number)
            return _unpacked(rows[0][0]) if rows else b""

    def samples(self, number: int) -> list[Sample]:
        """The samples of a kind, in the order of their URLs."""
        with self._told():
            rows = self._rows(
                "SELECT url, language, outline FROM sample WHERE kind = ? ORDER BY url", number
            )
            return [Sample(url, language, _unpacked(outline)) for url, language, outline in rows]

    def save(self, lessons: Sequence[Lesson]) -> None:
        """Add lessons: all of them, or none where anything goes wrong."""
        today = datetime.now(UTC).date().isoformat()
        with self._transaction():
            known = {
                number: _numbers(features)
                for number, features in self._rows("SELECT number, features FROM kind")
            }
            for lesson in lessons:
                number = self._kind_of(lesson, known, today)
                self._see(number, lesson.seen, today)
                self._keep(number, lesson.samples)
                # What was forgotten meanwhile must not come back in a template learnt from it.
                if lesson.template is not None and lesson.number in (None, number):
                    self._teach(number, lesson.template, lesson.learnt)

    def sites(self) -> list[Site]:
        """What is remembered of each host, in the order of their names."""
        with self._told():
            rows = self._rows(
                "SELECT host, count(*), sum(pages), coalesce(held, 0), max(last_seen)"
                " FROM site LEFT JOIN"
                " (SELECT host_of(url) AS name, count(*) AS held FROM sample GROUP BY name)"
                " ON name = host GROUP BY host ORDER BY host"
            )
            return [Site(*row) for row in rows]

    def forget(self, host: str) -> int:
        """Remove what was learnt from a host, and give the number of its pages; 0 if unknown.

        A kind that other hosts share stays, without its template: that has to be learnt again.
        """
        name = _host(host)
        with self._transaction():
            kinds = self._rows(
                "SELECT kind FROM site WHERE host = ?"
                " UNION SELECT kind FROM sample WHERE host_of(url) = ?",
                name,
                name,
            )
            [(pages,)] = self._rows("SELECT total(pages) FROM site WHERE host = ?", name)
            self._run("DELETE FROM site WHERE host = ?", name)
            held = self._run("DELETE FROM sample WHERE host_of(url) = ?", name).rowcount
            for (number,) in kinds:
                self._renew(number)
        if kinds:
            # Deleting overwrites with zeros, but SQLite may have left copies of rows it once moved.
            with self._told():
                self._run("VACUUM")
        return max(int(pages), held)

    def _connect(self) -> sqlite3.Connection:
        # SQLite says of all obstacles that it is "unable to open database file".
        try:
            path = self._path.resolve()
            obstacle = _obstacle(path, self._read_only)
        except OSError as error:
            obstacle = error.strerror
        if obstacle:
            raise self._error(obstacle)
        mode = "ro" if self._read_only else "rwc"
        return sqlite3.connect(
            f"{path.as_uri()}?mode={mode}", timeout=_PATIENCE, isolation_level=None, uri=True
        )

    def _prepare(self) -> None:
        self._connection.create_function("host_of", 1, _host_of, deterministic=True)
        self._run("PRAGMA foreign_keys = ON")
        self._run("PRAGMA secure_delete = ON")
        if self._is_new() and not self._read_only:
            with self._transaction():
                if self._is_new():  # another writer may have been first
                    for statement in _TABLES:
                        self._run(statement)
        if self._pragma("application_id") != _APPLICATION:
            raise self._error("it is no site memory")
        if self._pragma("user_version") > _VERSION:
            raise self._error("it was written by a newer honbun")

    def _is_new(self) -> bool:
        [(tables,)] = self._rows("SELECT count(*) FROM sqlite_master")
        return not (tables or self._pragma("application_id") or self._pragma("user_version"))

    def _pragma(self, name: str) -> int:
        [(value,)] = self._rows(f"PRAGMA {name}")
        return int(value)

    def _kind_of(self, lesson: Lesson, known: dict[int, frozenset[int]], today: str) -> int:
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
        added = self._run(
            "INSERT INTO kind (features, first_seen, last_seen) VALUES (?, ?, ?)",
            struct.pack(f"<{len(features)}Q", *sorted(features)),
            today,
            today,
        )
        assert added.lastrowid is not None
        return added.lastrowid

    def _see(self, number: int, seen: Mapping[str, int], today: str) -> None:
        self._run("UPDATE kind SET last_seen = max(last_seen, ?) WHERE number = ?", today, number)
        self._connection.executemany(
            "INSERT INTO site VALUES (?, ?, ?, ?) ON CONFLICT (kind, host) DO UPDATE SET"
            " pages = pages + excluded.pages, last_seen = max(last_seen, excluded.last_seen)",
            [(number, _host(host), pages, today) for host, pages in seen.items()],
        )

    def _keep(self, number: int, samples: Sequence[Sample]) -> None:
        self._connection.executemany(
            "INSERT OR REPLACE INTO sample VALUES (?, ?, ?, ?)",
            [(number, _text(s.url), s.language, zlib.compress(s.outline, 1)) for s in samples],
        )
        urls = [url for (url,) in self._rows("SELECT url FROM sample WHERE kind = ?", number)]
        # By chance, but the same chance always: who saved first makes no difference.
        urls.sort(key=lambda url: (xxhash.xxh3_64_intdigest(url.encode()), url))
        self._connection.executemany(
            "DELETE FROM sample WHERE kind = ? AND url = ?",
            [(number, url) for url in urls[self._most :]],
        )

    def _teach(self, number: int, template: bytes, learnt: int) -> None:
        """Replace a template, unless another writer has learnt its own from more pages."""
        self._run(
            "UPDATE kind SET template = ?, learnt = ?, version = version + ?"
            " WHERE number = ? AND learnt <= ?",
            zlib.compress(template, 1),
            learnt,
            template != self.template(number),
            number,
            learnt,
        )

    def _renew(self, number: int) -> None:
        """Let a kind start again with the hosts that are left; without any, it goes.

        It gets a new number: a run that has read the old template cannot bring it back.
        """
        renewed = self._run(
            "INSERT INTO kind (features, version, first_seen, last_seen)"
            " SELECT features, version + 1, first_seen, last_seen FROM kind"
            " WHERE number = ? AND number IN (SELECT kind FROM site)",
            number,
        )
        if renewed.rowcount:
            for table in ("site", "sample"):
                self._run(f"UPDATE {table} SET kind = ? WHERE kind = ?", renewed.lastrowid, number)
        self._run("DELETE FROM kind WHERE number = ?", number)

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def _rows(self, query: str, *values: object) -> list[Any]:
        # All at once: a reader that takes its time would hold up the writers.
        return self._run(query, *values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._read_only:
            raise self._error("it was opened for reading only")
        with self._told():
            self._run("BEGIN IMMEDIATE")
            try:
                yield
                self._run("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk has ended it already
                    self._run("ROLLBACK")
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What goes wrong with the file becomes one line that names it."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0)
            # The low byte is the kind of error, the rest its particulars.
            reason = _REASONS.get(code) or _REASONS.get(code & 0xFF) or str(error)
            raise self._error(reason) from error
        except (zlib.error, struct.error) as error:
            raise self._error(_REASONS[sqlite3.SQLITE_CORRUPT]) from error

    def _error(self, reason: str) -> MemoryFileError:
        return MemoryFileError(one_line(f"{self._path}: {reason}"))


def _obstacle(path: Path, read_only: bool) -> str | None:
    """Why a file cannot be opened, as far as can be seen from outside."""
    there = path.exists()
    # SQLite opens what may not be written all the same, and fails when it is too late.
    writable = read_only or os.access(path if there else path.parent, os.W_OK)
    obstacles = {
        "it is a folder": path.is_dir(),
        "there is no such file": read_only and not there,
        f"there is no folder {path.parent}": not path.parent.is_dir(),
        "it is no regular file": there and not path.is_file(),
        "it may not be read": there and not os.access(path, os.R_OK),
        "it may not be written": not writable,
        "its folder may not be written to": not (read_only or os.access(path.parent, os.W_OK)),
    }
    return next((obstacle for obstacle, holds in obstacles.items() if holds), None)


def _nearest(features: frozenset[int], known: Mapping[int, frozenset[int]]) -> int | None:
    """The kind that has nearly the same features, if there is one."""
    shares = {number: _share(features, others) for number, others in known.items()}
    best = max(shares, key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] >= _ALIKE else None


def _share(one: frozenset[int], other: frozenset[int]) -> float:
    return 1 - len(one ^ other) / (len(one | other) or 1)  # none at all are the same


def _numbers(features: bytes) -> frozenset[int]:
    return frozenset(struct.unpack(f"<{len(features) // 8}Q", features))


def _unpacked(blob: bytes) -> bytes:
    return zlib.decompress(blob) if blob else b""


def _text(text: str) -> str:
    """Text as SQLite takes it: half a surrogate pair is no character."""
    return text.encode("utf-8", "backslashreplace").decode()


def _host_of(url: str) -> str:
    """The host of a URL, as `_host` gives it; empty where there is none.

    >>> _host_of("https://www.A.example:80/x"), _host_of("news/a.html"), _host_of("http://[")
    ('a.example', '', '')
    """
    try:
        return _host(urlsplit(url).netloc)
    except ValueError:
        return ""


def _host(name: str) -> str:
    """A host as it is stored: whatever its case, with or without `www.` and port, it is one.

    >>> _host("WWW.A.example"), _host("a.example:8080"), _host("[::1]:80"), _host("::1")
    ('a.example', 'a.example', '::1', '::1')
    """
    try:
        bare = urlsplit(f"//{name}").hostname
    except ValueError:
        bare = None
    return _text(bare or name).lower().removeprefix("www.")
