"""Where results go: standard output, one file, or one file per page.

A file appears whole or not at all: it is written beside its place and moved there at the end. Names
of files are made from URLs, which are hostile: they stay inside the folder, short and portable.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import unquote

from honbun.errors import OutputError
from honbun.runner import tempfiles
from honbun.text.unicode import normal_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Self

_UNSAFE = re.compile(r"[^\w.=@+-]+")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)")
"""Names that Windows keeps for devices."""
_LONGEST = 120
"""Bytes of a name before its ending: file systems take 255, and folders above count on some."""


@dataclass(frozen=True, slots=True)
class OutputTarget:
    """Where `-o` points: standard output, a file, or a folder."""

    path: Path | None
    folder: bool

    @classmethod
    def of(cls, given: str | None) -> OutputTarget:
        """The target that a user named; a folder exists as one or is written with a final slash."""
        if given is None or given == "-":
            return cls(None, folder=False)
        if not given:
            raise OutputError("the name of the output is empty")
        path = Path(given)
        return cls(path, folder=path.is_dir() or given.endswith(("/", os.sep)))


def atomic_file(path: Path, *, durable: bool = True) -> AbstractContextManager[BinaryIO]:
    """A file to write that takes its place when all is written, and leaves nothing otherwise.

    Durable means that it is on the disk by then, and not only on its way there.
    """
    path = path.resolve()  # a link stays, and what it points to is written
    tempfiles.sweep(path.parent)
    return _taking(path, durable)


@contextmanager
def _taking(path: Path, durable: bool) -> Iterator[BinaryIO]:
    """A file that takes exactly this place: a link that stands there is replaced."""
    with ExitStack() as stack:
        with _told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = stack.enter_context(tempfiles.file(path))
        with io.BufferedWriter(_Raw(handle, path)) as file:
            yield file
            file.flush()
            with _told(path):
                if durable:
                    os.fsync(handle)
                # Only its owner may read a temporary file; results get what the mask gives.
                mask = os.umask(0)
                os.umask(mask)
                temporary.chmod(0o666 & ~mask)
                tempfiles.move(file, temporary, path)
                if durable:
                    _settle(path.parent)


class _Raw(io.FileIO):
    """A file that tells where writing failed: on a full disk nothing else does."""

    def __init__(self, handle: int, path: Path) -> None:
        super().__init__(handle, "wb")
        self._place = path

    def write(self, data: Any, /) -> int:
        with _told(self._place):
            return super().write(data)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error


def _settle(folder: Path) -> None:
    """Have it on the disk that a file stands in its folder under its name."""
    with suppress(OSError):  # not every system opens folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def open_output(path: Path | None) -> Iterator[BinaryIO]:
    """The file to write, or standard output where there is none."""
    if path is None:
        if sys.stdout is None:
            raise OutputError("standard output is closed: name a file with -o")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    elif path.exists() and not path.is_file():
        # A pipe or a device is written to; taking its place would destroy it.
        try:
            special: BinaryIO = path.open("wb")
        except OSError as error:
            raise OutputError(f"cannot write {path}: {error.strerror}") from error
        with special:
            yield special
    else:
        with atomic_file(path) as file:
            yield file


def write_folder(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a new folder with these files, by their paths in it: all of them or nothing.

    Raises OutputError where something stands there already, unless it is an empty folder.
    """
    path = path.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not (path.is_dir() and not any(path.iterdir())):
            raise OutputError(f"cannot write {path}: there is something already")
        with tempfiles.folder(path.parent) as beside:
            whole = beside / "whole"
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
    """A folder that takes one file per page; at the end of its context all are on the disk."""

    def __init__(self, path: Path, ending: str) -> None:
        self._path = path
        self._ending = ending
        self._names = UniqueNames()
        tempfiles.sweep(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None and hasattr(os, "sync"):
            os.sync()

    def write(self, address: str, data: bytes) -> None:
        """Write one page's file, under a name made from its address."""
        name = self._names.unused(file_name(address))
        # Thousands of files: waiting for the disk after each would take most of the time. Pages
        # choose the names, so no link is followed: it may lead out of the folder.
        with _taking(self._path / (name + self._ending), durable=False) as file:
            file.write(data)


class UniqueNames:
    """Names that are each given once."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}
        """The number that a name may have when it comes again."""

    def unused(self, name: str) -> str:
        """The name, or with a number after it where it was given already."""
        folded = _folded(name)
        number = self._next.get(folded, 1)
        while _folded(candidate := name if number == 1 else f"{name}-{number}") in self._used:
            number += 1
        self._next[folded] = number + 1
        self._used.add(_folded(candidate))
        return candidate


def _folded(name: str) -> str:
    """What names have in common between which some file systems see no difference.

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
    bare = normal_form("NFC", bare)  # marks that stand alone are no letters
    name = _UNSAFE.sub("_", bare).strip("._-") or "page"
    if _RESERVED.match(name):
        name = "_" + name
    if len(name.encode()) > _LONGEST:
        digest = blake2b(address.encode("utf-8", "replace"), digest_size=5).hexdigest()
        name = name.encode()[: _LONGEST - 11].decode("utf-8", "ignore") + "-" + digest
    return name
