"""Shelf: what a collection keeps of its pages until the last of them is read."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

_IN_MEMORY = 256 << 20
"""Bytes of packed pages held in memory before they go to a temporary file."""


class Shelf:
    """Packed records in the order they came; on disk when they are many."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._ends = [0]

    def __enter__(self) -> Shelf:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the records."""
        self._file.close()

    def append(self, data: bytes) -> None:
        self._file.seek(self._ends[-1])  # somebody may have read in between
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))

    def __getitem__(self, number: int) -> bytes:
        self._file.seek(self._ends[number])
        return self._file.read(self._ends[number + 1] - self._ends[number])
