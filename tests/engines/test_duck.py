"""The engine within this process: its store, its limits, and how it fails."""

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
from tests.engines.rows import gathered, got, put

if TYPE_CHECKING:
    from collections.abc import Iterator
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
    """Rows whose names are long, and told apart only at their ends."""
    for start in range(0, count, 10_000):
        numbers = range(start, min(start + 10_000, count))
        names = [f"{'a long name ' * 8}{number * 7919 % count}" for number in numbers]
        yield pa.record_batch({"number": pa.array(numbers), "name": names})


def test_a_store_keeps_its_tables(tmp_path: Path) -> None:
    """With their types, for the next run."""
    types = {"id": "int64", "words": "array<string>", "parts": "array<struct<at: int64>>"}
    row = (-(2**63), ["𠮟", None], [{"at": 1}])
    with DuckDBEngine(tmp_path / "store") as duck:
        put(duck, "page", types, row)
    with DuckDBEngine(tmp_path / "store") as duck:
        table = duck.table("page")
        assert table.schema() == ibis.schema(types)
        assert got(duck, table) == [row]


def test_a_table_may_have_any_name() -> None:
    """Quotes and spaces are nothing special."""
    with DuckDBEngine() as duck:
        table = put(duck, 'a "table" of words', NUMBER, (1, "a"))
        assert gathered(duck, duck.keep("ORDER", table.union(table))) == [(1, "a"), (1, "a")]


def test_a_store_that_fails_midway_is_as_before(tmp_path: Path) -> None:
    """Nothing of the new rows is left in it."""

    def broken() -> Iterator[pa.RecordBatch]:
        yield from rows(300_000)
        raise ValueError("no more")

    with DuckDBEngine(tmp_path / "store") as duck:
        put(duck, "name", NUMBER, (1, "a"))
        with pytest.raises(ValueError, match="no more"):
            duck.load("name", SCHEMA, broken())
    with DuckDBEngine(tmp_path / "store") as duck:
        assert got(duck, duck.table("name")) == [(1, "a")]
        assert not duck.has("new name")


def test_what_is_temporary_goes_with_the_engine(tmp_path: Path) -> None:
    """Beside a store only the store stays."""
    with DuckDBEngine(tmp_path / "store", memory="200MB") as duck:
        duck.load("name", SCHEMA, rows(200_000))
        assert len(list(tmp_path.iterdir())) > 1
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def thousand(shard: int) -> Iterator[pa.RecordBatch]:
    """Rows of a shard."""
    yield pa.record_batch({"number": pa.array([shard] * 1000), "name": ["a"] * 1000})


def test_rows_of_workers_leave_no_files(tmp_path: Path) -> None:
    """They come by files, which would else fill the disk with a second collection."""
    with DuckDBEngine(tmp_path / "store") as duck:
        table = duck.read("name", SCHEMA, range(6), thousand, jobs=2)
        assert got(duck, table.agg(n=table.count())) == [(6000,)]
        assert list(tmp_path.rglob("*.arrow")) == []


def test_tables_larger_than_the_memory_are_sorted() -> None:
    """What does not fit goes to disk."""
    count = 400_000  # 50 MB of names
    with DuckDBEngine(memory="40MB", threads=1) as duck:
        table = duck.load("name", SCHEMA, rows(count))
        ranked = table.mutate(rank=ibis.row_number().over(order_by=["name", "number"]))
        kept = duck.keep("ranked", ranked)
        found = kept.agg(n=kept.count(), last=kept["rank"].max(), sum=kept["rank"].sum())
        assert got(duck, found) == [(count, count - 1, count * (count - 1) // 2)]


def test_too_little_memory_is_told() -> None:
    """One line, with what to change."""
    with (
        DuckDBEngine(memory="1MB", threads=1) as duck,
        pytest.raises(EngineError, match=r"^DuckDB: more memory is needed than was allowed$"),
    ):
        duck.load("name", SCHEMA, rows(200_000))


def test_a_memory_that_is_no_size_is_told() -> None:
    """In one line."""
    with pytest.raises(EngineError, match=r"^DuckDB: .*Memory"):
        DuckDBEngine(memory="much")


def test_a_locked_store_is_told(tmp_path: Path) -> None:
    """One program at a time writes to a store."""
    path = tmp_path / "store"
    with (
        subprocess.Popen(
            [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder,
    ):
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(EngineError, match=r"store: another program keeps it locked$"):
            DuckDBEngine(path)
        holder.communicate()


@pytest.mark.parametrize("content", [b"<html>" * 2000, b"x" * 10, b"\0" * 20_000])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    """And left as it was."""
    path = tmp_path / "page.html"
    path.write_bytes(content)
    with pytest.raises(EngineError, match=r"page\.html: it is (no store|damaged)$"):
        DuckDBEngine(path)
    assert path.read_bytes() == content


def test_an_sqlite_file_is_refused(tmp_path: Path) -> None:
    """DuckDB would fetch an extension for it."""
    path = tmp_path / "memory"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE site (host)")
    connection.close()
    with pytest.raises(EngineError, match=r"memory: it is no store$"):
        DuckDBEngine(path)


def test_pages_are_no_store(tmp_path: Path) -> None:
    """DuckDB would read them as a table, by the ending of their name."""
    path = tmp_path / "pages.jsonl"
    path.write_text('{"url": "https://a.example/"}')
    with pytest.raises(EngineError, match=r"pages\.jsonl: it is no store$"):
        DuckDBEngine(path)


def test_a_damaged_store_is_told(tmp_path: Path) -> None:
    """When it is opened, or when the damage is met."""
    path = tmp_path / "store"
    with DuckDBEngine(path) as duck:
        duck.load("name", SCHEMA, rows(50_000))
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(EngineError, match=r"store: it is damaged$"), DuckDBEngine(path) as duck:
        got(duck, duck.table("name"))


@pytest.mark.parametrize("name", ["absent/store", "."])
def test_a_store_that_cannot_be_made_is_told(tmp_path: Path, name: str) -> None:
    """In one line that names it, leaving nothing behind."""
    with pytest.raises(EngineError, match=r"^\S+: \S.*$"):
        DuckDBEngine(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told() -> None:
    """DuckDB counts what it may write there; the limit stands for the end of the disk."""
    with DuckDBEngine(memory="30MB") as duck:
        table = duck.load("name", SCHEMA, rows(400_000))
        duck._connection.execute("SET max_temp_directory_size = '1MB'")
        with pytest.raises(EngineError, match="the disk is full"):
            duck.keep("ordered", table.order_by("name"))


def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to install."""
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingExtra, match=r"honbun\[similar\]"):
        DuckDBEngine()
