"""The checked build of the compiled core: its kernels fuzzed, and the hostile pages once more.

`HONBUN_CHECKED=1 python setup.py build` makes it, with bounds checks, AddressSanitizer and
UndefinedBehaviorSanitizer. Python itself has none of them, so libasan is preloaded.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.soak.part import Outcome

_BUILT = Path("build/checked")
_FUZZED = 0.4
"""The share of time for fuzzing; a slow machine does not reach the last hostile pages."""
_FUZZ = """
from time import monotonic
from tests.fuzz.harness import attempt
from tests.fuzz.kernels import kernels
from tests.fuzz.scanner import scanner
from tests.fuzz.target import Target
end, inputs = monotonic() + {seconds}, 0
while monotonic() < end:
    inputs += attempt(Target("scanner", scanner), 200)
    inputs += attempt(Target("kernels", kernels), 200)
print(inputs, "inputs")
"""
_FAULT = re.compile(r"^.*(?:runtime error|AddressSanitizer|FAILED ).*$", re.MULTILINE)
"""The first line of a sanitizer, or the name of a test that failed."""
_TESTS = (
    *(
        "tests/_core",
        "tests/content/test_scoring.py",
        "tests/content/test_evidence.py",
        "tests/html",
    ),
    # The others limit the memory of worker processes, which leaves no room for a sanitizer.
    "tests/hostile/test_kernels.py",
    "tests/hostile/test_pages.py::test_every_command_gives_an_answer_or_a_reason",
)


def run(seconds: float) -> Outcome:
    """Fuzz the kernels and run the tests of hostile pages, until the time is over."""
    if not _BUILT.is_dir():
        return Outcome(False, {}, ("not built: HONBUN_CHECKED=1 python setup.py build",))
    fuzz = _run(["-c", _FUZZ.format(seconds=seconds * _FUZZED)], 3 * seconds)
    tests = _run(["-m", "pytest", "-p", "no:cacheprovider", *_TESTS], seconds * (1 - _FUZZED))
    outcomes = {"kernels": fuzz, "hostile pages": tests}
    faults = tuple(f"{name}: {fault}" for name, (_, fault) in outcomes.items() if fault)
    return Outcome(not faults, {name: figure for name, (figure, _) in outcomes.items()}, faults)


def _run(arguments: list[str], seconds: float) -> tuple[str, str]:
    """What a process printed last, and the fault that ended it."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_environment(),
        encoding="utf-8",
        errors="replace",
    )
    try:
        printed, _ = process.communicate(timeout=seconds)
        last, failed = printed.strip().rpartition("\n")[2], process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        printed, _ = process.communicate()
        last, failed = "stopped, the time was over", 0
    fault = _FAULT.search(printed)
    return last, fault[0] if fault else f"ended with {failed}: {last}" if failed else ""


def _environment() -> dict[str, str]:
    command = [os.environ.get("CC", "gcc"), "-print-file-name=libasan.so"]
    library = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return os.environ | {
        "PYTHONPATH": os.pathsep.join((str(_BUILT.absolute()), str(Path.cwd()))),
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",  # so that every object has its own allocation
        "PYTHONUNBUFFERED": "1",
    }
