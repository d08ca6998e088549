"""The engine that a command works with, as it was asked for."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.errors import HonbunError

if TYPE_CHECKING:
    from honbun.tables.engine import Engine

Choice = StrEnum("Choice", ["duckdb", "spark"])

_SIZE = re.compile(r"\d+(\.\d+)? ?([kmgt](i?b)?|b|%)", re.IGNORECASE)
"""Sizes as DuckDB reads them."""

Chosen = Annotated[
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
        from honbun.tables.spark import Spark

        return Spark(master)
    if master:
        raise HonbunError("--master goes with --engine spark")
    if memory is not None and not _SIZE.fullmatch(memory.strip()):
        raise HonbunError(f"--memory is told as 2GiB or 500MB, not {memory}")
    from honbun.tables.duck import Duck

    return Duck(store, memory)
