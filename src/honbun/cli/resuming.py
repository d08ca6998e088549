"""`--resume`: the journal of a command, and what is told of it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.cli.report import Report
    from honbun.io.journal import Journal

Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="A folder that keeps what was made of each page: a run that was ended, in whatever "
        "way, goes on when the same command is given again. Pages are not fetched twice while the "
        "folder exists; standard input is to be given again, and standard output cannot be taken "
        "back: use -o. With --master it is a folder that all machines reach.",
    ),
]


@contextmanager
def journal(folder: Path | None, report: Report) -> Iterator[Journal | None]:
    """The journal in a folder, if there is to be one."""
    if folder is None:
        yield None
        return
    from honbun.io.journal import Journal

    with Journal(folder) as held:
        if held.dropped:
            entries = "1 entry" if held.dropped == 1 else f"{held.dropped:,} entries"
            report.tell(f"{folder}: {entries} of another version dropped")
        try:
            yield held
        except (KeyboardInterrupt, SystemExit, OSError):
            report.tell(f"{folder}: what was done is kept; give the same command to go on")
            raise
    report.tell(f"{folder}: {_size(held.size)} kept; delete it when nothing is to be added")


def taken(journal: Journal | None) -> tuple[int, str]:
    """How many pages were taken from a journal, as a summary tells it."""
    return (journal.taken, f"taken from {journal.folder}") if journal else (0, "")


def _size(number: int) -> str:
    """A number of bytes as people read it.

    >>> _size(512), _size(2_345_678)
    ('1 kB', '2.3 MB')
    """
    if number < 1_000_000:
        return f"{max(1, number // 1000)} kB"
    return f"{number / 1e6:,.1f} MB"
