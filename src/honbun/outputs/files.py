"""Output targets: stdout, one file, or a folder with one file per page.

Files and new folders are atomic: they are written under a temporary name and renamed when complete.
File names are made from URLs, which are untrusted: they stay inside the folder, and are short and
portable.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import unquote

from honbun.errors import MissingExtra, OutputError
from honbun.runner import tempfiles
from honbun.text.unicode import normal_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Self

_UNSAFE = re.compile(r"[^\w.=@+-]+")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)")
"""Names that Windows reserves for devices."""
_MAX_NAME = 120
"""Bytes of a name before its ending; file systems allow 255, some count the folders too."""
_STDOUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
"""Names of standard output, which is appended to and not replaced, even if it is a file."""
COMPRESSIONS = (".gz", ".zst")
"""Endings after that of the format."""


@dataclass(frozen=True, slots=True)
class OutputTarget:
    """Where `-o` points: standard output, a file, or a folder."""

    path: Path | None
    folder: bool

    @classmethod
    def of(cls, given: str | None, *, force: bool = True) -> OutputTarget:
        """The target of a user's argument; a folder exists or ends with a slash.

        Without `force`, a folder that has files raises OutputError.
        """
        if given is None or given in _STDOUT:
            return cls(None, folder=False)
        if not given:
            raise OutputError("the name of the output is empty")
        path = Path(given)
        folder = path.is_dir() or given.endswith(("/", os.sep))
        if folder and not force and _entries(path):
            raise OutputError(f"the folder {path} is not empty: add --force to write into it")
        return cls(path, folder)

    @property
    def ending(self) -> str | None:
        """The ending that selects a format, without compression; None where there is no file."""
        if self.path is None or self.folder or (self.path.exists() and not self.path.is_file()):
            return None
        plain = self.path.with_suffix("") if self.compression else self.path
        return plain.suffix.lower()

    @property
    def compression(self) -> str | None:
        """The ending of a compressed file."""
        ending = self.path.suffix.lower() if self.path and not self.folder else ""
        return ending if ending in COMPRESSIONS else None


def _entries(folder: Path) -> list[str]:
    """The names in a folder, without hidden ones such as those of interrupted runs."""
    try:
        return [name for name in os.listdir(folder) if not name.startswith(".")]  # noqa: PTH208
    except FileNotFoundError:
        return []
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror}") from error


def atomic_file(path: Path, *, durable: bool = True) -> AbstractContextManager[BinaryIO]:
    """A file that appears under its name when the block ends without an error.

    `durable` waits until it is on disk.
    """
    path = path.resolve()  # write to the target of a link
    tempfiles.sweep(path.parent)
    return _replacing(path, durable)


@contextmanager
def _replacing(path: Path, durable: bool) -> Iterator[BinaryIO]:
    """An atomic file at exactly this path; a link there is replaced."""
    with ExitStack() as stack:
        with _write_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = stack.enter_context(tempfiles.file(path))
        with io.BufferedWriter(_Raw(handle, path)) as file:
            yield file
            file.flush()
            with _write_errors(path):
                if durable:
                    os.fsync(handle)
                # Temporary files are private; results get the permissions of the umask.
                mask = os.umask(0)
                os.umask(mask)
                temporary.chmod(0o666 & ~mask)
                tempfiles.move(file, temporary, path)
                if durable:
                    _sync_folder(path.parent)


class _Raw(io.FileIO):
    """A file that reports write errors with its path: on a full disk nothing else does."""

    def __init__(self, handle: int, path: Path) -> None:
        super().__init__(handle, "wb")
        self._path = path

    def write(self, data: Any, /) -> int:
        with _write_errors(self._path):
            return super().write(data)


class _Stream(io.RawIOBase):
    """An open stream whose write errors are reported with its name."""

    def __init__(self, stream: BinaryIO, name: Path | str) -> None:
        self._stream = stream
        self._name = name

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        with _write_errors(self._name):
            return self._stream.write(data)

    def flush(self) -> None:
        with _write_errors(self._name):
            self._stream.flush()


@contextmanager
def _write_errors(name: Path | str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise  # the reader has seen enough: no error
    except OSError as error:
        raise OutputError(f"cannot write {name}: {error.strerror}") from error


def _sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on disk."""
    with suppress(OSError):  # some systems cannot open folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def open_output(path: Path | None) -> Iterator[BinaryIO]:
    """The file to write, compressed if its name ends like that; stdout if the path is None."""
    with _open(path) as file:
        match OutputTarget(path, folder=False).compression:
            case ".gz":
                # Without name and time: the same results give the same file.
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    yield packed  # type: ignore[misc]
            case ".zst":
                with _zstandard().ZstdCompressor().stream_writer(file, closefd=False) as packed:
                    yield packed
            case _:
                yield file


def _zstandard() -> Any:
    try:
        return import_module("zstandard")
    except ImportError as error:
        raise MissingExtra("writing .zst", "zstd") from error


@contextmanager
def _open(path: Path | None) -> Iterator[BinaryIO]:
    if path is None:
        if sys.stdout is None:
            raise OutputError("standard output is closed: name a file with -o")
        stream = _Stream(sys.stdout.buffer, "standard output")
        yield stream  # type: ignore[misc]
        stream.flush()
    elif path.exists() and not path.is_file():
        # Pipes and devices are written to, not replaced.
        with _write_errors(path):
            special = path.open("wb")
        with special, _Stream(special, path) as stream:
            yield stream  # type: ignore[misc]
    else:
        with atomic_file(path) as file:
            yield file


def write_folder(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a new folder with these files, given by path and contents: all of them or nothing.

    Raises OutputError if the path exists and is not an empty folder.
    """
    path = path.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not (path.is_dir() and not any(path.iterdir())):
            raise OutputError(f"cannot write {path}: it exists already")
        with tempfiles.folder(path.parent) as temporary:
            whole = temporary / "whole"
            whole.mkdir()
            for name, data in files:
                (whole / name).parent.mkdir(parents=True, exist_ok=True)
                (whole / name).write_bytes(data)
            if path.exists():
                path.rmdir()
            whole.rename(path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error


class OutputFolder:
    """A folder with one file per page; all are on disk when the block ends.

    A folder that is new or empty appears when it is complete. Files of another one are replaced one
    by one.
    """

    def __init__(self, path: Path, ending: str) -> None:
        self._path = path.resolve()
        self._ending = ending
        self._names = UniqueNames()
        self._stack = ExitStack()
        self._staged: Path | None = None
        tempfiles.sweep(path)

    def __enter__(self) -> Self:
        if not _entries(self._path):
            with _write_errors(self._path):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                temporary = self._stack.enter_context(tempfiles.folder(self._path.parent))
                self._staged = temporary / "whole"
                self._staged.mkdir()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._stack:
            if kind is not None:
                return
            if hasattr(os, "sync"):
                os.sync()
            if self._staged:
                with _write_errors(self._path):
                    _move_folder(self._staged, self._path)

    def write(self, address: str, data: bytes) -> str:
        """Write the file of a page, named after its URL; returns its name."""
        name = self._names.unused(file_name(address)) + self._ending
        with self.file(name) as file:
            file.write(data)
        return name

    def file(self, name: str) -> AbstractContextManager[BinaryIO]:
        """A file of the folder."""
        # Not durable, because waiting for the disk after each of thousands of files is slow. Pages
        # choose the names, so links are not followed: they may lead out of the folder.
        return _replacing((self._staged or self._path) / name, durable=False)


def _move_folder(folder: Path, target: Path) -> None:
    """Move a folder to a target that does not exist or has hidden files only."""
    if not target.exists():
        folder.rename(target)
        return
    for path in folder.iterdir():
        path.rename(target / path.name)


class UniqueNames:
    """Makes names unique."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}
        """The next number for a repeated name."""

    def unused(self, name: str) -> str:
        """The name, with a number appended if it was used already."""
        folded = _folded(name)
        number = self._next.get(folded, 1)
        while _folded(candidate := name if number == 1 else f"{name}-{number}") in self._used:
            number += 1
        self._next[folded] = number + 1
        self._used.add(_folded(candidate))
        return candidate


def file_names(addresses: Iterable[str]) -> list[str]:
    """Different portable file names for some addresses."""
    names = UniqueNames()
    return [names.unused(file_name(address)) for address in addresses]


def _folded(name: str) -> str:
    """The form in which file systems compare names.

    >>> _folded("Ã") == _folded("a" + chr(0x303))
    True
    """
    return normal_form("NFD", normal_form("NFD", name).casefold())


def file_name(address: str) -> str:
    """A portable file name, without ending, for a URL or path.

    >>> file_name("https://a.example/2024/news.html?id=3")
    'a.example_2024_news.html_id=3'
    >>> file_name("../../etc/passwd"), file_name("con")
    ('etc_passwd', '_con')
    """
    bare = re.sub(r"^[a-z]+://", "", unquote(address, errors="replace"))
    bare = normal_form("NFC", bare)  # separate marks are not letters
    name = _UNSAFE.sub("_", bare).strip("._-") or "page"
    if _RESERVED.match(name):
        name = "_" + name
    if len(name.encode()) > _MAX_NAME:
        digest = blake2b(address.encode("utf-8", "replace"), digest_size=5).hexdigest()
        name = name.encode()[: _MAX_NAME - 11].decode("utf-8", "ignore") + "-" + digest
    return name
