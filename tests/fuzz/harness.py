"""One target for some seconds: `python -m tests.fuzz.harness TARGET FOLDER SECONDS`.

First with inputs that Hypothesis makes up, then, where `atheris` is installed, with a fuzzer that
is led by the code it reaches. libFuzzer ends the process it runs in, and what it finds may be a
crash of native code: so every target has a process of its own. The folder holds the corpus, and
what broke a promise.
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
"""That one input may take, on a machine with much else to do."""
MEGABYTES = 2000
_SHARE = 0.2
"""Of the time that goes to Hypothesis, whose inputs are nearer to pages, but not led."""


def is_led() -> bool:
    """Whether there is a fuzzer."""
    return find_spec("atheris") is not None


def main() -> None:
    """Try the target; libFuzzer ends the process."""
    name, folder, seconds = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    fuzz(targets()[name], folder, seconds)


def targets() -> dict[str, Any]:
    """All of them by name, made ready for the fuzzer, which takes a while."""
    # Not imported above: what is imported before the fuzzer is not instrumented.
    logging.disable(logging.CRITICAL)
    # Only what is ours leads: instrumented libraries would take all the time.
    leading = import_module("atheris").instrument_imports if is_led() else _no_instruments
    with leading(include=["honbun"]):
        by_name: dict[str, Any] = import_module("tests.fuzz.targets").BY_NAME
    return by_name


def fuzz(target: Any, folder: Path, seconds: float) -> None:
    """Try a target; libFuzzer ends the process."""
    if not is_led():
        _attempt(target, seconds)
        return
    _attempt(target, seconds * _SHARE)
    options = [*_options(folder, target.longest), f"-max_total_time={seconds * (1 - _SHARE):.0f}"]
    _leave_at_once()
    atheris: Any = import_module("atheris")
    atheris.Setup([sys.argv[0], *options, str(_corpus(folder, target))], target.run)
    atheris.Fuzz()


def _leave_at_once() -> None:
    """When libFuzzer is done, so is the process: what libraries do at the end of a program has kept
    it for ever now and then, and there is nothing to clear up."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "on_exit"):  # where it is not, one waits
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
