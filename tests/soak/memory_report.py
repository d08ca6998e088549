"""The command line with a report of its allocated blocks on SIGUSR1, to detect leaks.

The resident memory of a process is not enough: freed memory is fragmented and stays with it.

    python -m tests.soak.memory_report report.txt serve --port 0
"""

from __future__ import annotations

import gc
import signal
import sys
from pathlib import Path

from honbun.cli.app import main

if __name__ == "__main__":
    report = Path(sys.argv.pop(1))

    def write_report(*_: object) -> None:
        """Append a line."""
        gc.collect()
        with report.open("a") as file:
            file.write(f"{sys.getallocatedblocks()}\n")

    signal.signal(signal.SIGUSR1, write_report)
    main()
