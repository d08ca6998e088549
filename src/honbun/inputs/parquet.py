"""Parquet tables with the columns `url` and `html`, read row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from honbun.errors import Failure, InputError, MissingExtra
from honbun.inputs.rows import page_from_row

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.page import Page

_COLUMNS = ("url", "html")
_ROWS = 1
"""Rows in a batch. A value stored once may occur in every row, and each row of a batch gets
a copy. Batches of one row take 25 µs more each."""
_BUFFER = 1 << 20
"""Without a buffer, pyarrow reads a whole column of a row group at once."""


def read_parquet(path: Path, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The pages of a Parquet file; rows are numbered from 0, as in data frames."""
    with _open(path) as table:
        _check_columns(table)
        first = 0
        for group in range(table.num_row_groups):
            yield from _read_group(table, group, first, source, max_bytes)
            first += table.metadata.row_group(group).num_rows


def check_parquet(path: Path) -> None:
    """Raise InputError if a file is not a Parquet table of pages."""
    with _open(path) as table:
        _check_columns(table)


def _check_columns(table: Any) -> None:
    names = table.schema_arrow.names
    missing = [name for name in _COLUMNS if name not in names]
    if missing:
        raise InputError(f"no column {' and '.join(missing)} among: {', '.join(names)}")
    for name in _COLUMNS:
        if names.count(name) > 1:
            raise InputError(f"there are {names.count(name)} columns {name}")
        type_ = table.schema_arrow.field(name).type
        if not _holds_text(type_):
            raise InputError(f"the column {name} holds {type_}, not text or bytes")


def _open(path: Path) -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtra("reading Parquet", "parquet") from error
    try:
        return pq.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # column names may be damaged
        raise InputError(f"not a readable Parquet file ({error})") from error


def _holds_text(type_: Any) -> bool:
    from pyarrow import types

    if types.is_dictionary(type_):
        type_ = type_.value_type
    tests = (
        types.is_string,
        types.is_large_string,
        types.is_string_view,
        types.is_binary,
        types.is_large_binary,
        types.is_binary_view,
        types.is_fixed_size_binary,
        types.is_null,  # a column without values
    )
    return any(test(type_) for test in tests)


def _read_group(
    table: Any, group: int, first: int, source: str, max_bytes: int
) -> Iterator[Page | Failure]:
    import pyarrow as pa

    row = first
    try:
        # Threads of pyarrow do not survive a fork.
        for batch in table.iter_batches(
            _ROWS, row_groups=[group], columns=list(_COLUMNS), use_threads=False
        ):
            for url, html in zip(batch.column("url"), batch.column("html"), strict=True):
                yield _read_row(f"{source}#{row}", url, html, max_bytes)
                row += 1
    except (pa.ArrowException, OSError) as error:
        last = first + table.metadata.row_group(group).num_rows - 1
        yield Failure(f"{source}#{row}", None, "read", f"no row up to {last} is readable ({error})")


def _read_row(where: str, url: Any, html: Any, max_bytes: int) -> Page | Failure:
    try:
        return page_from_row(where, url.as_py(), html.as_py(), max_bytes)
    except UnicodeDecodeError as error:
        return Failure(where, None, "read", f"a column of text is not UTF-8 ({error})")
