"""Rows of a shard are taken from where they were kept, unless they may be others another time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from honbun.engines.rows import CachedStep, mark_transient
from honbun.errors import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMA = pa.schema({"number": pa.int64()})
LASTING = Failure("a", None, "test", "it is no page")
PASSING = Failure("a", None, "test", "it took longer than 60 s", transient=True)


class Shard:
    """One that is read as often as it is asked for."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        self.read = 0

    def mark(self) -> bytes:
        return b"shard"

    def pages(self) -> list[tuple[int, Failure]]:
        return [(0, self.failure)]

    def step(self, _: object) -> Iterator[pa.RecordBatch]:
        self.read += 1
        yield pa.record_batch({"number": [1]}, SCHEMA)
        yield mark_transient(pa.record_batch({"number": [2]}, SCHEMA), [None, self.failure])


@pytest.mark.parametrize(("failure", "read"), [(LASTING, 1), (PASSING, 2)])
def test_only_what_will_be_the_same_is_kept(tmp_path: Path, failure: Failure, read: int) -> None:
    shard = Shard(failure)
    kept = CachedStep(shard.step, SCHEMA, tmp_path, b"")
    for _ in range(2):
        assert [row for batch in kept(shard) for row in batch["number"].to_pylist()] == [1, 2]
    assert shard.read == read
    assert len(list(tmp_path.iterdir())) == (failure is LASTING)
