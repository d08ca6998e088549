"""Journal: the results of pages in a folder, so that an interrupted run can resume.

A result is stored as soon as its page is done: a process that is killed loses the pages it was
working on, a machine that loses power those of the last seconds. Entries of other versions of
honbun are dropped.

Entries are pickles, which can run any code when they are loaded. So a journal must belong to its
user: one that others could have written is refused.
"""

from __future__ import annotations

import os
import platform
import shutil
import stat
from functools import cache
from importlib.metadata import version
from pathlib import Path

import xxhash

from honbun import __version__
from honbun.errors import MemoryFileError, one_line
from honbun.runner import tempfiles
from honbun.stores.sqlite import Database, Schema, Store

_FORMAT = 2
"""Raised when keys or values change: keys contain the names of functions, values those of classes,
so entries written before these were renamed cannot be found or loaded."""
_FILE = "journal.sqlite"
_SHARDS = "shards"
_TABLES = (
    # Values are large: in a table of their own, the keys fit into few pages that stay in memory.
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, key BLOB UNIQUE, value BLOB, checksum BLOB)",
    "CREATE TABLE made (by TEXT)",
)
_SCHEMA = Schema("journal", b"honj", 1, _TABLES)
_PATIENCE = 1.0
"""Seconds to wait for another run that may be just ending."""
_CHECKPOINT = 4096
"""Pages of 4 KiB in the write-ahead log before they are moved into the file, which waits for the
disk: as many as are written in a few seconds."""


class Journal(Store):
    """A journal in its own folder, which is created if needed. One run can use it at a time."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.taken = 0
        """Number of results that were found in the journal."""
        self.dropped = 0
        """Number of entries of another version."""
        path = self.folder / _FILE
        _create(self.folder, path)
        super().__init__(Database(path, read_only=False, schema=_SCHEMA, patience=_PATIENCE))
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        with self._database.translate_errors():
            # The lock of the first transaction is held until the process ends.
            self._database.run("PRAGMA locking_mode = EXCLUSIVE")
            self._database.run("PRAGMA journal_mode = WAL")
            self._database.run("PRAGMA synchronous = NORMAL")
            self._database.run("PRAGMA secure_delete = OFF")
            self._database.run(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")
        with self._database.transaction():
            if self._database.rows("SELECT by FROM made") != [(producer(),)]:
                self._drop_entries()

    def _drop_entries(self) -> None:
        """Delete what another version stored."""
        self.dropped = self._database.run("DELETE FROM entry").rowcount
        self._database.run("DELETE FROM made")
        self._database.run("INSERT INTO made VALUES (?)", producer())
        if (self.folder / _SHARDS).exists():
            shutil.rmtree(self.folder / _SHARDS)

    def get(self, key: bytes) -> bytes | None:
        """Return the value stored under a key, or None."""
        with self._database.translate_errors():
            rows = self._database.rows("SELECT value, checksum FROM entry WHERE key = ?", key)
        # After a power loss the file may exist without all of its contents.
        intact = [value for value, checksum in rows if _is_intact(value, checksum)]
        return intact[0] if intact else None

    def put(self, key: bytes, value: bytes) -> None:
        """Store a value under a key."""
        with self._database.translate_errors():
            self._database.run(
                "INSERT OR REPLACE INTO entry (key, value, checksum) VALUES (?, ?, ?)",
                key,
                value,
                xxhash.xxh3_64_digest(value),
            )

    @property
    def shards(self) -> Path:
        """A folder for the results of whole input files; file names must identify the contents."""
        shards = self.folder / _SHARDS
        shards.mkdir(mode=0o700, exist_ok=True)
        tempfiles.sweep(shards)
        return shards

    @property
    def size(self) -> int:
        """Size of the folder in bytes."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())


def _is_intact(value: object, checksum: object) -> bool:
    """Whether a value is what was stored; damage may even change its type."""
    return isinstance(value, bytes) and xxhash.xxh3_64_digest(value) == checksum


@cache
def producer() -> str:
    """The versions that results depend on: of honbun, the journal's format, the parser, Python."""
    python = ".".join(platform.python_version_tuple()[:2])
    parser = version("turbohtml")
    return f"honbun {__version__}, format {_FORMAT}, turbohtml {parser}, Python {python}"


def _create(folder: Path, path: Path) -> None:
    """Create the folder and an empty file for their owner only, or check the existing ones.

    Raises MemoryFileError.
    """
    if folder.exists() and not folder.is_dir():
        raise MemoryFileError(one_line(f"{folder}: it is a file, and a journal is a folder"))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists() and any(folder.iterdir()):
            # Users are advised to delete a journal's folder, so it must not be one of their own.
            raise MemoryFileError(
                one_line(f"{folder}: it contains other files than a journal: name a new folder")
            )
        path.touch(mode=0o600)
        for part in (folder, path):
            if reason := _untrusted(part.stat()):
                raise MemoryFileError(one_line(f"{part}: {reason}"))
    except OSError as error:
        raise MemoryFileError(one_line(f"{folder}: {error.strerror}")) from error


def _untrusted(status: os.stat_result) -> str | None:
    """Why others may have written a file, as far as the system can tell."""
    if not hasattr(os, "geteuid"):
        return None
    if status.st_uid != os.geteuid():
        return "it belongs to another user, and a journal can run any code: it is not used"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write to it, and a journal can run any code: chmod go-w it"
    return None
