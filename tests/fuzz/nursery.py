"""Targets one after the other, each in a process of its own that is forked from one in which all is
imported and instrumented already: `python -m tests.fuzz.nursery`, with lines of JSON for input.

    ["dates", "folder", 10.0, 60.0]

What is told is the exit status of each: of the target `dates`, tried for 10 seconds and given 60 in
all. What it says is in `folder/log`.
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

_LOOK = 0.05


def main() -> None:
    """Until the input ends."""
    by_name = targets()
    for line in sys.stdin:
        name, folder, seconds, longest = json.loads(line)
        print(_forked(by_name[name], Path(folder), seconds, longest), flush=True)


def _forked(target: Any, folder: Path, seconds: float, longest: float) -> int:
    child = os.fork()
    if child == 0:
        _be_child(target, folder, seconds)
    end = time.monotonic() + longest
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(_LOOK)


def _be_child(target: Any, folder: Path, seconds: float) -> NoReturn:
    with (folder / "log").open("wb") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # libFuzzer ends the process too fast for it to clear up.
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    random.seed()  # or all would draw the same
    fuzz(target, folder, seconds)
    sys.exit()  # as any program: that is when libFuzzer writes down what broke a promise


if __name__ == "__main__":
    main()
