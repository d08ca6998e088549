"""The time to import honbun, beyond the start of Python itself."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from honbun.evaluation.report import table

_PYTHON = "python -c pass"
_COMMANDS = {
    _PYTHON: [sys.executable, "-c", "pass"],
    "import honbun": [sys.executable, "-c", "import honbun"],
    "honbun.extract (imports everything)": [sys.executable, "-c", "import honbun; honbun.extract"],
    "honbun --help": [str(Path(sys.executable).with_name("honbun")), "--help"],
}


def report(rounds: int) -> str:
    """A table of wall times."""
    times: dict[str, list[float]] = {name: [] for name in _COMMANDS}
    for number in range(rounds + 1):
        print(f"start-up: round {number} of {rounds}", file=sys.stderr, flush=True)
        for name, command in _COMMANDS.items():
            spent = _seconds(command)
            if number:  # the extra first round fills the disk cache
                times[name].append(spent)
    bare = median(times[_PYTHON])
    rows = [
        [name, f"{1000 * median(all_):.0f}", f"{1000 * (median(all_) - bare):.0f}"]
        for name, all_ in times.items()
    ]
    return table(("start", "ms", "less Python"), rows)


def _seconds(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin
