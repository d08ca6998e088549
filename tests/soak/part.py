"""Part: one of the long runs, what it is given and what it tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a long run found."""

    well: bool
    figures: Mapping[str, str]
    """What was measured, by its name, as it is shown."""
    faults: tuple[str, ...] = ()
    """What went wrong, a line each."""


Part = Callable[[float], Outcome]
"""A long run; it takes the seconds that it may last."""
