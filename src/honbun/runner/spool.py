"""Spool: byte strings of many pages, in memory while small and in a temporary file beyond."""

from __future__ import annotations

import tempfile
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

_IN_MEMORY = 256 << 20
"""Bytes held in memory before they go to a temporary file."""


class Spool:
    """A list of byte strings that can be appended to and indexed."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._ends = [0]
        # A server drops spools whenever a collection is replaced: the file goes with the spool.
        self._finalizer = weakref.finalize(self, self._file.close)

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Delete the contents."""
        self._finalizer()

    def append(self, data: bytes) -> None:
        self._file.seek(self._ends[-1])  # reads in between move the position
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))

    def __getitem__(self, number: int) -> bytes:
        self._file.seek(self._ends[number])
        return self._file.read(self._ends[number + 1] - self._ends[number])

    def __len__(self) -> int:
        return len(self._ends) - 1
