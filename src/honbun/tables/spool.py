"""Rows of a shard on their way from a worker process: they may be many, and go by a file."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honbun.tables.batch import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Spool:
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
                writer.write_batch(typed(batch, self.schema, self.name))
        return Path(path)


def unspooled(path: Path) -> Iterator[pa.RecordBatch]:
    """The rows of a file, which is deleted when all have been given."""
    import pyarrow as pa

    with pa.OSFile(str(path)) as file, pa.ipc.open_stream(file) as reader:
        yield from reader
    path.unlink()
