"""Every target passes with inputs of Hypothesis and with the seeds of the fuzzer."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tests.fuzz.harness import attempt
from tests.fuzz.targets import TARGETS

if TYPE_CHECKING:
    from tests.fuzz.target import Target

NAMED = pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])


@NAMED
def test_generated_inputs_pass(target: Target) -> None:
    attempt(target, target.examples)


@NAMED
def test_seeds_of_the_fuzzer_pass(target: Target) -> None:
    # Only a few: the pages of the demo come first, then smaller ones.
    for seed in islice(target.seeds(), min(target.examples, 12)):
        target.run(seed)
