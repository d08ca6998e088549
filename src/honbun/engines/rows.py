"""Arrow batches on their way into and out of an engine."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import ibis

from honbun import __version__
from honbun.errors import EngineError, Failure, one_line
from honbun.runner import tempfiles
from honbun.runner.journal import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pyarrow as pa

    from honbun.engines.base import PageShard

_ROWS = 122_880
"""Rows that DuckDB stores as one group."""
_BYTES = 64 << 20
"""Rows with long texts are let go of earlier."""


def cast_batch(batch: pa.RecordBatch, schema: pa.Schema, name: str) -> pa.RecordBatch:
    """A batch with the columns and types of a schema; engines answer with kindred types."""
    import pyarrow as pa

    if batch.schema.equals(schema):
        return batch
    missing = [column for column in schema.names if column not in batch.schema.names]
    if missing or len(batch.schema.names) != len(schema.names):
        raise EngineError(
            f"{name} has the columns {', '.join(schema.names)}, not {', '.join(batch.schema.names)}"
        )
    try:
        return batch.select(schema.names).cast(schema)
    except (pa.ArrowException, ValueError) as error:
        raise EngineError(one_line(f"{name}: {error}")) from error


def merge_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Batches put together until they are worth an insert."""
    import pyarrow as pa

    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        size += batch.nbytes
        if rows >= _ROWS or size >= _BYTES:
            yield pa.Table.from_batches(waiting)
            waiting, rows, size = [], 0, 0
    if rows:
        yield pa.Table.from_batches(waiting)


# Rows of a shard on their way from a worker process: they may be many, and go by a file.


@dataclass(frozen=True, slots=True)
class SpooledStep:
    """Does a step with a shard, and leaves its rows in a file."""

    step: Callable[[Any], Iterator[pa.RecordBatch]]
    folder: Path
    schema: pa.Schema
    name: str

    def __call__(self, shard: Any) -> Path:
        import pyarrow as pa

        handle, path = tempfile.mkstemp(suffix=".arrow", dir=self.folder)
        os.close(handle)
        with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, self.schema) as writer:
            for batch in self.step(shard):
                writer.write_batch(cast_batch(batch, self.schema, self.name))
        return Path(path)


def read_spooled(path: Path) -> Iterator[pa.RecordBatch]:
    """The rows of a file, which is deleted when all have been given."""
    import pyarrow as pa

    with pa.OSFile(str(path)) as file, pa.ipc.open_stream(file) as reader:
        yield from reader
    path.unlink()


# Kept: the rows of each shard in a file of its own, so that a run that was ended can go on.
#
# A shard with pages that went beyond their limits is not kept: another time they may be read.

_PASSING = b"passing"


@dataclass(frozen=True, slots=True)
class CachedStep:
    """A step whose rows are taken from a folder where it was done before, in whatever process."""

    step: Callable[[PageShard], Iterator[pa.RecordBatch]]
    schema: pa.Schema
    folder: Path
    made_with: bytes
    """A digest of what the rows depend on beside the shard."""

    def __call__(self, shard: PageShard) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        path = self.folder / f"{digest(__version__, self.made_with, shard.mark()).hex()}.arrow"
        if path.exists():
            yield from _rows(path)
            return
        with tempfiles.file(path) as (handle, temporary), os.fdopen(handle, "wb") as file:
            passing = False
            with pa.ipc.new_stream(file, self.schema) as writer:
                for batch in self.step(shard):
                    passing = passing or _PASSING in (batch.schema.metadata or {})
                    writer.write_batch(cast_batch(batch, self.schema, path.name))
            file.flush()
            if passing:
                yield from _rows(temporary)
                return
            os.fsync(handle)
            tempfiles.move(file, temporary, path)
        yield from _rows(path)


def mark_transient(batch: pa.RecordBatch, results: Iterable[object]) -> pa.RecordBatch:
    """The rows of some results, with a mark where they may be others another time."""
    if any(isinstance(result, Failure) and result.transient for result in results):
        return batch.replace_schema_metadata({_PASSING: b""})
    return batch


def _rows(path: Path) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    with pa.OSFile(str(path)) as file, pa.ipc.open_stream(file) as reader:
        yield from reader


# Built: expressions that were built before.
#
# To build a dataflow, ibis takes longer than DuckDB to run it on few pages; and it is the same
# every time, because tables are known by their names.

Given = ParamSpec("Given")

_MOST = 32
"""Expressions that are kept of each function: there are some for each set of options."""


def cached_expression(build: Callable[Given, ibis.Table]) -> Callable[Given, ibis.Table]:
    """A function of tables, and of what else can be a key, that gives an expression: as given
    before, where all is as before."""

    @lru_cache(maxsize=_MOST)
    def known(*given: Any, **named: Any) -> ibis.Table:
        return build(*map(_given, given), **{name: _given(one) for name, one in named.items()})

    @wraps(build)
    def built(*given: Given.args, **named: Given.kwargs) -> ibis.Table:
        return known(*map(_key, given), **{name: _key(one) for name, one in named.items()})

    return built


def _key(value: Any) -> Any:
    """Tables are not equal by `==`, which is an expression; their operations are."""
    return value.op() if isinstance(value, ibis.Table) else value


def _given(value: Any) -> Any:
    return value.to_expr() if isinstance(value, ibis.expr.operations.Relation) else value
