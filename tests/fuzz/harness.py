"""Runs targets, in the test suite or with `python -m tests.fuzz.harness FOLDER SECONDS`.

A run uses inputs that Hypothesis generates first, then `atheris`, a coverage-guided fuzzer, if it
is installed. libFuzzer exits the process it runs in and may find crashes of native code, so every
target has its own process, forked from one that has imported and instrumented everything. Each
target has a folder with its log, its exit status, the corpus and the failing inputs.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import os
import random
import re
import signal
import sys
import tempfile
import time
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from hypothesis import HealthCheck, given, settings

if TYPE_CHECKING:
    from tests.fuzz.target import Target

_LONGEST = 30
"""The time limit of one input in seconds, on a busy machine."""
_MEGABYTES = 2000
_PATIENCE = _LONGEST + 60
"""Seconds beyond its share after which a process is killed, because it hangs."""
_SHARE = 0.2
"""The share of time for Hypothesis, whose inputs are closer to pages but not coverage-guided."""
_BATCH = 25


def attempt(target: Target, examples: int) -> int:
    """Run a target on at most this many inputs of Hypothesis and return their number."""
    count = 0

    @settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        database=None,
        deadline=None,
        report_multiple_bugs=False,
    )
    @given(target.inputs)
    def run_example(data: bytes) -> None:
        nonlocal count
        count += 1
        target.run(data)

    run_example()
    return count


def has_atheris() -> bool:
    """Whether the coverage-guided fuzzer is installed."""
    return find_spec("atheris") is not None


def folder_name(target: str) -> str:
    return re.sub(r"\W+", "-", target)


def main() -> None:
    """Fuzz every target for an equal share of the time, one on each core."""
    folder, end = Path(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    cores = os.cpu_count() or 1
    waiting = list(_instrumented_targets().values())[::-1]
    running: dict[int, tuple[Path, float]] = {}
    while waiting or running:
        now = time.monotonic()
        if waiting and len(running) < cores:
            share = (end - now) * cores / len(waiting)
            target = waiting.pop()
            own = folder / folder_name(target.name)
            own.mkdir(parents=True)
            if share > 0:
                running[_fork(target, own, share)] = own, now + share + _PATIENCE
            continue
        for child, (own, latest) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                (own / "status").write_text(str(os.waitstatus_to_exitcode(status)))
                del running[child]
            elif now > latest:
                os.kill(child, signal.SIGKILL)
        time.sleep(0.05)


def _instrumented_targets() -> dict[str, Target]:
    """All targets by name, instrumented for the fuzzer, which takes a while."""
    # Imported here, because modules imported before the fuzzer are not instrumented.
    logging.disable(logging.CRITICAL)
    # Only honbun is instrumented: other libraries would take all the time.
    instrument = import_module("atheris").instrument_imports if has_atheris() else _no_instruments
    with instrument(include=["honbun"]):
        by_name: dict[str, Target] = import_module("tests.fuzz.targets").BY_NAME
    return by_name


def _no_instruments(**_: object) -> AbstractContextManager[None]:
    return nullcontext()


def _fork(target: Target, folder: Path, seconds: float) -> int:
    child = os.fork()
    return child or _run_child(target, folder, seconds)


def _run_child(target: Target, folder: Path, seconds: float) -> NoReturn:
    with (folder / "log").open("wb") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # libFuzzer exits before temporary files are deleted.
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    random.seed()  # otherwise all children draw the same numbers
    count, share = 0, _SHARE if has_atheris() else 1.0
    until = time.monotonic() + seconds * share
    while time.monotonic() < until:
        count += attempt(target, min(_BATCH, target.examples))
    print(f"examples: {count}", flush=True)
    if has_atheris():
        _fuzz(target, folder, seconds * (1 - share))
    sys.exit()  # a normal exit, so that libFuzzer writes the failing input


def _fuzz(target: Target, folder: Path, seconds: float) -> None:
    seeds = import_module("tests.fuzz.seeds")
    words, corpus = folder / "words.dict", folder / "corpus"
    words.write_bytes(seeds.dictionary())
    corpus.mkdir()
    for seed in target.seeds():
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    options = [
        f"-artifact_prefix={folder}/",
        f"-dict={words}",
        f"-max_len={target.longest}",
        f"-timeout={_LONGEST}",
        f"-rss_limit_mb={_MEGABYTES}",
        f"-max_total_time={seconds:.0f}",
        "-print_final_stats=1",
    ]
    # Exit handlers of libraries sometimes hang, and there is nothing to clean up.
    libc = ctypes.CDLL(None)
    if hasattr(libc, "on_exit"):  # only glibc has it
        libc.on_exit(libc._exit, None)
    atheris: Any = import_module("atheris")
    atheris.Setup([sys.argv[0], *options, str(corpus)], target.run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
