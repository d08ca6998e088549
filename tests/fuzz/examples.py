"""Runs targets on inputs that Hypothesis generates."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings

if TYPE_CHECKING:
    from tests.fuzz.target import Target

_BATCH = 25


def attempt(target: Target, examples: int) -> int:
    """Run a target on at most this many inputs and return their number."""
    count = 0

    @settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        database=None,
        deadline=None,
        report_multiple_bugs=False,
    )
    @given(target.inputs)
    def run_example(data: bytes) -> None:
        nonlocal count
        count += 1
        target.run(data)

    run_example()
    return count


def attempt_for(target: Target, seconds: float) -> int:
    """Run a target for this many seconds and return the number of inputs."""
    until = time.monotonic() + seconds
    count = 0
    while time.monotonic() < until:
        count += attempt(target, min(_BATCH, target.examples))
    return count
