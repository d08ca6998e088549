"""Run: how the pages of a collection are processed, whatever is computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from honbun.errors import log_failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.errors import Failure
    from honbun.runner.limits import Limits


class Journal(Protocol):
    """Stores the result of each page, so that an interrupted run can resume.

    `honbun.stores.journal` has the implementation.
    """

    taken: int
    """Number of results that were found in the journal."""

    def get(self, key: bytes) -> bytes | None:
        """Return the value stored under a key, or None."""

    def put(self, key: bytes, value: bytes) -> None:
        """Store a value under a key."""


@dataclass(frozen=True, slots=True)
class Run:
    """How pages are processed: the `run` argument of honbun's functions."""

    jobs: int = 1
    """Worker processes; 0 means one per core. 1 without limits is the calling process."""
    limits: Limits | None = None
    """Time and memory per page; pages with limits are always processed in worker processes."""
    journal: Journal | None = None
    """Where results are stored, and found again by a later run over the same pages."""
    on_failure: Callable[[Failure], None] = log_failure
    """Called for each page that fails; the run continues."""


DEFAULT_RUN = Run()
