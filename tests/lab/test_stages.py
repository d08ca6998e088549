"""The stages of the speed benchmark."""

from __future__ import annotations

import subprocess
import sys
from time import process_time

from lab.bench.stages import NAMES, Stopwatch

# In a process of its own, because the functions stay wrapped.
EXTRACT = """
from honbun import Page, extract_page
from lab.bench.stages import Stopwatch
extract_page(Page("<p>warm"))
stopwatch = Stopwatch()
stopwatch.install()
extract_page(Page("<title>Sea</title><h1>Sea</h1><p>It is wide, and it is blue.</p>" * 9))
print("\\n".join(name for name, seconds in stopwatch.seconds.items() if seconds > 0))
"""


def test_every_stage_is_a_part_of_extracting_a_page() -> None:
    done = subprocess.run([sys.executable, "-c", EXTRACT], stdout=subprocess.PIPE, check=True)
    assert set(done.stdout.decode().splitlines()) == set(NAMES)


def test_time_of_an_inner_stage_counts_once() -> None:
    stopwatch = Stopwatch()

    def spend(seconds: float) -> None:
        end = process_time() + seconds
        while process_time() < end:
            pass

    inner = stopwatch.wrap("inner", lambda: spend(0.02))

    def outer() -> None:
        spend(0.01)
        inner()

    stopwatch.wrap("outer", outer)()
    assert 0.01 <= stopwatch.seconds["outer"] < stopwatch.seconds["inner"]
