"""Part: one of the long runs, with its argument and result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a long run."""

    well: bool
    figures: Mapping[str, str]
    """The measured values as text, by name."""
    faults: tuple[str, ...] = ()
    """The faults, one line each."""


Part = Callable[[float], Outcome]
"""A long run; its argument is the time limit in seconds."""
