"""Runs targets one after the other: `python -m tests.fuzz.fork_server`, with JSON lines as input.

Each target has its own process, forked from one that has imported and instrumented everything.

    ["dates", "folder", 10.0, 60.0]

Prints the exit status of each target. Here `dates` is fuzzed for 10 seconds and killed after 60.
Its output is written to `folder/log`.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NoReturn

from tests.fuzz.harness import fuzz, targets

_POLL_SECONDS = 0.05


def main() -> None:
    """Run targets until the input ends."""
    by_name = targets()
    for line in sys.stdin:
        name, folder, seconds, longest = json.loads(line)
        print(_run_forked(by_name[name], Path(folder), seconds, longest), flush=True)


def _run_forked(target: Any, folder: Path, seconds: float, longest: float) -> int:
    child = os.fork()
    if child == 0:
        _run_child(target, folder, seconds)
    end = time.monotonic() + longest
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(_POLL_SECONDS)


def _run_child(target: Any, folder: Path, seconds: float) -> NoReturn:
    with (folder / "log").open("wb") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # libFuzzer exits before temporary files are deleted.
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    random.seed()  # otherwise all children draw the same numbers
    fuzz(target, folder, seconds)
    sys.exit()  # a normal exit, so that libFuzzer writes the failing input


if __name__ == "__main__":
    main()
