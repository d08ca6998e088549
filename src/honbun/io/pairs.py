"""Pairs of pages, as `honbun similar` writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from honbun.errors import InputError
from honbun.io.files import printable, reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_WRITTEN_AS = "pairs are read as JSON Lines: honbun similar -o pairs.jsonl"


def read_identical(path: Path) -> Iterator[tuple[str, str]]:
    """The URLs of the identical pairs in a JSON Lines file of pairs."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    if number == 1 and not line.lstrip().startswith(b"{"):  # CSV, Parquet, gzip
                        raise InputError(f"{printable(path)}: {_WRITTEN_AS}")
                    a, b, extent = _pair(line, f"{printable(path)}:{number}")
                    if extent == "identical":
                        yield a, b
    except OSError as error:
        raise InputError(f"{printable(path)}: {reason(error)}") from error


def _pair(line: bytes, where: str) -> tuple[str, str, str]:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise InputError(f"{where}: the line is not JSON ({error})") from error
    told = [row.get(name) for name in ("a", "b", "extent")] if isinstance(row, dict) else []
    match told:
        case [str(a), str(b), str(extent)]:
            return a, b, extent
    raise InputError(f"{where}: no pair with a, b and extent, such as honbun similar writes")
