"""Scratch: temporary files and folders, which go at the latest when the next run looks for them.

A process that is killed cannot tidy up. While it lives it holds a lock on what it has made, which
the system takes back whatever happens: what nobody holds was left behind, and is swept away.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENDING = ".unfinished"
_FOLDER = "honbun-"
_HELD = f"held{_ENDING}"
"""The file that is locked for the folder that it lies in."""
_ours: set[tuple[int, int]] = set()
"""What this process holds, by device and number: its own locks would not keep it out."""


@contextmanager
def file(place: Path) -> Iterator[tuple[int, Path]]:
    """A new file beside a place, by its descriptor and path; it is gone in the end, unless moved.

    Whoever takes the descriptor is to close it, and not before the file is moved.
    """
    handle, path = _new(place)
    mark = _mark(os.fstat(handle))
    _ours.add(mark)
    try:
        yield handle, path
    finally:
        path.unlink(missing_ok=True)
        _ours.discard(mark)


def _new(place: Path) -> tuple[int, Path]:
    while True:
        handle, name = tempfile.mkstemp(
            prefix=f".{place.name[:40]}.", suffix=_ENDING, dir=place.parent
        )
        if _hold(handle):
            return handle, Path(name)
        os.close(handle)


@contextmanager
def folder(parent: str | os.PathLike[str] | None = None) -> Iterator[Path]:
    """A new folder, among the temporary files unless a place is named; it is gone in the end.

    What others have left behind there is gone, too.
    """
    place = Path(tempfile.gettempdir() if parent is None else parent)
    _sweep_folders(place)
    while True:
        # It goes, too, when nobody ends the context.
        made = tempfile.TemporaryDirectory(prefix=_FOLDER, dir=place, ignore_cleanup_errors=True)
        with made as name:
            handle = os.open(Path(name) / _HELD, os.O_RDWR | os.O_CREAT, 0o600)
            mark = _mark(os.fstat(handle))
            try:
                if _hold(handle):
                    _ours.add(mark)
                    yield Path(name)
                    return
            finally:
                os.close(handle)
                _ours.discard(mark)


def move(file: BinaryIO, temporary: Path, place: Path) -> None:
    """Give a temporary file, which is open still and held, its place."""
    if os.name == "nt":  # which moves no open file, and has no locks
        file.close()
    temporary.replace(place)


def sweep(place: Path) -> None:
    """Remove the temporary files of a folder that their makers have left behind."""
    with suppress(OSError), os.scandir(place) as found:
        for entry in found:
            if entry.name.startswith(".") and entry.name.endswith(_ENDING):
                _sweep(Path(entry.path), Path(entry.path))


def _sweep_folders(place: Path) -> None:
    with suppress(OSError), os.scandir(place) as found:
        for entry in found:
            if entry.name.startswith(_FOLDER) and entry.is_dir(follow_symlinks=False):
                _sweep(Path(entry.path) / _HELD, Path(entry.path))


def _sweep(held: Path, path: Path) -> None:
    """Remove a file or folder that nobody holds; one that cannot be removed stays."""
    with suppress(OSError):
        if _mark(held.lstat()) in _ours:
            return  # not even opened: to close it again would give up the lock
        handle = os.open(held, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            # What another user has left, in a folder that many write to, is not ours to judge.
            mine = not hasattr(os, "geteuid") or os.fstat(handle).st_uid == os.geteuid()
            if mine and _lock(handle):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()
        finally:
            os.close(handle)


def _mark(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _hold(handle: int) -> bool:
    """Hold a file while it is open; whether it is ours, and not being swept away already."""
    try:
        return _lock(handle) and os.fstat(handle).st_nlink > 0
    except OSError:
        return True  # a system without locks: nobody can hold it, and nobody sweep it


def _lock(handle: int) -> bool:
    """Lock a file until this process closes it or ends; whether nobody else has."""
    try:
        import fcntl
    except ImportError:
        raise OSError("this system has no locks") from None
    try:
        # Of the kind that is not inherited: worker processes outlive their parent for a moment.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
