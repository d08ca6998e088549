"""Arrow batches on their way into and out of an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.errors import EngineError
from honbun.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

_ROWS = 122_880
"""Rows that DuckDB stores as one group."""
_BYTES = 64 << 20
"""Rows with long texts are let go of earlier."""


def typed(batch: pa.RecordBatch, schema: pa.Schema, name: str) -> pa.RecordBatch:
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


def gathered(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
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
