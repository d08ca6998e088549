"""The command line, telling what it holds when it is asked to (SIGUSR1): for runs that look for
leaks. What a process takes from the system says little of that: what is free again is in pieces,
and stays with it.

    python -m tests.soak.memory_report told.jsonl serve --port 0
"""

from __future__ import annotations

import ctypes
import gc
import json
import signal
import sys
from pathlib import Path
from typing import Any

from honbun.cli.app import main

_COUNTS = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"


class _Malloc(ctypes.Structure):
    """mallinfo2(3)."""

    _fields_ = [(name, ctypes.c_size_t) for name in _COUNTS.split()]


def held() -> dict[str, float]:
    """What Python holds, in blocks, and all else, in megabytes; and the megabytes that are free."""
    gc.collect()
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _Malloc
    counted: Any = libc.mallinfo2()
    return {
        "blocks": sys.getallocatedblocks(),
        "used": (counted.uordblks + counted.hblkhd) / 1e6,
        "free": counted.fordblks / 1e6,
    }


if __name__ == "__main__":
    told = Path(sys.argv.pop(1))

    def tell(*_: object) -> None:
        """One more line."""
        with told.open("a") as file:
            file.write(json.dumps(held()) + "\n")

    signal.signal(signal.SIGUSR1, tell)
    main()
