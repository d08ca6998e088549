"""Rows on their way into and out of an engine: Arrow batches, spooled files, cached steps."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

from honbun import __version__
from honbun.errors import EngineError, Failure, one_line
from honbun.runner import tempfiles
from honbun.runner.resume import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import ibis
    import pyarrow as pa

    from honbun.engines.base import PageShard

Arguments = ParamSpec("Arguments")

_INSERT_ROWS = 122_880
"""Rows inserted at once: the size of a row group of DuckDB."""
_INSERT_BYTES = 64 << 20
"""Rows with long texts are inserted at this size."""
_MAX_EXPRESSIONS = 32
"""Cached expressions per function: some for each set of options."""
_TRANSIENT = b"passing"


def cast_batch(batch: pa.RecordBatch, schema: pa.Schema, name: str) -> pa.RecordBatch:
    """A batch cast to the columns and types of a schema; engines return similar types."""
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
    """Batches merged into tables large enough for an insert."""
    import pyarrow as pa

    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        size += batch.nbytes
        if rows >= _INSERT_ROWS or size >= _INSERT_BYTES:
            yield pa.Table.from_batches(waiting)
            waiting, rows, size = [], 0, 0
    if rows:
        yield pa.Table.from_batches(waiting)


@dataclass(frozen=True, slots=True)
class SpooledStep:
    """A step that writes the rows of a shard to a file, for another process to read."""

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
    """The rows of a spooled file, which is deleted after the last one."""
    yield from _read_stream(path)
    path.unlink()


@dataclass(frozen=True, slots=True)
class CachedStep:
    """A step that stores the rows of each shard in a folder, so that an interrupted run resumes.

    Shards with transient failures (pages that exceeded a limit) are not stored: another run may
    read those pages.
    """

    step: Callable[[PageShard], Iterator[pa.RecordBatch]]
    schema: pa.Schema
    folder: Path
    options: bytes
    """A digest of what the rows depend on besides the shard."""

    def __call__(self, shard: PageShard) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        path = self.folder / f"{digest(__version__, self.options, shard.key()).hex()}.arrow"
        if path.exists():
            yield from _read_stream(path)
            return
        with tempfiles.file(path) as (handle, temporary), os.fdopen(handle, "wb") as file:
            transient = False
            with pa.ipc.new_stream(file, self.schema) as writer:
                for batch in self.step(shard):
                    transient = transient or _TRANSIENT in (batch.schema.metadata or {})
                    writer.write_batch(cast_batch(batch, self.schema, path.name))
            file.flush()
            if transient:
                yield from _read_stream(temporary)
                return
            os.fsync(handle)
            tempfiles.move(file, temporary, path)
        yield from _read_stream(path)


def mark_transient(batch: pa.RecordBatch, results: Iterable[object]) -> pa.RecordBatch:
    """The batch, marked if one of the results that it was made from is a transient failure."""
    if any(isinstance(result, Failure) and result.transient for result in results):
        return batch.replace_schema_metadata({_TRANSIENT: b""})
    return batch


def _read_stream(path: Path) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    with pa.OSFile(str(path)) as file, pa.ipc.open_stream(file) as reader:
        yield from reader


def cached_expression(build: Callable[Arguments, ibis.Table]) -> Callable[Arguments, ibis.Table]:
    """Cache a function that builds an expression from tables and other hashable arguments.

    For few pages, building an expression takes longer than running it on DuckDB. Tables are known
    by their names, so the same arguments always give the same expression.
    """

    @lru_cache(maxsize=_MAX_EXPRESSIONS)
    def cached(*args: Any, **kwargs: Any) -> ibis.Table:
        return build(
            *map(_from_key, args), **{name: _from_key(one) for name, one in kwargs.items()}
        )

    @wraps(build)
    def wrapper(*args: Arguments.args, **kwargs: Arguments.kwargs) -> ibis.Table:
        return cached(*map(_to_key, args), **{name: _to_key(one) for name, one in kwargs.items()})

    return wrapper


def _to_key(value: Any) -> Any:
    """Operations in place of tables, whose `==` is an expression."""
    import ibis

    return value.op() if isinstance(value, ibis.Table) else value


def _from_key(value: Any) -> Any:
    import ibis

    return value.to_expr() if isinstance(value, ibis.expr.operations.Relation) else value
