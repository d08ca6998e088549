"""Results as rows, written as JSON Lines, CSV or Parquet.

Rows are written as they come: JSON Lines and CSV one by one, Parquet a group at a time.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, BinaryIO

import orjson

from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Row = dict[str, Any]
ColumnType = type[str] | type[int] | type[float] | list["ColumnType"] | dict[str, "ColumnType"]
"""What a column holds: texts, numbers, lists of one kind, or structures with a kind by name."""

_BATCH_ROWS = 1000
_BATCH_CHARACTERS = 16 << 20
"""A Parquet row group ends at so many rows or so much text: small enough to hold in memory."""


def line(row: Row) -> bytes:
    """A row as a line of JSON."""
    return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


def write_jsonl(rows: Iterable[Row], file: BinaryIO) -> None:
    """A line of JSON for every row."""
    for row in rows:
        file.write(line(row))


def write_csv(rows: Iterable[Row], columns: Sequence[str], file: BinaryIO) -> None:
    """A heading and a record for every row; columns that are not named are left out."""
    wrapper = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(wrapper)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([row[name] for name in columns])
    wrapper.flush()
    wrapper.detach()  # the file is not ours to close


def write_parquet(rows: Iterable[Row], columns: Mapping[str, ColumnType], file: BinaryIO) -> None:
    """A Parquet file with these columns."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("writing Parquet", "parquet") from error

    schema = pa.schema([(name, _arrow(kind)) for name, kind in columns.items()])
    with parquet.ParquetWriter(file, schema) as writer:
        for batch in _batches(rows):
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))


def _arrow(kind: ColumnType) -> Any:
    """The kind as Arrow's type."""
    import pyarrow as pa

    if isinstance(kind, list):
        return pa.list_(_arrow(kind[0]))
    if isinstance(kind, dict):
        return pa.struct([(name, _arrow(inner)) for name, inner in kind.items()])
    return {str: pa.string(), int: pa.int64(), float: pa.float64()}[kind]


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    characters = 0
    for row in rows:
        batch.append(row)
        characters += sum(map(_characters, row.values()))
        if len(batch) >= _BATCH_ROWS or characters >= _BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _characters(value: Any) -> int:
    """Text in a value, or in the items of a list; what structures hold stands in the row too."""
    if isinstance(value, str):
        return len(value)
    return (
        sum(len(item) for item in value if isinstance(item, str)) if isinstance(value, list) else 0
    )
