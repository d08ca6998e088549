"""CPU seconds from the start of a command to its end."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

EXTRACT = "`honbun extract one.html`"
_PAGE = "<!doctype html>{}<title>Sea</title><h1>Sea</h1><p>It is wide, and it is blue.</p>"
_PAGES = {"one.html": _PAGE.format("<html lang=en>"), "undeclared.html": _PAGE.format("")}
"""The language of the second is detected, and the model for that is loaded."""
_COMMANDS = {
    "`python -c pass`": ["-c", "pass"],
    "`import honbun`": ["-c", "import honbun"],
    "`honbun --help`": ["-m", "honbun.cli.app", "--help"],
    EXTRACT: ["-m", "honbun.cli.app", "extract", "one.html", "--quiet"],
    "the same, language not declared": [
        *("-m", "honbun.cli.app", "extract", "undeclared.html", "--quiet")
    ],
}


def seconds(rounds: int) -> dict[str, float]:
    """The median of each command."""
    times: dict[str, list[float]] = {name: [] for name in _COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        for name, page in _PAGES.items():
            (Path(folder) / name).write_text(page)
        for number in range(rounds + 1):
            for name, command in _COMMANDS.items():
                spent = _cpu([sys.executable, *command], folder)
                if number:  # the extra first round writes compiled modules and fills the cache
                    times[name].append(spent)
    return {name: median(values) for name, values in times.items()}


def _cpu(command: list[str], folder: str) -> float:
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime
