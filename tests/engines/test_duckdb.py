"""DuckDB: its store, its memory limit and its error messages."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import ibis
import pyarrow as pa
import pytest

from honbun.engines.duckdb import DuckDBEngine
from honbun.errors import EngineError, MissingExtra
from tests.engines.rows import read_rows, sorted_rows, write_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NUMBER = {"number": "int64", "name": "string"}
SCHEMA = ibis.schema(NUMBER)

HOLD = """
import sys
from honbun.engines.duckdb import DuckDBEngine
with DuckDBEngine(sys.argv[1]):
    print("open", flush=True)
    sys.stdin.read()
"""


def rows(count: int) -> Iterator[pa.RecordBatch]:
    """Rows with long names that differ only at the end."""
    for start in range(0, count, 10_000):
        numbers = range(start, min(start + 10_000, count))
        names = [f"{'a long name ' * 8}{number * 7919 % count}" for number in numbers]
        yield pa.record_batch({"number": pa.array(numbers), "name": names})


def test_store_keeps_tables_and_types(tmp_path: Path) -> None:
    types = {"id": "int64", "words": "array<string>", "parts": "array<struct<at: int64>>"}
    row = (-(2**63), ["𠮟", None], [{"at": 1}])
    with DuckDBEngine(tmp_path / "store") as duck:
        write_rows(duck, "page", types, row)
    with DuckDBEngine(tmp_path / "store") as duck:
        table = duck.table("page")
        assert table.schema() == ibis.schema(types)
        assert read_rows(duck, table) == [row]


def test_table_names_may_contain_quotes_and_spaces() -> None:
    with DuckDBEngine() as duck:
        table = write_rows(duck, 'a "table" of words', NUMBER, (1, "a"))
        assert sorted_rows(duck, duck.keep("ORDER", table.union(table))) == [(1, "a"), (1, "a")]


def test_failed_load_leaves_the_store_unchanged(tmp_path: Path) -> None:

    def broken() -> Iterator[pa.RecordBatch]:
        yield from rows(50_000)
        raise ValueError("no more")

    with DuckDBEngine(tmp_path / "store") as duck:
        write_rows(duck, "name", NUMBER, (1, "a"))
        with pytest.raises(ValueError, match="no more"):
            duck.load("name", SCHEMA, broken())
    with DuckDBEngine(tmp_path / "store") as duck:
        assert read_rows(duck, duck.table("name")) == [(1, "a")]
        assert not duck.has("new name")


def test_temporary_files_are_deleted_on_close(tmp_path: Path) -> None:
    with DuckDBEngine(tmp_path / "store", memory="25MB", threads=1) as duck:
        duck.load("name", SCHEMA, rows(100_000))
        assert len(list(tmp_path.iterdir())) > 1
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def thousand(shard: int) -> Iterator[pa.RecordBatch]:
    """Rows of a shard."""
    yield pa.record_batch({"number": pa.array([shard] * 1000), "name": ["a"] * 1000})


def test_spooled_rows_of_workers_are_deleted(tmp_path: Path) -> None:
    with DuckDBEngine(tmp_path / "store") as duck:
        table = duck.read("name", SCHEMA, range(6), thousand, jobs=2)
        assert read_rows(duck, table.agg(n=table.count())) == [(6000,)]
        assert list(tmp_path.rglob("*.arrow")) == []


def test_tables_larger_than_memory_are_sorted() -> None:
    count = 150_000  # 19 MB of names
    with DuckDBEngine(memory="25MB", threads=1) as duck:
        table = duck.load("name", SCHEMA, rows(count))
        ranked = table.mutate(rank=ibis.row_number().over(order_by=["name", "number"]))
        stored = duck.keep("ranked", ranked)
        found = stored.agg(n=stored.count(), last=stored["rank"].max(), sum=stored["rank"].sum())
        assert read_rows(duck, found) == [(count, count - 1, count * (count - 1) // 2)]


def test_too_little_memory_is_reported() -> None:
    with (
        DuckDBEngine(memory="1MB", threads=1) as duck,
        pytest.raises(EngineError, match=r"^DuckDB: it needs more memory than it may use$"),
    ):
        duck.load("name", SCHEMA, rows(200_000))


def test_invalid_memory_size_is_reported() -> None:
    with pytest.raises(EngineError, match=r"^DuckDB: .*Memory"):
        DuckDBEngine(memory="much")


def test_locked_store_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with (
        subprocess.Popen(
            [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder,
    ):
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(EngineError, match=r"store: another program has locked it$"):
            DuckDBEngine(path)
        holder.communicate()


def sqlite_file(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE site (host)")
    connection.close()


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda path: path.write_bytes(b"<html>" * 2000), id="a page"),
        pytest.param(lambda path: path.write_bytes(b"x" * 10), id="a few bytes"),
        pytest.param(lambda path: path.write_bytes(b"\0" * 20_000), id="zeros"),
        pytest.param(
            lambda path: path.write_text('{"url": "https://a.example/"}'), id="JSON Lines"
        ),
        pytest.param(sqlite_file, id="SQLite"),
    ],
)
def test_other_file_is_refused_and_unchanged(
    tmp_path: Path, write: Callable[[Path], object]
) -> None:
    path = tmp_path / "pages.jsonl"
    write(path)
    content = path.read_bytes()
    with pytest.raises(EngineError, match=r"pages\.jsonl: it is (not a store|damaged)$"):
        DuckDBEngine(path)
    assert path.read_bytes() == content


def test_damaged_store_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with DuckDBEngine(path) as duck:
        duck.load("name", SCHEMA, rows(50_000))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(EngineError, match=r"store: it is damaged$"), DuckDBEngine(path) as duck:
        read_rows(duck, duck.table("name"))


@pytest.mark.parametrize("name", ["absent/store", "."])
def test_store_that_cannot_be_created_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(EngineError, match=r"^\S+: \S.*$"):
        DuckDBEngine(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_full_disk_is_reported() -> None:
    with DuckDBEngine(memory="25MB", threads=1) as duck:
        table = duck.load("name", SCHEMA, rows(150_000))
        duck._connection.execute("SET max_temp_directory_size = '1MB'")
        with pytest.raises(EngineError, match="the disk is full"):
            duck.keep("ordered", table.order_by("name"))


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingExtra, match=r"honbun\[similar\]"):
        DuckDBEngine()
