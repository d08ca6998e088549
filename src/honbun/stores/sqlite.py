"""SQLite files of honbun.

Files of other programs, of another store, or of a newer honbun are refused before anything is
written. Every error becomes a MemoryFileError of one line that names the file.
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

from honbun.errors import MemoryFileError, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType, UnionType
    from typing import Self

    Row = tuple[Any, ...]

DECODING_ERRORS = (zlib.error, struct.error, UnicodeDecodeError)
"""Raised by decoding a damaged value."""
DAMAGE_ERRORS = (*DECODING_ERRORS, ValueError, TypeError, LookupError, OverflowError, OSError)
"""Raised by using a damaged value: a changed bit gives another text, number or type."""


def checked_rows(rows: Iterable[Row], *types: type | UnionType) -> Iterator[Row]:
    """The rows, if their values have these types; else raises TypeError, which counts as damage.

    SQLite accepts any type in any column, and a changed bit can change the type of a value.
    """
    for row in rows:
        if not all(map(isinstance, row, types)):
            raise TypeError(f"{row} is not {types}")
        yield row


def compress(data: bytes) -> bytes:
    """Bytes compressed for storage."""
    return zlib.compress(data, 1)


def decompress(stored: bytes) -> bytes:
    """The stored bytes; an empty value is stored uncompressed."""
    return zlib.decompress(stored) if stored else b""


def storable(text: str) -> str:
    r"""Text without lone surrogates, which SQLite refuses.

    >>> storable("本文"), storable("\ud800")
    ('本文', '\\ud800')
    """
    return text.encode("utf-8", "backslashreplace").decode()


_PATIENCE = 30.0
"""Seconds to wait for other writers, of which there may be several."""
_MESSAGES = {
    sqlite3.SQLITE_BUSY: "another program has locked it",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk failed or is full",
    sqlite3.SQLITE_READONLY_ROLLBACK: "its last writer was killed: open it for writing once",
}
"""Messages for the error codes of SQLite."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of a store, and how its files are recognised."""

    name: str
    """The name of the store in messages."""
    application: bytes
    """Four letters that identify its files, to honbun and to the `file` command."""
    version: int
    tables: tuple[str, ...]
    """The statements that create the tables."""

    @property
    def number(self) -> int:
        """The letters as the number that SQLite stores."""
        return int.from_bytes(self.application)


class Database:
    """An open database file, which is created if needed, unless it is opened read-only."""

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
        with self.translate_errors():
            self._connection = self._connect()
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def run(self, statement: str, *values: object) -> sqlite3.Cursor:
        """Run a statement and return its cursor."""
        return self._connection.execute(statement, values)

    def rows(self, query: str, *values: object) -> list[Any]:
        """The rows of a query."""
        # All at once: a slow reader would block writers.
        return self.run(query, *values).fetchall()

    @property
    def size(self) -> int:
        """The bytes of the file that are in use."""
        used = self._pragma("page_count") - self._pragma("freelist_count")
        return used * self._pragma("page_size")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the statements of the block as one transaction; an exception rolls it back."""
        if self._read_only:
            raise self._error("it is open for reading only")
        # Other errors in the block may come from the data to write, not from the file.
        with self.translate_errors(DECODING_ERRORS):
            self.run("BEGIN IMMEDIATE")
            try:
                yield
                self.run("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk ends the transaction
                    self.run("ROLLBACK")
                raise

    @contextmanager
    def translate_errors(
        self, damage: tuple[type[Exception], ...] = DAMAGE_ERRORS
    ) -> Iterator[None]:
        """Raise errors in the block as a MemoryFileError that names the file.

        `damage` are the errors that mean that stored values are damaged.
        """
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0)
            if code == sqlite3.SQLITE_NOTADB:
                raise self._error(self._not_a_store) from error
            # The low byte is the general error, the rest its details.
            message = _MESSAGES.get(code) or _MESSAGES.get(code & 0xFF) or str(error)
            raise self._error(message) from error
        except damage as error:
            raise self._error(_MESSAGES[sqlite3.SQLITE_CORRUPT]) from error

    @property
    def _not_a_store(self) -> str:
        return f"it is not a {self._schema.name}"

    def _error(self, reason: str) -> MemoryFileError:
        return MemoryFileError(one_line(f"{self._path}: {reason}"))

    def _connect(self) -> sqlite3.Connection:
        # SQLite reports all obstacles as "unable to open database file".
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
        self.run("PRAGMA foreign_keys = ON")
        self.run("PRAGMA secure_delete = ON")
        if self._is_new() and not self._read_only:
            with self.transaction():
                if self._is_new():  # another process may have created the tables
                    self._create_tables()
        if self._pragma("application_id") != self._schema.number:
            raise self._error(self._not_a_store)
        if self._pragma("user_version") > self._schema.version:
            raise self._error("it was written by a newer honbun")
        if self._pragma("user_version") < self._schema.version:
            raise self._error("it was written by an older honbun: start a new one")

    def _create_tables(self) -> None:
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
    """Why a file cannot be opened, as far as the file system shows."""
    exists = path.exists()
    # SQLite opens a file without write permission, and fails at the first write.
    writable = read_only or os.access(path if exists else path.parent, os.W_OK)
    obstacles = {
        "it is a folder": path.is_dir(),
        "there is no such file": read_only and not exists,
        f"there is no folder {path.parent}": not path.parent.is_dir(),
        "it is not a regular file": exists and not path.is_file(),
        "it is not readable": exists and not os.access(path, os.R_OK),
        "it is not writable": not writable,
        "its folder is not writable": not (read_only or os.access(path.parent, os.W_OK)),
    }
    return next((obstacle for obstacle, holds in obstacles.items() if holds), None)


class Store:
    """Base of the stores: a database, closed at the end of a `with` block."""

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
        """Close the file."""
        self._database.close()
