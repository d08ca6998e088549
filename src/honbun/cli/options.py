"""Options that several commands share."""

from __future__ import annotations

import re
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honbun.errors import HonbunError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.cli.progress import Report
    from honbun.engines.base import Engine
    from honbun.runner.limits import Limits
    from honbun.stores.journal import Journal

Inputs = Annotated[
    list[str],
    typer.Argument(
        help="HTML files (.html, .htm, .gz), folders, WARC, JSON Lines or Parquet files, "
        "- for JSON Lines or one HTML page on standard input, or http(s) URLs.",
        show_default=False,
        metavar="INPUT",
    ),
]
LabelsFile = Annotated[
    Path, typer.Argument(help="A file of labels.", metavar="FILE", show_default=False)
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        help="File to write; a folder (existing, or ending in /) takes one file per page.",
        show_default="standard output",
    ),
]
Jobs = Annotated[
    int, typer.Option("--jobs", min=0, help="Processes to work with; 0 takes one per core.")
]
PageSeconds = Annotated[
    float, typer.Option(min=0, help="Seconds that a page may take before it is given up; 0: any.")
]
PageMemory = Annotated[
    str,
    typer.Option(metavar="SIZE", help="Memory that a page may take before it is given up; 0: any."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")]
Favor = StrEnum("Favor", ["precision", "recall"])
Favored = Annotated[
    Favor | None,
    typer.Option("--favor", help="For pages judged alone: rather too little, or rather too much."),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(help="Where the files stand on the web: their paths are joined to it."),
]
MaxBytes = Annotated[int, typer.Option(min=1, help="Larger pages are reported, not read.")]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Fetch from loopback and private addresses too.")
]
Delay = Annotated[float, typer.Option(min=0, help="Seconds between requests to one host.")]
Timeout = Annotated[float, typer.Option(min=0.1, help="Seconds that fetching a page may take.")]


def limits(seconds: float, memory: str) -> Limits | None:
    """What a page may cost, as it was asked for."""
    from honbun.runner.limits import Limits

    most = size(memory)
    return Limits(seconds or None, most or None) if seconds or most else None


def size(given: str) -> int:
    """A number of bytes, as it is written.

    >>> size("2GB"), size("512 MiB"), size("0")
    (2000000000, 536870912, 0)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?) *(?:([kmgt]?)(i?)b?)", given.strip(), re.IGNORECASE)
    if found is None:
        raise HonbunError(f"no size: {given!r}; write it like 500MB or 2GiB")
    number, prefix, binary = found.groups()
    step = 1024 if binary else 1000
    return int(float(number) * step ** " kmgt".index(prefix.lower() or " "))


def favored(favor: Favor | None) -> Literal["precision", "recall"] | None:
    """What is favored, by the name that options of rooms have for it."""
    if favor is None:
        return None
    return "precision" if favor is Favor.precision else "recall"


# `--resume`: the journal of a command, and what is told of it.

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
    from honbun.stores.journal import Journal

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


# The engine that a command works with, as it was asked for.

Choice = StrEnum("Choice", ["duckdb", "spark"])

_SIZE = re.compile(r"\d+(\.\d+)? ?([kmgt](i?b)?|b|%)", re.IGNORECASE)
"""Sizes as DuckDB reads them."""

EngineChoice = Annotated[
    Choice,
    typer.Option(
        "--engine", help="Where tables are computed: duckdb in this process, or on Spark."
    ),
]
Master = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="With --engine spark: the cluster, such as spark://host:7077.",
        show_default="this machine",
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="With --engine duckdb: memory for tables, such as 2GiB; the rest goes to disk.",
        show_default="80% of the machine's",
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="With --engine duckdb: a file that keeps what was read; later runs add pages to it, "
        "and one without inputs asks it.",
    ),
]


def engine(
    chosen: Choice, master: str | None, memory: str | None, store: Path | None = None
) -> Engine:
    """The engine, to be closed by whoever asked for it."""
    if chosen is Choice.spark:
        if memory or store:
            raise HonbunError("--memory and --store go with --engine duckdb")
        from honbun.engines.spark import SparkEngine

        return SparkEngine(master)
    if master:
        raise HonbunError("--master goes with --engine spark")
    if memory is not None and not _SIZE.fullmatch(memory.strip()):
        raise HonbunError(f"--memory is told as 2GiB or 500MB, not {memory}")
    from honbun.engines.duckdb import DuckDBEngine

    return DuckDBEngine(store, memory)
