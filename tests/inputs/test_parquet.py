"""Parquet tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from honbun.errors import Failure
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import File, read_file
from honbun.page import Page


def written(path: Path, url: Any, html: Any, **options: Any) -> Path:
    table = pa.table({"url": url, "html": html})
    pq.write_table(table, path / "t.parquet", **options)
    return path / "t.parquet"


def read(path: Path, max_bytes: int = 1000) -> list[Page | Failure]:
    file = File(path, Path(path.name), "t.parquet")
    return list(read_file(file, ReadOptions(max_bytes=max_bytes)))


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]
)
def test_every_text_type_is_read(tmp_path: Path, kind: pa.DataType) -> None:
    path = written(tmp_path, pa.array(["u", "v"], kind), pa.array(["<p>日", "y"], kind))
    assert read(path) == [
        Page("<p>日", url="u", source="t.parquet#0"),
        Page("y", url="v", source="t.parquet#1"),
    ]


@pytest.mark.parametrize(
    "kind", [pa.binary(), pa.large_binary(), pa.dictionary(pa.int32(), pa.binary())]
)
def test_every_bytes_type_is_read(tmp_path: Path, kind: pa.DataType) -> None:
    path = written(tmp_path, pa.array([b"u"], kind), pa.array([b"<p>\x82\xa0"], kind))
    assert read(path) == [Page(b"<p>\x82\xa0", url="u", source="t.parquet#0")]


def test_row_numbers_continue_across_row_groups(tmp_path: Path) -> None:
    names = [str(number) for number in range(150)]
    path = written(tmp_path, names, names, row_group_size=70)
    assert read(path) == [Page(name, url=name, source=f"t.parquet#{name}") for name in names]


def test_text_that_is_not_utf8_is_one_failure(tmp_path: Path) -> None:
    html = pa.array([b"\xff", b"y"]).view(pa.string())
    first, second = read(written(tmp_path, ["u", "v"], html))
    assert isinstance(first, Failure)
    assert first.message.startswith("a column of text is not UTF-8")
    assert second == Page("y", url="v", source="t.parquet#1")


def test_damaged_row_group_is_one_failure(tmp_path: Path) -> None:
    names = [str(number) for number in range(100_000, 100_090)]
    options = {"row_group_size": 30, "compression": "gzip", "use_dictionary": False}
    path = written(tmp_path, names, names, **options)
    with pq.ParquetFile(path) as table:
        column = table.metadata.row_group(1).column(1)
    with path.open("r+b") as file:
        file.seek(column.data_page_offset + column.total_compressed_size // 2)
        file.write(b"\xff" * 20)
    outcomes = read(path)
    failures = [outcome for outcome in outcomes if isinstance(outcome, Failure)]
    assert [failure.source for failure in failures] == ["t.parquet#30"]
    assert failures[0].message.startswith("no row up to 59 is readable (")
    pages = [outcome.html for outcome in outcomes if isinstance(outcome, Page)]
    assert pages == names[:30] + names[60:]
