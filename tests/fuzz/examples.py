"""Targets tried with inputs that Hypothesis makes up."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings

if TYPE_CHECKING:
    from tests.fuzz.target import Target

_AT_A_TIME = 25


def attempt(target: Target, examples: int) -> int:
    """Try a target with so many inputs, and fewer where there are no more; how many they were."""
    count = 0

    @settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        database=None,
        deadline=None,
        report_multiple_bugs=False,
    )
    @given(target.inputs)
    def tried(data: bytes) -> None:
        nonlocal count
        count += 1
        target.run(data)

    tried()
    return count


def attempt_for(target: Target, seconds: float) -> int:
    """Try a target with inputs for so long; how many they were."""
    until = time.monotonic() + seconds
    count = 0
    while time.monotonic() < until:
        count += attempt(target, min(_AT_A_TIME, target.examples))
    return count
