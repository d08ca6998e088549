"""Fuse: ends a process that works for too long, also where nobody is left to see it.

Who started a process ends it when the time is up. But a program may be killed, and a process in
native code, which lets nothing of Python run, would go on for ever: so the system itself ends it.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class Fuse:
    """Within this context the process may take twice the seconds given, of a processor's time.

    That is later than anybody else would end it, and not sooner for a program that was stopped and
    goes on. Systems without such a clock enforce nothing.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = 2 * seconds + 1 if seconds and hasattr(signal, "setitimer") else 0.0

    def __enter__(self) -> None:
        self._set(self._seconds)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._set(0.0)

    def _set(self, seconds: float) -> None:
        if self._seconds:
            # Its signal ends a process that says nothing else about it.
            signal.setitimer(signal.ITIMER_PROF, seconds)
