"""Write Python rows to an engine, and read them back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ibis
import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.engines.base import Engine

Row = tuple[Any, ...]


def write_rows(engine: Engine, name: str, types: Mapping[str, str], *rows: Row) -> ibis.Table:
    """A table of these rows."""
    schema = ibis.schema(types)
    named = [dict(zip(types, row, strict=True)) for row in rows]
    table = pa.Table.from_pylist(named, schema=schema.to_pyarrow())
    return engine.load(name, schema, table.to_batches())


def read_rows(engine: Engine, expression: ibis.Table) -> list[Row]:
    """The rows of an expression, in their order of arrival."""
    return [
        tuple(row.values()) for batch in engine.batches(expression) for row in batch.to_pylist()
    ]


def sorted_rows(engine: Engine, expression: ibis.Table) -> list[Row]:
    """The rows of an expression, sorted."""
    return sorted(read_rows(engine, expression), key=repr)
