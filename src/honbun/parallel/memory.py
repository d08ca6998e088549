"""Allowance: what a process may add to its memory while it works on one item.

Linux counts, and limits, what a process has mapped to write to: what libraries have reserved but
not taken does not count. Other systems have no such limit, and there nothing is enforced.
"""

from __future__ import annotations

import os
import sys

_GROWN = 8
"""A process that keeps an eighth of its allowance has room for what other pages left behind."""


class Allowance:
    """Within this context memory is refused beyond `most` bytes more than were held before it."""

    def __init__(self, most: int | None) -> None:
        self._most = most or 0
        self._counts = _counts() if most else None
        self._at_first = self._held()

    def __enter__(self) -> None:
        if self._counts is not None:
            _refuse_beyond(self._held() + self._most)

    def __exit__(self, *_: object) -> None:
        if self._counts is not None:
            _refuse_beyond(None)

    def is_kept(self) -> bool:
        """Whether so much of it was not given back that another process should go on instead."""
        return self._counts is not None and self._held() - self._at_first > self._most // _GROWN

    def _held(self) -> int:
        if self._counts is None:
            return 0
        # proc(5): the sixth number is data + stack, in pages.
        return int(os.pread(self._counts, 256, 0).split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _counts() -> int | None:
    """The file in which the system counts what this process holds."""
    if sys.platform != "linux":
        return None
    try:
        return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _refuse_beyond(size: int | None) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if size is None else size
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
