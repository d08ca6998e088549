"""Options that several commands share."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Protocol, TypeVar

import typer

from honbun.errors import HonbunError, OutputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.io.output import Target
    from honbun.parallel.limits import Limits

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


class Format(Protocol):
    """A format as far as it is chosen by."""

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of files that mean it."""


Chosen = TypeVar("Chosen", bound=Format)


def chosen(formats: Mapping[str, Chosen], name: str | None, target: Target) -> Chosen:
    """The format that is named, else the one that the target's ending means, else the first."""
    if name is not None:
        return formats[name]
    if target.path is None or target.folder:
        return next(iter(formats.values()))
    for format_ in formats.values():
        if target.path.suffix.lower() in format_.endings:
            return format_
    raise OutputError(f"cannot tell a format from {target.path.name!r}: say it with --format")


def limits(seconds: float, memory: str) -> Limits | None:
    """What a page may cost, as it was asked for."""
    from honbun.parallel.limits import Limits

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
