"""Limits: what one page may cost before it is given up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost the process that works on it; a page beyond is told as a Failure.

    Native code cannot be interrupted, so work that has limits is done in processes of its own.
    """

    seconds: float | None = 60.0
    """The slowest honest pages of 10 MB take a few seconds, on a busy machine some more."""
    memory: int | None = 2 << 30
    """Bytes beyond what the process holds before the page; where the system can tell (Linux)."""


def too_slow(limits: Limits) -> str:
    """What is said of a page that took too long.

    >>> too_slow(Limits(seconds=60))
    'it took longer than 60 s'
    """
    return f"it took longer than {limits.seconds:g} s"


def too_large(limits: Limits | None) -> str:
    """What is said of a page that took too much memory.

    >>> too_large(Limits(memory=2 << 30))
    'it needs more than 2 GiB of memory'
    """
    if limits is None or limits.memory is None:
        return "it needs more memory than there is"
    size, unit = float(limits.memory), "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if size >= 1024:
            size, unit = size / 1024, larger
    return f"it needs more than {size:.4g} {unit} of memory"
