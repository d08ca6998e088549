"""The engine on Spark: how it starts, where it keeps its tables, and how it fails."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import pytest

from honbun.engines.spark import SparkEngine, said
from honbun.errors import EngineError, MissingExtra
from tests.engines.rows import gathered, got, put

if TYPE_CHECKING:
    from pathlib import Path

WORD = {"id": "int64", "word": "string"}


@pytest.fixture
def without_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has not started Spark yet."""
    monkeypatch.setattr("pyspark.SparkContext._gateway", None)
    monkeypatch.setattr("pyspark.SparkContext._active_spark_context", None)


@pytest.mark.spark
def test_a_session_that_runs_is_joined(spark: SparkEngine) -> None:
    """With tables of its own, on the disks of the workers; it outlives the engine."""
    put(spark, "shared", WORD, (1, "a"))
    with SparkEngine() as guest:
        assert not guest.has("shared")
        table = put(guest, "shared", WORD, (2, "b"))
        for _ in range(2):
            table = guest.keep("shared", table.union(table.mutate(id=table.id + 1)))
        assert gathered(guest, table) == [(2, "b"), (3, "b"), (3, "b"), (4, "b")]
        empty = put(guest, "empty", WORD)
        assert got(guest, empty) == []
        guest.drop("empty")
        assert not guest.has("empty")
    assert got(spark, spark.table("shared")) == [(1, "a")]


@pytest.mark.spark
@pytest.mark.usefixtures("spark")
def test_tables_are_kept_in_a_given_folder(tmp_path: Path) -> None:
    """Of a table that was replaced, and of all when the engine is closed, nothing is left."""
    with SparkEngine(folder=str(tmp_path)) as engine:
        for number in range(2):
            table = put(engine, "word", WORD, (number, "a"))
        [folder] = tmp_path.iterdir()
        assert len(list(folder.iterdir())) == 1
        assert got(engine, table) == [(1, "a")]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.spark
def test_a_plan_is_cut_where_a_table_is_kept(spark: SparkEngine) -> None:
    """Else each round would double what has to be planned."""
    table = put(spark, "round", WORD, (1, "a"))
    for _ in range(12):
        table = spark.keep("round", table.union(table).distinct())
    assert len(spark._frame(table)._jdf.queryExecution().toString()) < 5_000


@pytest.mark.spark
@pytest.mark.usefixtures("spark")
def test_a_session_at_another_master_is_told() -> None:
    """A process has one: nobody's pages go to a machine that was not asked for."""
    with pytest.raises(EngineError, match=r"^this process has a Spark session at local\[2\]"):
        SparkEngine("spark://127.0.0.1:7077")


@pytest.mark.usefixtures("without_session")
def test_a_master_that_does_not_answer_is_told() -> None:
    """At once, and in one line."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(EngineError, match=f"^no Spark master answers at spark://127.0.0.1:{port}$"):
        SparkEngine(f"spark://127.0.0.1:{port}")


@pytest.mark.usefixtures("without_session")
def test_missing_java_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With what is needed."""
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(EngineError, match=r"^Spark needs Java 17 or newer"):
        SparkEngine()


@pytest.mark.parametrize("package", ["pyspark", "ibis"])
def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """With what to install."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"honbun\[spark\]"):
        SparkEngine()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "\n  An exception was thrown from the Python worker:\n"
            "Traceback (most recent call last):\n"
            '  File "step.py", line 1, in step\n'
            "honbun.errors.InputError: no page here\n\n"
            "\tat org.apache.spark.Worker.run\n",
            "no page here",
        ),
        ("Traceback (most recent call last):\n  x\nValueError: odd\n", "ValueError: odd"),
        ("Job aborted\nCaused by: a.B: one\n\tat c\nCaused by: a.B: two\n\tat d\n", "two"),
        ("java.io.IOException: No space left on device\n\tat x", "the disk is full"),
        ("[TABLE_NOT_FOUND] no such table\n== SQL ==", "[TABLE_NOT_FOUND] no such table"),
        ("", "ValueError"),
    ],
)
def test_of_what_spark_says_the_reason_is_told(text: str, reason: str) -> None:
    """Without the stacks of two languages."""
    assert said(ValueError(text)) == reason
