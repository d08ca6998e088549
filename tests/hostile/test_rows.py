"""A bad row of JSON Lines or Parquet is skipped and reported; a bad table is refused."""

from __future__ import annotations

import gzip
import io
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from honbun.errors import Failure, InputError
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import read_all
from tests.hostile.case import cases

if TYPE_CHECKING:
    from pathlib import Path

GOOD = b'{"url":"https://e.org/1","html":"<p>x"}\n'
LAST = b'{"url":"https://e.org/9","html":"<p>x"}\n'
ROW = b'{"url":"https://e.org/2","html":"<p>x",%b}\n'


def outcomes(path: Path, max_bytes: int = 1_000_000) -> list[str | None]:
    """The URLs of pages and the messages of failures."""
    found = read_all(path, options=ReadOptions(max_bytes=max_bytes))
    return [one.message if isinstance(one, Failure) else one.url for one in found]


NOT_JSON = "the line is not JSON"
TOO_DEEP = "the line is nested too deeply"
BAD = {
    "no JSON": (b"{nope\n", NOT_JSON),
    "line of 100 MB": (b'{"html":"' + b"x" * 100_000_000 + b'"}\n', "the line has 100,000,0"),
    "a million brackets": (b"[" * 1_000_000 + b"]" * 1_000_000 + b"\n", TOO_DEEP),
    "a hundred thousand objects in a row": (
        ROW % (b'"a":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
        TOO_DEEP,
    ),
    "no object": (b'["https://e.org/2", "<p>x"]\n', "the line is not a JSON object"),
    "no html": (b'{"url":"https://e.org/2"}\n', "the row has no html"),
    "html that is a number": (b'{"html":5}\n', "the row's html is neither text nor bytes"),
    "url that is a list": (b'{"url":["a"],"html":"x"}\n', "the row's url is not a text"),
    "NULs": (bytes(100_000) + b"\n", NOT_JSON),
    "Latin-1": (b'{"html":"\xe9"}\n', NOT_JSON),
    "number of 100,000 digits beside NaN": (ROW % (b'"a":NaN,"b":' + b"9" * 100_000), NOT_JSON),
}
READ = {
    "NaN": ROW % b'"a":NaN,"b":-Infinity,"c":1e999',
    "half a character": b'{"url":"https://e.org/2","html":"<p>\\ud83d \\udc00"}\n',
    "a key twice": ROW % b'"html":"<p>y"',
    "100,000 keys": ROW % b",".join(b'"k%d":1' % n for n in range(100_000)),
    "100,000 empty lines": b"\n" * 100_000 + ROW % b'"a":1',
}


@cases(BAD)
def test_bad_line_is_skipped_and_reported(case: tuple[bytes, str], tmp_path: Path) -> None:
    line, message = case
    path = tmp_path / "pages.jsonl"
    path.write_bytes(GOOD + line + LAST)
    first, error, last = outcomes(path)
    assert (first, last) == ("https://e.org/1", "https://e.org/9")
    assert error is not None
    assert error.startswith(message)


@cases(READ)
def test_unusual_line_is_read(case: bytes, tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(GOOD + case + LAST)
    assert outcomes(path) == [f"https://e.org/{name}" for name in (1, 2, 9)]


PACKED = {
    "bomb": (gzip.compress(GOOD + bytes(50_000_000) + b"\n" + LAST), "the line has 50,000,001"),
    "cut short": (gzip.compress(GOOD * 2)[:-20], "the file is broken here"),
    "garbage behind": (gzip.compress(GOOD) + b"garbage", "the file is broken here"),
    "no gzip": (GOOD, "the file is broken here"),
}


@cases(PACKED)
def test_compressed_lines_are_read_up_to_the_damage(
    case: tuple[bytes, str], tmp_path: Path
) -> None:
    data, message = case
    path = tmp_path / "pages.jsonl.gz"
    path.write_bytes(data)
    assert any(error and error.startswith(message) for error in outcomes(path))


def parquet(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def table_bytes(**columns: Any) -> bytes:
    return parquet(pa.table(columns))


WHOLE = table_bytes(url=["https://e.org/1", "https://e.org/2"], html=["<p>x" * 500, "<p>y" * 500])
TABLES = {
    "cut short": (WHOLE[:-20], "not a readable Parquet file"),
    "no Parquet": (b"PAR1 and PAR1", "not a readable Parquet file"),
    "empty file": (b"", "not a readable Parquet file"),
    "damaged footer": (WHOLE[:-60] + b"\xff" * 52 + WHOLE[-8:], "not a readable Parquet file"),
    "no html": (table_bytes(url=["a"]), "no column html among: url"),
    "html of numbers": (table_bytes(url=["a"], html=[1]), "the column html holds int64"),
    "html of lists": (table_bytes(url=["a"], html=[["x"]]), "the column html holds list"),
    "two columns of one name": (
        parquet(pa.Table.from_arrays([pa.array(["a"])] * 3, names=["url", "html", "html"])),
        "there are 2 columns html",
    ),
}


@cases(TABLES)
def test_bad_table_is_refused(case: tuple[bytes, str], tmp_path: Path) -> None:
    data, message = case
    path = tmp_path / "pages.parquet"
    path.write_bytes(data)
    with pytest.raises(InputError, match=f"pages.parquet: {message}"):
        outcomes(path)


CELLS = {
    "damaged pages": (WHOLE[:40] + b"\xff" * 80 + WHOLE[120:], "no row up to 1 is readable"),
    "no value": (table_bytes(url=[None], html=[None]), "the row has no html"),
    "page too large": (
        table_bytes(url=["a"], html=["x" * 2_000_000]),
        "the page has 2,000,000 bytes",
    ),
}


@cases(CELLS)
def test_bad_row_is_skipped_and_reported(case: tuple[bytes, str], tmp_path: Path) -> None:
    data, message = case
    path = tmp_path / "pages.parquet"
    path.write_bytes(data)
    [error] = outcomes(path)
    assert error is not None
    assert error.startswith(message)


def test_value_repeated_in_every_row_is_held_once(tmp_path: Path) -> None:
    """The file is small: the value is in its dictionary, and the rows are numbers."""
    rows, size = 40, 10_000_000
    values = pa.DictionaryArray.from_arrays(pa.array([0] * rows), pa.array(["x" * size]))
    path = tmp_path / "pages.parquet"
    pq.write_table(pa.table({"url": ["a"] * rows, "html": values}), path, store_schema=False)
    del values
    found = read_all(path, options=ReadOptions(max_bytes=1_000_000))
    allocated = [pa.total_allocated_bytes() for _ in found]
    assert path.stat().st_size < 1_000_000
    assert len(allocated) == rows
    assert max(allocated) < 5 * size
