"""Kept: the rows of each shard in a file of its own, so that a run that was ended can go on."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun import __version__, scratch
from honbun.digest import digest
from honbun.tables.batch import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import pyarrow as pa

    from honbun.tables.part import Part


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
        if not path.exists():
            self._make(path, shard)
        with pa.OSFile(str(path)) as file, pa.ipc.open_stream(file) as reader:
            yield from reader

    def _make(self, path: Path, shard: Part) -> None:
        import pyarrow as pa

        with scratch.file(path) as (handle, temporary), os.fdopen(handle, "wb") as file:
            with pa.ipc.new_stream(file, self.schema) as writer:
                for batch in self.step(shard):
                    writer.write_batch(typed(batch, self.schema, path.name))
            file.flush()
            os.fsync(handle)
            scratch.move(file, temporary, path)
