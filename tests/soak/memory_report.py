"""The command line with a report of allocated memory on SIGUSR1, to detect leaks.

The resident memory of a process is not enough: freed memory is fragmented and stays with it.

    python -m tests.soak.memory_report report.jsonl serve --port 0
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
    """Allocated blocks of Python, and allocated and free megabytes of malloc."""
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
    report = Path(sys.argv.pop(1))

    def write_report(*_: object) -> None:
        """Append a line."""
        with report.open("a") as file:
            file.write(json.dumps(held()) + "\n")

    signal.signal(signal.SIGUSR1, write_report)
    main()
