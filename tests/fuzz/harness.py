"""Fuzz one target for some seconds: `python -m tests.fuzz.harness TARGET FOLDER SECONDS`.

Uses inputs that Hypothesis generates first, then `atheris`, a coverage-guided fuzzer, if it is
installed. libFuzzer exits the process it runs in and may find crashes of native code, so every
target has its own process. The folder holds the corpus and the failing inputs.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import sys
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

LONGEST_SECONDS = 30
"""The time limit of one input, on a busy machine."""
MEGABYTES = 2000
_SHARE = 0.2
"""The share of time for Hypothesis, whose inputs are closer to pages but not coverage-guided."""


def has_atheris() -> bool:
    """Whether the coverage-guided fuzzer is installed."""
    return find_spec("atheris") is not None


def main() -> None:
    """Fuzz the target; libFuzzer exits the process."""
    name, folder, seconds = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    fuzz(targets()[name], folder, seconds)


def targets() -> dict[str, Any]:
    """All targets by name, instrumented for the fuzzer, which takes a while."""
    # Imported here, because modules imported before the fuzzer are not instrumented.
    logging.disable(logging.CRITICAL)
    # Only honbun is instrumented: other libraries would take all the time.
    instrument = import_module("atheris").instrument_imports if has_atheris() else _no_instruments
    with instrument(include=["honbun"]):
        by_name: dict[str, Any] = import_module("tests.fuzz.targets").BY_NAME
    return by_name


def fuzz(target: Any, folder: Path, seconds: float) -> None:
    """Fuzz a target; libFuzzer exits the process."""
    if not has_atheris():
        _attempt(target, seconds)
        return
    _attempt(target, seconds * _SHARE)
    options = [*_options(folder, target.longest), f"-max_total_time={seconds * (1 - _SHARE):.0f}"]
    _skip_exit_handlers()
    atheris: Any = import_module("atheris")
    atheris.Setup([sys.argv[0], *options, str(_corpus(folder, target))], target.run)
    atheris.Fuzz()


def _skip_exit_handlers() -> None:
    """Exit as soon as libFuzzer is done: exit handlers of libraries sometimes hang, and there is
    nothing to clean up."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "on_exit"):  # only glibc has it
        libc.on_exit(libc._exit, None)


def _no_instruments(**_: object) -> AbstractContextManager[None]:
    return nullcontext()


def _attempt(target: Any, seconds: float) -> None:
    print(f"examples: {import_module('tests.fuzz.examples').attempt_for(target, seconds)}")
    sys.stdout.flush()


def _options(folder: Path, longest: int) -> list[str]:
    words = folder / "words.dict"
    words.write_bytes(import_module("tests.fuzz.seeds").dictionary())
    return [
        f"-artifact_prefix={folder}/",
        f"-dict={words}",
        f"-max_len={longest}",
        f"-timeout={LONGEST_SECONDS}",
        f"-rss_limit_mb={MEGABYTES}",
        "-print_final_stats=1",
    ]


def _corpus(folder: Path, target: Any) -> Path:
    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for seed in target.seeds():
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    return corpus


if __name__ == "__main__":
    main()
