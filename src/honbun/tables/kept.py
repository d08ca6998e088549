"""Kept: the rows of each shard in a file of its own, so that a run that was ended can go on.

A shard with pages that went beyond their limits is not kept: another time they may be read.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun import __version__, scratch
from honbun.digest import digest
from honbun.failure import Failure
from honbun.tables.batch import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    import pyarrow as pa

    from honbun.tables.part import Part

_PASSING = b"passing"


@dataclass(frozen=True, slots=True)
class Kept:
    """A step whose rows are taken from a folder where it was done before, in whatever process."""

    step: Callable[[Part], Iterator[pa.RecordBatch]]
    schema: pa.Schema
    folder: Path
    made_with: bytes
    """A digest of what the rows depend on beside the shard."""

    def __call__(self, shard: Part) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        path = self.folder / f"{digest(__version__, self.made_with, shard.mark()).hex()}.arrow"
        if path.exists():
            yield from _rows(path)
            return
        with scratch.file(path) as (handle, temporary), os.fdopen(handle, "wb") as file:
            passing = False
            with pa.ipc.new_stream(file, self.schema) as writer:
                for batch in self.step(shard):
                    passing = passing or _PASSING in (batch.schema.metadata or {})
                    writer.write_batch(typed(batch, self.schema, path.name))
            file.flush()
            if passing:
                yield from _rows(temporary)
                return
            os.fsync(handle)
            scratch.move(file, temporary, path)
        yield from _rows(path)


def marked(batch: pa.RecordBatch, results: Iterable[object]) -> pa.RecordBatch:
    """The rows of some results, with a mark where they may be others another time."""
    if any(isinstance(result, Failure) and result.passing for result in results):
        return batch.replace_schema_metadata({_PASSING: b""})
    return batch


def _rows(path: Path) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    with pa.OSFile(str(path)) as file, pa.ipc.open_stream(file) as reader:
        yield from reader
