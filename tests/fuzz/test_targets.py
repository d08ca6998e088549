"""Every target, with inputs that Hypothesis makes up and with the fuzzer's seeds."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tests.fuzz.examples import attempt
from tests.fuzz.targets import TARGETS

if TYPE_CHECKING:
    from tests.fuzz.target import Target

NAMED = pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])


@NAMED
def test_no_input_breaks_a_promise(target: Target) -> None:
    attempt(target, target.examples)


@NAMED
def test_what_the_fuzzer_begins_with_breaks_none_either(target: Target) -> None:
    # A few of many: the demonstration's pages come first, and then what is smaller.
    for seed in islice(target.seeds(), min(target.examples, 12)):
        target.run(seed)
