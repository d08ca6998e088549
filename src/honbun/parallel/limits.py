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
    """Bytes beyond what the process holds before its first page; where the system can tell."""
