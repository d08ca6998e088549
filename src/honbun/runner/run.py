"""Run: how the pages of a collection are worked through, whatever is done to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from honbun.errors import log_failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.errors import Failure
    from honbun.runner.limits import Limits


class Journal(Protocol):
    """Keeps what was made of pages, so that a run that was ended can go on; `io.journal` has it."""

    taken: int
    """How many pages were taken from it."""

    def get(self, key: bytes) -> bytes | None:
        """What is kept under a key."""

    def put(self, key: bytes, value: bytes) -> None:
        """Keep something under a key."""


@dataclass(frozen=True, slots=True)
class Run:
    """How the pages of a collection are worked through."""

    jobs: int = 1
    """Processes; 0 takes one per core. 1 without limits is this process."""
    on_failure: Callable[[Failure], None] = log_failure
    limits: Limits | None = None
    """What one page may cost; pages with limits are worked on in processes of their own."""
    journal: Journal | None = None
    """What earlier runs have made of the same pages, and what this one makes."""


HERE = Run()
"""In this process, with failures in the log."""
