"""Results as tables: JSON Lines, JSON, CSV and Parquet.

Rows are written as they arrive: JSON and CSV one at a time, Parquet in row groups.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

import orjson

from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Result = TypeVar("Result")
Row = dict[str, Any]
ColumnType = type[str | int | float] | list["ColumnType"] | dict[str, "ColumnType"]
"""What a column holds: text, numbers, lists of a type, or structures with a type per field."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_GROUP_ROWS = 1000
_GROUP_CHARACTERS = 16 << 20
"""A Parquet row group ends at this many rows or this much text, so that it fits in memory."""


@dataclass(frozen=True, slots=True)
class Table(Generic[Result]):
    """The rows of a type of result, and the formats that hold rows."""

    columns: Mapping[str, ColumnType]
    """The columns of CSV and Parquet, in order. JSON Lines has every key of a row."""
    rows: Callable[..., Iterable[Row]]
    """The rows of some results; given names of fields too, rows with these keys."""
    separator: str = "\n"
    """Joins the items of a list in CSV, which has no lists."""
    on_request: Mapping[str, ColumnType] = field(default_factory=dict)
    """Columns that are written only if `fields` names them."""

    def write_jsonl(
        self, results: Iterable[Result], file: BinaryIO, fields: Sequence[str] = ()
    ) -> None:
        """Write one JSON object per row, with these fields only if some are given."""
        write_jsonl(self.rows(results, *fields), file)

    def write_json(
        self, results: Iterable[Result], file: BinaryIO, fields: Sequence[str] = ()
    ) -> None:
        """Write an array of one JSON object per row."""
        write_json(self.rows(results, *fields), file)

    def write_csv(
        self,
        results: Iterable[Result],
        file: BinaryIO,
        fields: Sequence[str] = (),
        escape: bool = True,
    ) -> None:
        """Write a header and a record per row; columns of structures are left out."""
        names = [name for name, type_ in self._columns(fields).items() if not _is_nested(type_)]
        rows = self.rows(results, *fields)
        flat = ({name: self._flat(name, row.get(name)) for name in names} for row in rows)
        write_csv(flat, names, file, escape)

    def write_parquet(
        self, results: Iterable[Result], file: BinaryIO, fields: Sequence[str] = ()
    ) -> None:
        """Write a Parquet file."""
        write_parquet(map(_stored, self.rows(results, *fields)), self._columns(fields), file)

    def to_arrow(self, results: Iterable[Result], fields: Sequence[str] = ()) -> Any:
        """The rows as a table of Arrow."""
        pa, schema = _arrow(self._columns(fields))
        rows = list(map(_stored, self.rows(results, *fields)))
        return pa.Table.from_pylist(rows, schema=schema)

    def _columns(self, fields: Sequence[str]) -> Mapping[str, ColumnType]:
        known = {**self.columns, **self.on_request}
        return {name: known[name] for name in fields} if fields else self.columns

    def _flat(self, name: str, value: Any) -> Any:
        if isinstance(value, list):
            return ("; " if name == "cut" else self.separator).join(value)
        return _json(value) if isinstance(value, dict) else value


def _stored(row: Row) -> Row:
    """A row of Parquet: other fields of an input differ from file to file, so they are JSON."""
    return {**row, "input": _json(row["input"])} if row.get("input") else row


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _is_nested(type_: ColumnType) -> bool:
    return isinstance(type_, list) and isinstance(type_[0], dict)


def write_jsonl(rows: Iterable[Row], file: BinaryIO) -> None:
    """Write one JSON object per line."""
    for row in rows:
        file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))


def write_json(rows: Iterable[Row], file: BinaryIO) -> None:
    """Write an array with one JSON object per line."""
    separator = b"[\n"
    for row in rows:
        file.write(separator + orjson.dumps(row))
        separator = b",\n"
    file.write(b"[]\n" if separator == b"[\n" else b"\n]\n")


def write_csv(
    rows: Iterable[Row], columns: Sequence[str], file: BinaryIO, escape: bool = True
) -> None:
    """Write a header and a record per row, with these columns only.

    Spreadsheets compute texts that begin like a formula, and pages are untrusted: with `escape`, an
    apostrophe is put before them, as OWASP advises.
    """
    wrapper = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(wrapper)
    writer.writerow(columns)
    for row in rows:
        cells = [row[name] for name in columns]
        writer.writerow(map(escaped, cells) if escape else cells)
    wrapper.flush()
    wrapper.detach()  # the caller closes the file


def escaped(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula.

    >>> escaped("=1+1"), escaped("1+1"), escaped(-1)
    ("'=1+1", '1+1', -1)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def write_parquet(rows: Iterable[Row], columns: Mapping[str, ColumnType], file: BinaryIO) -> None:
    """Write a Parquet file with these columns."""
    pa, schema = _arrow(columns)
    from pyarrow import parquet

    with parquet.ParquetWriter(file, schema) as writer:
        for group in _row_groups(rows):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _arrow(columns: Mapping[str, ColumnType]) -> tuple[Any, Any]:
    """PyArrow, and the schema of some columns."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra("writing Parquet", "parquet") from error
    return pa, pa.schema([(name, _arrow_type(type_)) for name, type_ in columns.items()])


def _arrow_type(type_: ColumnType) -> Any:
    import pyarrow as pa

    if isinstance(type_, list):
        return pa.list_(_arrow_type(type_[0]))
    if isinstance(type_, dict):
        return pa.struct([(name, _arrow_type(inner)) for name, inner in type_.items()])
    return {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}[type_]


def _row_groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    group: list[Row] = []
    characters = 0
    for row in rows:
        group.append(row)
        characters += sum(map(_characters, row.values()))
        if len(group) >= _GROUP_ROWS or characters >= _GROUP_CHARACTERS:
            yield group
            group, characters = [], 0
    if group:
        yield group


def _characters(value: Any) -> int:
    """Characters in a string or in a list of strings. Structures repeat text of their row."""
    if isinstance(value, str):
        return len(value)
    return (
        sum(len(item) for item in value if isinstance(item, str)) if isinstance(value, list) else 0
    )
