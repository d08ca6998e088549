"""How much work a call is: counted, so that a busy machine changes nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any


def lines(call: Callable[[], object]) -> int:
    """The lines of our own code that run; each round of a loop counts."""
    count = 0

    def within(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return within

    def entered(frame: FrameType, event: str, arg: Any) -> Any:
        return within if frame.f_globals["__name__"].startswith("honbun.") else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        call()
    finally:
        sys.settrace(before)
    return count
