"""Steps reuse stored rows, and expressions are built once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis
import pyarrow as pa
import pytest

from honbun.engines.rows import CachedStep, cached_expression, mark_transient
from honbun.errors import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMA = pa.schema({"number": pa.int64()})
LASTING = Failure("a", None, "test", "it is no page")
PASSING = Failure("a", None, "test", "it took longer than 60 s", transient=True)


class Shard:
    """A shard that counts how often it is read."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        self.read = 0

    def key(self) -> tuple[object, ...]:
        return ("shard",)

    def pages(self) -> list[tuple[int, Failure]]:
        return [(0, self.failure)]

    def step(self, _: object) -> Iterator[pa.RecordBatch]:
        self.read += 1
        yield pa.record_batch({"number": [1]}, SCHEMA)
        yield mark_transient(pa.record_batch({"number": [2]}, SCHEMA), [None, self.failure])


@pytest.mark.parametrize(("failure", "read"), [(LASTING, 1), (PASSING, 2)])
def test_rows_with_transient_failures_are_not_stored(
    tmp_path: Path, failure: Failure, read: int
) -> None:
    shard = Shard(failure)
    stored = CachedStep(shard.step, SCHEMA, tmp_path, b"")
    for _ in range(2):
        assert [row for batch in stored(shard) for row in batch["number"].to_pylist()] == [1, 2]
    assert shard.read == read
    assert len(list(tmp_path.iterdir())) == (failure is LASTING)


def test_expression_with_equal_arguments_is_built_once() -> None:
    built: list[tuple[str, int]] = []

    @cached_expression
    def first(table: ibis.Table, column: str, most: int = 1) -> ibis.Table:
        built.append((column, most))
        return table.select(column).limit(most)

    def table(**columns: str) -> ibis.Table:
        return ibis.table(columns, name="pages")

    one = first(table(a="int64", b="string"), "a")
    assert one.equals(table(a="int64", b="string").select("a").limit(1))
    assert first(table(a="int64", b="string"), "a") is one
    assert built == [("a", 1)]
    assert first(table(a="int64", b="string"), "a", most=2).equals(
        table(a="int64", b="string").select("a").limit(2)
    )
    assert first(table(a="string", b="string"), "a").schema() == ibis.schema({"a": "string"})
    assert built == [("a", 1), ("a", 2), ("a", 1)]
