"""Files of a folder, and how a file is opened: only regular ones, without waiting for a writer."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from honbun.errors import SKIP, Failure, UnreadablePage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path, PurePath
    from typing import BinaryIO

_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_BUFFER = 1 << 18
_CACHES = frozenset({"hts-cache"})
"""HTTrack's copy of the same pages, for its own updates."""


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file to read. Raises UnreadablePage for pipes, sockets and devices."""
    number = os.open(path, _OPEN)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise UnreadablePage("not a regular file")
    return os.fdopen(number, "rb", buffering=_BUFFER)


def walk(folder: Path, *, follow_links: bool = False) -> Iterator[Path | Failure]:
    """Every regular file under a folder, in path order; what is left out is a Failure to SKIP.

    Symbolic links are followed inside the folder, and out of it with `follow_links`. Each folder is
    entered once, so that a loop of links ends.
    """
    top = folder.resolve()
    entered: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            if path is not folder and (reason := _left_out(path, top, follow_links)):
                yield Failure(printable(path), None, SKIP, reason)
            elif path.is_dir():
                waiting += reversed(_entries(path, entered))
            elif stat.S_ISREG(path.stat().st_mode):
                yield path
            else:
                yield Failure(printable(path), None, SKIP, "not a regular file")
        except (OSError, RuntimeError) as error:  # RuntimeError: links that lead to each other
            yield Failure(printable(path), None, "read", error_message(error))


def _left_out(path: Path, top: Path, follow_links: bool) -> str | None:
    if path.name.startswith("."):
        return "hidden"
    if path.name in _CACHES:
        return "a cache of HTTrack"
    if path.is_symlink() and not follow_links and not path.resolve().is_relative_to(top):
        return "a link out of the folder; see --follow-links"
    return None


def _entries(folder: Path, entered: set[tuple[int, int]]) -> list[Path]:
    status = folder.stat()
    identity = (status.st_dev, status.st_ino)
    if identity in entered:
        return []
    entered.add(identity)
    return sorted(folder.iterdir())


def printable(path: str | PurePath) -> str:
    """A path as text, even if its name is not UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def error_message(error: Exception) -> str:
    """The message of an error, without the path, which is reported next to it."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
