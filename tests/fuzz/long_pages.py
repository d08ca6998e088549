"""Long repetitive pages are processed in bounded time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from honbun.api import extract_page, feed, posts
from honbun.papers.similar_003.documents import documents
from honbun.runner.run import Run
from tests.fuzz import views
from tests.fuzz.packages import page
from tests.fuzz.target import check_failure, refusing

if TYPE_CHECKING:
    from collections.abc import Callable

_LONG = 30_000
_SECONDS = 15.0
"""The CPU time of a step, which usually takes less than a second."""


def long(data: bytes) -> None:
    """A prefix followed by many repetitions of the rest."""
    for at in (0, len(data) // 3):
        rest = data[at:] or b" "
        whole = data[:at] + rest * (_LONG // len(rest))
        for name, step in _STEPS.items():
            started = time.process_time()
            with refusing():
                step(whole)
            taken = time.process_time() - started
            assert taken < _SECONDS, f"{name} takes {taken:.1f} seconds"


_STEPS: dict[str, Callable[[bytes], object]] = {
    "tree": views.tree,
    "snapshot": views.snapshot,
    "content": lambda whole: extract_page(page(whole)),
    "posts": lambda whole: list(posts([page(whole)], run=Run(on_failure=check_failure))),
    "feed": lambda whole: feed(page(whole)),
    "standard": lambda whole: list(documents([page(whole)], run=Run(on_failure=check_failure))),
}
