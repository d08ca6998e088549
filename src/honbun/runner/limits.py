"""Limits: the time and memory that one page may use."""

from __future__ import annotations

from dataclasses import dataclass

from honbun.options import RUN, option


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may use in its worker process; a page that exceeds it becomes a Failure.

    Native code cannot be interrupted, so pages with limits are processed in worker processes.
    """

    seconds: float | None = option(
        60.0,  # the slowest honest pages of 10 MB take a few seconds, on a busy machine some more
        "Seconds a page may take before it is skipped and reported; 0 for no limit.",
        flag="--page-timeout",
        panel=RUN,
        at_least=0,
    )
    memory: int | None = option(
        2 << 30,  # beyond what the worker holds before the page
        "Memory a page may take before it is skipped and reported (Linux); 0 for no limit.",
        flag="--page-memory",
        panel=RUN,
        metavar="SIZE",
    )


def too_slow(limits: Limits) -> str:
    """The message for a page that took too long.

    >>> too_slow(Limits(seconds=60))
    'it took longer than 60 s'
    """
    return f"it took longer than {limits.seconds:g} s"


def too_large(limits: Limits | None) -> str:
    """The message for a page that needed too much memory.

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
