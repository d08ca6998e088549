"""Finding: whether one part of honbun works here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a part was found."""

    WORKS = "works"
    ABSENT = "absent"
    """It is not installed, and need not be."""
    BROKEN = "broken"
    """It is installed, and does not do its job."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether one part of honbun works here."""

    part: str
    """`core`, or the name of an extra."""
    job: str
    """What it is for."""
    state: State
    packages: tuple[str, ...] = ()
    """What is installed for it, with versions."""
    said: str | None = None
    """What is missing or went wrong."""
    remedy: str | None = None
    """What to do about it."""
