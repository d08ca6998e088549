"""Parquet tables, read row by row.

The footer declares how large each column is when it is unpacked; what is out of proportion is
refused before it is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from honbun.errors import Failure, InputError, MissingExtra
from honbun.inputs.rows import Fields, no_fields, page_from_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.inputs.options import ReadOptions
    from honbun.inputs.source import Source
    from honbun.page import Page

_ROWS = 1
"""Rows in a batch. A value stored once may occur in every row, and each row of a batch gets
a copy. Batches of one row take 25 µs more each."""
_BUFFER = 1 << 20
"""Without a buffer, pyarrow reads a whole column of a row group at once."""
_FREE = 1 << 28
_RATIO = 200
"""As for compressed files: 200 times its size, and more than a quarter of a gigabyte, is a bomb."""
_LARGE_VALUE = 4
"""Values that are on average this many times larger than the largest page are not unpacked."""


def read_parquet(source: Source) -> Iterator[Page | Failure]:
    """The pages of a Parquet file; rows are numbered from 0, as in data frames."""
    with _open(source.file) as table:
        fields = _fields(table, source.options)
        if guess := fields.guess(source.options):
            yield source.note(guess)
        first = 0
        for group in range(table.num_row_groups):
            yield from _read_group(table, group, first, fields, source)
            first += table.metadata.row_group(group).num_rows


def check_parquet(file: Any, options: ReadOptions) -> None:
    """Raise InputError if a file is not a Parquet table of pages."""
    with _open(file) as table:
        _fields(table, options)


def _fields(table: Any, options: ReadOptions) -> Fields:
    names = table.schema_arrow.names
    fields = Fields.of(names, options)
    if fields is None:
        raise InputError(no_fields(names))
    for name in filter(None, (fields.html, fields.url)):
        if name not in names:
            raise InputError(f"no column {name} among: {', '.join(names)}")
        if names.count(name) > 1:
            raise InputError(f"there are {names.count(name)} columns {name}")
        type_ = table.schema_arrow.field(name).type
        if not _holds_text(type_):
            raise InputError(f"the column {name} holds {type_}, not text or bytes")
    return fields


def _open(file: Any) -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtra("reading Parquet", "parquet") from error
    try:
        return pq.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False)
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
    table: Any, group: int, first: int, fields: Fields, source: Source
) -> Iterator[Page | Failure]:
    import pyarrow as pa

    row = first
    last = first + table.metadata.row_group(group).num_rows - 1
    names, refused = _columns(table, group, source.options.max_bytes)
    for name in refused:
        message = f"column {name}, rows {first} to {last}: too large when unpacked"
        if name in (fields.html, fields.url):
            yield source.failure(f"{message}; none of them is read", f"#{first}")
            return
        yield source.skipped(message)
    try:
        # Threads of pyarrow do not survive a fork.
        for batch in table.iter_batches(
            _ROWS, row_groups=[group], columns=names, use_threads=False
        ):
            yield _read_row(f"{source.name}#{row}", batch, fields, source.options.max_bytes)
            row += 1
    except (pa.ArrowException, OSError) as error:
        message = f"no row up to {last} is readable ({error})"
        yield source.failure(message, f"#{row}")


def _columns(table: Any, group: int, max_bytes: int) -> tuple[list[str], list[str]]:
    """The columns of a row group that can be read, and those that are too large."""
    large: set[str] = set()
    names = list(dict.fromkeys(table.schema_arrow.names))
    about = table.metadata.row_group(group)
    for number in range(about.num_columns):
        column = about.column(number)
        size, packed = column.total_uncompressed_size, column.total_compressed_size
        bomb = size > _FREE and size > _RATIO * packed
        if bomb or size > _LARGE_VALUE * max_bytes * max(column.num_values, 1) + _FREE:
            path = f"{column.path_in_schema}."
            large |= {name for name in names if path.startswith(f"{name}.")}
    return [name for name in names if name not in large], [name for name in names if name in large]


def _read_row(where: str, batch: Any, fields: Fields, max_bytes: int) -> Page | Failure:
    try:
        (row,) = batch.to_pylist()
    except (UnicodeDecodeError, ValueError, OverflowError) as error:
        return Failure(where, None, "read", f"a column of text is not UTF-8 ({error})")
    return page_from_row(where, row, fields, max_bytes)
