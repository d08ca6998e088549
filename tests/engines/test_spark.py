"""Spark: its session, where tables are stored, and its error messages."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING

import pytest

from honbun.engines.spark import SparkEngine
from honbun.engines.spark_session import error_message
from honbun.errors import EngineError, MissingExtra
from tests.engines.rows import read_rows, write_rows

if TYPE_CHECKING:
    from pathlib import Path

WORD = {"id": "int64", "word": "string"}


@pytest.fixture
def without_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has not started Spark."""
    monkeypatch.setattr("pyspark.SparkContext._gateway", None)
    monkeypatch.setattr("pyspark.SparkContext._active_spark_context", None)


@pytest.mark.spark
def test_running_session_is_shared_and_not_stopped(spark: SparkEngine) -> None:
    write_rows(spark, "shared", WORD, (1, "a"))
    with SparkEngine() as guest:
        assert not guest.has("shared")
        table = write_rows(guest, "shared", WORD, (2, "b"))
        assert read_rows(guest, table) == [(2, "b")]
    assert read_rows(spark, spark.table("shared")) == [(1, "a")]


@pytest.mark.spark
@pytest.mark.usefixtures("spark")
def test_tables_are_stored_in_the_given_folder_and_deleted(tmp_path: Path) -> None:
    with SparkEngine(folder=str(tmp_path)) as engine:
        for number in range(2):
            table = write_rows(engine, "word", WORD, (number, "a"))
        [folder] = tmp_path.iterdir()
        assert len(list(folder.iterdir())) == 1
        assert read_rows(engine, table) == [(1, "a")]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.spark
def test_stored_table_cuts_the_plan(spark: SparkEngine) -> None:
    table = write_rows(spark, "round", WORD, (1, "a"))
    for _ in range(6):
        table = spark.keep("round", table.union(table).distinct())
    assert len(spark._frame(table)._jdf.queryExecution().toString()) < 3_000


@pytest.mark.spark
@pytest.mark.usefixtures("spark")
def test_session_at_another_master_is_refused() -> None:
    with pytest.raises(EngineError, match=r"^this process has a Spark session at local\[2\]"):
        SparkEngine("spark://127.0.0.1:7077")


@pytest.mark.usefixtures("without_session")
def test_master_that_does_not_answer_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(EngineError, match=f"^no Spark master answers at spark://127.0.0.1:{port}$"):
        SparkEngine(f"spark://127.0.0.1:{port}")


@pytest.mark.usefixtures("without_session")
def test_missing_java_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(EngineError, match=r"^Spark needs Java 17 or newer"):
        SparkEngine()


@pytest.mark.parametrize("package", ["pyspark", "ibis"])
def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
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
def test_error_message_has_the_reason_without_stack_traces(text: str, reason: str) -> None:
    assert error_message(ValueError(text)) == reason
