"""Journal: what was made of each page, in a folder, so that a run that was ended can go on.

Whatever is made of a page depends on its bytes, where it came from, the options and this version:
it is kept under a digest of these. So pages may come in another order, and others may be added. A
page is kept when it is done: a process that is killed loses the pages that it was at, and a machine
without power those of the last seconds. Entries of other versions are dropped.

The entries are pickles, which can do anything when they are loaded: a journal is its owner's own
file, and one that others could have written is refused.
"""

from __future__ import annotations

import os
import pickle
import platform
import shutil
import stat
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING

import xxhash

from honbun import __version__
from honbun.errors import MemoryFileError, one_line
from honbun.runner import tempfiles
from honbun.stores.sqlite import Database, Schema, Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.inputs.options import ReadOptions
    from honbun.page import Page

# Digest: a name for what something was made from, the same in every process.


def digest(*parts: object) -> bytes:
    """A digest of some values: text, bytes, numbers, options, functions (by their names).

    >>> digest("a", "bc") != digest("ab", "c")
    True
    """
    found = blake2b(digest_size=20)
    for part in parts:
        for piece in _pieces(part):
            found.update(f"{len(piece)}:".encode())
            found.update(piece)
    return found.digest()


def _pieces(value: object) -> Iterator[bytes]:
    if isinstance(value, bytes):
        yield b"bytes"
        yield value
    elif isinstance(value, str):
        yield b"str"
        yield value.encode("utf-8", "surrogatepass")
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__qualname__.encode()
        for field in fields(value):
            yield from _pieces(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        yield f"{len(value)} parts".encode()
        for part in value:
            yield from _pieces(part)
    elif isinstance(value, FunctionType):
        # Its repr tells where it lies in memory.
        yield f"{value.__module__}.{value.__qualname__}".encode()
    elif value is None or isinstance(value, int | float | datetime):
        yield repr(value).encode()
    else:
        raise TypeError(f"no digest of {type(value).__name__}: it may look otherwise another time")


_FILE = "journal.sqlite"
_SHARDS = "shards"
_TABLES = (
    # Values are large: apart from the keys, so that these are few pages that stay in memory.
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, key BLOB UNIQUE, value BLOB, checksum BLOB)",
    "CREATE TABLE made (by TEXT)",
)
_SCHEMA = Schema("journal", b"honj", 1, _TABLES)
_PATIENCE = 1.0
"""Seconds to wait for a run that may just be ending."""
_CHECKPOINT = 4096
"""Pages of 4 KiB that are written before they go to their places in the file, with a wait for the
disk: as many as are written in some seconds."""


class Journal(Store):
    """A journal in a folder of its own; made where there is none. One run may use it at a time."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.taken = 0
        """How many pages were taken from it."""
        self.dropped = 0
        """How many entries of another version there were."""
        path = self.folder / _FILE
        _make(self.folder, path)
        super().__init__(Database(path, read_only=False, schema=_SCHEMA, patience=_PATIENCE))
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        with self._database.told():
            # The lock of the first transaction is held to the end; the system ends it with us.
            self._database.run("PRAGMA locking_mode = EXCLUSIVE")
            self._database.run("PRAGMA journal_mode = WAL")
            self._database.run("PRAGMA synchronous = NORMAL")
            self._database.run("PRAGMA secure_delete = OFF")
            self._database.run(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")
        with self._database.transaction():
            if self._database.rows("SELECT by FROM made") != [(made_by(),)]:
                self._start()

    def _start(self) -> None:
        """Drop what another version has made."""
        self.dropped = self._database.run("DELETE FROM entry").rowcount
        self._database.run("DELETE FROM made")
        self._database.run("INSERT INTO made VALUES (?)", made_by())
        if (self.folder / _SHARDS).exists():
            shutil.rmtree(self.folder / _SHARDS)

    def get(self, key: bytes) -> bytes | None:
        """What is kept under a key."""
        with self._database.told():
            rows = self._database.rows("SELECT value, checksum FROM entry WHERE key = ?", key)
        # A disk that lost power may have the file, and not all of its contents.
        good = [value for value, sum_ in rows if _is_whole(value, sum_)]
        return good[0] if good else None

    def put(self, key: bytes, value: bytes) -> None:
        """Keep something under a key."""
        with self._database.told():
            self._database.run(
                "INSERT OR REPLACE INTO entry (key, value, checksum) VALUES (?, ?, ?)",
                key,
                value,
                xxhash.xxh3_64_digest(value),
            )

    def page(self, url: str, options: ReadOptions) -> Page | None:
        """The page that was fetched from an address, where one was."""
        found = self.get(_address(url, options))
        return None if found is None else pickle.loads(found)

    def keep_page(self, url: str, options: ReadOptions, page: Page) -> None:
        """Keep a page that was fetched from an address."""
        self.put(_address(url, options), pickle.dumps(page))

    @property
    def shards(self) -> Path:
        """A folder for what was made of whole files; its names are to tell what they are of."""
        shards = self.folder / _SHARDS
        shards.mkdir(mode=0o700, exist_ok=True)
        tempfiles.sweep(shards)
        return shards

    @property
    def size(self) -> int:
        """Bytes that the folder takes."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())


def _is_whole(value: object, checksum: object) -> bool:
    """Whether a value is what was kept; damage may even have made a number of it."""
    return isinstance(value, bytes) and xxhash.xxh3_64_digest(value) == checksum


@cache
def made_by() -> str:
    """What results depend on beside pages and options: this honbun, its parser, and Python."""
    python = ".".join(platform.python_version_tuple()[:2])
    return f"honbun {__version__}, turbohtml {version('turbohtml')}, Python {python}"


def _address(url: str, options: ReadOptions) -> bytes:
    return digest("fetch", url, options)


def _make(folder: Path, path: Path) -> None:
    """Make the folder and an empty file that only their owner may use; or refuse those there are.

    Raises MemoryFileError.
    """
    if folder.exists() and not folder.is_dir():
        raise MemoryFileError(one_line(f"{folder}: it is a file, and a journal is a folder"))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists() and any(folder.iterdir()):
            # Users are told to delete the folder of a journal: let it not be one of their own.
            raise MemoryFileError(
                one_line(f"{folder}: it holds other things than a journal: name a new folder")
            )
        path.touch(mode=0o600)
        for part in (folder, path):
            if reason := _doubt(part.stat()):
                raise MemoryFileError(one_line(f"{part}: {reason}"))
    except OSError as error:
        raise MemoryFileError(one_line(f"{folder}: {error.strerror}")) from error


def _doubt(status: os.stat_result) -> str | None:
    """Why something may have been written by others, as far as the system can tell."""
    if not hasattr(os, "geteuid"):
        return None
    if status.st_uid != os.geteuid():
        return "it belongs to another user, and a journal can run any code: it is not used"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write to it, and a journal can run any code: chmod go-w it"
    return None
