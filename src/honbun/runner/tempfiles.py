"""Temporary files and folders that a later run deletes if their process could not.

A process that is killed cannot clean up. While it lives, it holds a lock on each of its temporary
files, which the operating system releases when it ends. A temporary file that nobody locks was left
behind, and is deleted.
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

_SUFFIX = ".unfinished"
_FOLDER = "honbun-"
_LOCK_FILE = f"held{_SUFFIX}"
"""The file that is locked for the folder that contains it."""
_own: set[tuple[int, int]] = set()
"""Locked files of this process, by device and inode: a process can always lock its own files."""


@contextmanager
def file(target: Path) -> Iterator[tuple[int, Path]]:
    """Create a file beside a target; yield descriptor and path; delete it unless it was moved.

    The caller closes the descriptor, and not before the file is moved.
    """
    handle, path = _create(target)
    identity = _identity(os.fstat(handle))
    _own.add(identity)
    try:
        yield handle, path
    finally:
        path.unlink(missing_ok=True)
        _own.discard(identity)


def _create(target: Path) -> tuple[int, Path]:
    while True:
        handle, name = tempfile.mkstemp(
            prefix=f".{target.name[:40]}.", suffix=_SUFFIX, dir=target.parent
        )
        if _hold(handle):
            return handle, Path(name)
        os.close(handle)


@contextmanager
def folder(parent: str | os.PathLike[str] | None = None) -> Iterator[Path]:
    """Create a temporary folder, by default in the system's place for them; delete it at the end.

    Folders that killed processes left there are deleted, too.
    """
    place = Path(tempfile.gettempdir() if parent is None else parent)
    _sweep_folders(place)
    while True:
        # TemporaryDirectory also deletes it when the generator is never closed.
        made = tempfile.TemporaryDirectory(prefix=_FOLDER, dir=place, ignore_cleanup_errors=True)
        with made as name:
            handle = os.open(Path(name) / _LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
            identity = _identity(os.fstat(handle))
            try:
                if _hold(handle):
                    _own.add(identity)
                    yield Path(name)
                    return
            finally:
                os.close(handle)
                _own.discard(identity)


def move(file: BinaryIO, temporary: Path, target: Path) -> None:
    """Move a temporary file, which is still open and locked, to its target."""
    if os.name == "nt":  # Windows cannot move open files, and has no such locks
        file.close()
    temporary.replace(target)


def sweep(place: Path) -> None:
    """Delete the temporary files in a folder that killed processes left behind."""
    with suppress(OSError), os.scandir(place) as found:
        for entry in found:
            if entry.name.startswith(".") and entry.name.endswith(_SUFFIX):
                _sweep(Path(entry.path), Path(entry.path))


def _sweep_folders(place: Path) -> None:
    with suppress(OSError), os.scandir(place) as found:
        for entry in found:
            if entry.name.startswith(_FOLDER) and entry.is_dir(follow_symlinks=False):
                _sweep(Path(entry.path) / _LOCK_FILE, Path(entry.path))


def _sweep(lock_file: Path, path: Path) -> None:
    """Delete a file or folder that nobody locks; ignore one that cannot be deleted."""
    with suppress(OSError):
        if _identity(lock_file.lstat()) in _own:
            return  # closing another descriptor of the file would release the lock
        handle = os.open(lock_file, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            # In a shared folder, other users' files are left alone.
            mine = not hasattr(os, "geteuid") or os.fstat(handle).st_uid == os.geteuid()
            if mine and _lock(handle):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()
        finally:
            os.close(handle)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _hold(handle: int) -> bool:
    """Lock a file while it is open; return False if another process is deleting it."""
    try:
        return _lock(handle) and os.fstat(handle).st_nlink > 0
    except OSError:
        return True  # a system without locks, where nothing is swept either


def _lock(handle: int) -> bool:
    """Lock a file until this process closes it or ends; return False if another process has."""
    try:
        import fcntl
    except ImportError:
        raise OSError("this system has no file locks") from None
    try:
        # This type of lock is not inherited: workers outlive their parent for a moment.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
