"""Start a command, follow its events, and kill it at one of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.resume.driver import drive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.resume.driver"])


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that has ended or was killed."""

    events: str
    """One letter for each event (see `driver.py`)."""
    status: int
    """Negative if a signal ended it."""
    errors: str

    @property
    def killed(self) -> bool:
        return self.status == -signal.SIGKILL

    @property
    def pages(self) -> int:
        """Pages that were processed."""
        return self.events.count("p")


def run(
    arguments: Sequence[str],
    point: tuple[str, int] | None = None,
    seconds: float | None = None,
    before: Callable[[], None] | None = None,
) -> Ended:
    """Run `honbun` with these arguments; kill it after a number of events, or seconds.

    `before` is called in the new process.
    """
    ours, theirs = _processes.Pipe(duplex=False)
    until = None if seconds is None else time.monotonic() + seconds
    with tempfile.NamedTemporaryFile() as errors:
        process = _processes.Process(target=drive, args=(arguments, theirs, errors.name, before))
        process.start()
        theirs.close()
        events = ""
        while True:
            if not ours.poll(None if until is None else max(0.0, until - time.monotonic())):
                process.kill()
                until = None
                continue
            if not (some := os.read(ours.fileno(), 1 << 16)):
                break
            events += some.decode()
            if point and sum(event in point[0] for event in events) >= point[1]:
                process.kill()
                point = None
        ours.close()
        process.join()
        printed = errors.read().decode()
    assert process.exitcode is not None
    return Ended(events, process.exitcode, printed)


def killed_after(actions: int, action: Callable[[Path, Connection], None], path: Path) -> int:
    """Run actions on a file in a process, kill it after some; return the number it reported."""
    ours, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=action, args=(path, theirs))
    process.start()
    theirs.close()
    reported = 0
    try:
        while True:
            ours.recv_bytes()
            reported += 1
            if reported == actions:
                process.kill()
    except EOFError:
        process.join()
    return reported


def entries(folder: Path) -> int:
    """The number of entries of a journal."""
    path = folder / "journal.sqlite"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'entry'")
        if not tables.fetchone()[0]:
            return 0
        [count] = database.execute("SELECT count(*) FROM entry").fetchone()
    return int(count)


def files(path: Path) -> dict[str, bytes]:
    """The finished files at a path, which is a file or a folder."""
    every = [path] if path.is_file() else path.rglob("*")
    found = [one for one in every if one.is_file() and one.suffix != ".unfinished"]
    return {one.name: one.read_bytes() for one in found}


def unfinished(folder: Path) -> list[str]:
    """The temporary files in a folder."""
    return [path.name for path in folder.rglob(".*.unfinished")]
