"""Rows can be read back from every table format."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from honbun.outputs import rows as module
from honbun.outputs.rows import ColumnType, Row, write_csv, write_jsonl, write_parquet

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS: dict[str, ColumnType] = {
    "text": str,
    "number": int,
    "parts": [{"name": str}],
    "paths": [str],
}
ROWS: list[Row] = [
    {"text": 'a "b",\nc', "number": 1, "parts": [{"name": "d"}], "paths": ["/a", "/b"]},
    {"text": "本文", "number": None, "parts": [], "paths": []},
]


def test_json_lines_have_every_value() -> None:
    file = io.BytesIO()
    write_jsonl(ROWS, file)
    assert [json.loads(line) for line in file.getvalue().splitlines()] == ROWS


def test_csv_has_the_named_columns() -> None:
    file = io.BytesIO()
    write_csv(ROWS, ["number", "text"], file)
    read = list(csv.reader(io.StringIO(file.getvalue().decode(), newline="")))
    assert read == [["number", "text"], ["1", 'a "b",\nc'], ["", "本文"]]


def test_parquet_has_every_value() -> None:
    file = io.BytesIO()
    write_parquet(ROWS, COLUMNS, file)
    assert pq.read_table(file).to_pylist() == ROWS


def test_parquet_without_rows_has_its_columns() -> None:
    file = io.BytesIO()
    write_parquet([], COLUMNS, file)
    assert pq.read_table(file).column_names == list(COLUMNS)


@pytest.mark.parametrize(
    ("name", "most"), [("_GROUP_ROWS", 2), ("_GROUP_CHARACTERS", 20)], ids=["rows", "characters"]
)
def test_row_groups_are_limited(monkeypatch: pytest.MonkeyPatch, name: str, most: int) -> None:
    monkeypatch.setattr(module, name, most)
    file = io.BytesIO()
    write_parquet(({"text": "x" * 10} for _ in range(5)), {"text": str}, file)
    assert pq.ParquetFile(file).num_row_groups == 3


def test_json_lines_are_written_as_rows_arrive() -> None:
    file = io.BytesIO()

    def rows() -> Iterator[Row]:
        yield {"text": "a"}
        assert file.getvalue() == b'{"text":"a"}\n'
        yield {"text": "b"}

    write_jsonl(rows(), file)
    assert file.getvalue().count(b"\n") == 2
