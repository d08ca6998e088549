"""What outlives a run, in an SQLite file: a site memory, or what was seen already.

A file of another program, of another kind, or of a newer version of ours is refused before anything
is written to it. Whatever goes wrong is told in one line that names the file.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from honbun.errors import MemoryFileError, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

# Cells: how text, hosts, features and blobs stand in the tables of a site memory.

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import UnionType

    Row = tuple[Any, ...]

BROKEN = (zlib.error, struct.error, UnicodeDecodeError)
"""What unpacking a damaged cell raises."""
DAMAGE = (*BROKEN, ValueError, TypeError, LookupError, OverflowError, OSError)
"""What reading one raises: a changed bit makes another text, number or type of a cell."""


def checked_rows(rows: Iterable[Row], *kinds: type | UnionType) -> Iterator[Row]:
    """The rows, whose cells are of these kinds; raises TypeError, which is damage, where not.

    SQLite puts anything into any column, and so does a changed bit.
    """
    for row in rows:
        if not all(map(isinstance, row, kinds)):
            raise TypeError(f"{row} is not {kinds}")
        yield row


def compress(blob: bytes) -> bytes:
    """A blob as it is stored."""
    return zlib.compress(blob, 1)


def decompress(cell: bytes) -> bytes:
    """The blob in a cell; an empty cell holds an empty one."""
    return zlib.decompress(cell) if cell else b""


def pack_features(features: frozenset[int]) -> bytes:
    """Features as they are stored: eight bytes each, in order."""
    return struct.pack(f"<{len(features)}Q", *sorted(features))


def unpack_features(cell: bytes) -> frozenset[int]:
    """The features in a cell."""
    return frozenset(struct.unpack(f"<{len(cell) // 8}Q", cell))


def storable(text: str) -> str:
    r"""Text as SQLite takes it: half a surrogate pair is no character.

    >>> storable("本文"), storable("\ud800")
    ('本文', '\\ud800')
    """
    return text.encode("utf-8", "backslashreplace").decode()


def host_of(url: str) -> str:
    """The host of a URL, as `storable_host` gives it; empty where there is none.

    >>> host_of("https://www.A.example:80/x"), host_of("news/a.html"), host_of("http://[")
    ('a.example', '', '')
    """
    try:
        return storable_host(urlsplit(url).netloc)
    except ValueError:
        return ""


def storable_host(name: str) -> str:
    """A host as it is stored: whatever its case, with or without `www.` and port, it is one.

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


_PATIENCE = 30.0
"""Seconds to wait for other writers, who may be several and stand in line."""
_REASONS = {
    sqlite3.SQLITE_BUSY: "another program keeps it locked",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk failed, or is full",
    sqlite3.SQLITE_READONLY_ROLLBACK: "its last writer died: open it for writing once",
}
"""What SQLite's codes mean to the owner of the file."""


@dataclass(frozen=True, slots=True)
class Schema:
    """What a kind of file holds, and how it is told from others."""

    name: str
    """What its owner calls it."""
    application: bytes
    """Four letters that tell it from files of other kinds, to us and to the `file` command."""
    version: int
    tables: tuple[str, ...]
    """The statements that make an empty file one of this kind."""

    @property
    def number(self) -> int:
        """The letters as SQLite keeps them."""
        return int.from_bytes(self.application)


class Database:
    """An open database; made where there is none, unless it is opened for reading only.

    Queries may call `host_of`, which gives the host of a URL as it is stored.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        read_only: bool,
        schema: Schema,
        patience: float = _PATIENCE,
    ) -> None:
        self._path = Path(path)
        self._schema = schema
        self._read_only = read_only
        self._patience = patience
        with self.told():
            self._connection = self._connect()
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def run(self, statement: str, *values: object) -> sqlite3.Cursor:
        """The cursor of a statement that was run."""
        return self._connection.execute(statement, values)

    def rows(self, query: str, *values: object) -> list[Any]:
        """The rows that a query gives."""
        # All at once: a reader that takes its time would hold up the writers.
        return self.run(query, *values).fetchall()

    @property
    def size(self) -> int:
        """The bytes of the file that are in use."""
        used = self._pragma("page_count") - self._pragma("freelist_count")
        return used * self._pragma("page_size")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is run meanwhile happens as a whole or, where anything is raised, not at all."""
        if self._read_only:
            raise self._error("it was opened for reading only")
        # What else is raised meanwhile may have to do with what is written, and not with the file.
        with self.told(BROKEN):
            self.run("BEGIN IMMEDIATE")
            try:
                yield
                self.run("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk has ended it already
                    self.run("ROLLBACK")
                raise

    @contextmanager
    def told(self, damage: tuple[type[Exception], ...] = DAMAGE) -> Iterator[None]:
        """What goes wrong with the file becomes one line that names it.

        `damage` is what is raised where cells are read that are not what was written.
        """
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0)
            if code == sqlite3.SQLITE_NOTADB:
                raise self._error(self._other) from error
            # The low byte is the kind of error, the rest its particulars.
            reason = _REASONS.get(code) or _REASONS.get(code & 0xFF) or str(error)
            raise self._error(reason) from error
        except damage as error:
            raise self._error(_REASONS[sqlite3.SQLITE_CORRUPT]) from error

    @property
    def _other(self) -> str:
        return f"it is no {self._schema.name}"

    def _error(self, reason: str) -> MemoryFileError:
        return MemoryFileError(one_line(f"{self._path}: {reason}"))

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
            f"{path.as_uri()}?mode={mode}", timeout=self._patience, isolation_level=None, uri=True
        )

    def _prepare(self) -> None:
        self._connection.create_function("host_of", 1, host_of, deterministic=True)
        self.run("PRAGMA foreign_keys = ON")
        self.run("PRAGMA secure_delete = ON")
        if self._is_new() and not self._read_only:
            with self.transaction():
                if self._is_new():  # another writer may have been first
                    self._make()
        if self._pragma("application_id") != self._schema.number:
            raise self._error(self._other)
        if self._pragma("user_version") > self._schema.version:
            raise self._error("it was written by a newer honbun")

    def _make(self) -> None:
        for statement in self._schema.tables:
            self.run(statement)
        self.run(f"PRAGMA application_id = {self._schema.number}")
        self.run(f"PRAGMA user_version = {self._schema.version}")

    def _is_new(self) -> bool:
        [(tables,)] = self.rows("SELECT count(*) FROM sqlite_master")
        return not (tables or self._pragma("application_id") or self._pragma("user_version"))

    def _pragma(self, name: str) -> int:
        [(value,)] = self.rows(f"PRAGMA {name}")
        return int(value)


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


class Store:
    """What is kept in a database: its file is held while it is in use."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        self._database.close()
