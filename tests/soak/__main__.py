"""`make soak`: all long runs, or the named ones, within a bounded time.

The results are printed as Markdown, and also written to FILE with `--docs FILE`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from honbun import __version__

if TYPE_CHECKING:
    from tests.soak.part import Outcome, Part

SHARES = {"cluster": 0.1, "fuzz": 0.3, "checked": 0.15, "kill": 0.15, "load": 0.17, "bad": 0.13}
"""The long runs, each a module here with a function `run`, and their shares of the time."""
HEAD = """# Soak tests

Results of the last `make soak`: every output format fuzzed, the compiled core with sanitizers,
runs killed at random points and resumed, a server under load, bad inputs in full size, DuckDB
against a Spark cluster.
{when}, honbun {version}, Python {python}, {cores} cores.
"""


def main() -> int:
    """Returns the exit status: 0 if every part succeeded."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(SHARES))
    parser.add_argument("--minutes", type=float, default=10, help="time limit for all parts")
    parser.add_argument("--docs", type=Path, help="write the figures to this page")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(SHARES):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    names = arguments.parts or list(SHARES)
    whole = sum(SHARES[name] for name in names)
    sections, well = [], True
    for name in names:
        part: Part = importlib.import_module(f"tests.soak.{name}").run
        started = time.monotonic()
        outcome = part(arguments.minutes * 60 * SHARES[name] / whole)
        well = well and outcome.well
        sections.append(_section(name, outcome, time.monotonic() - started))
        print(sections[-1], flush=True)
    if arguments.docs:
        arguments.docs.write_text("\n".join([_head(), *sections]), encoding="utf-8")
    return 0 if well else 1


def _head() -> str:
    return HEAD.format(
        when=datetime.now(UTC).date().isoformat(),
        version=__version__,
        python=platform.python_version(),
        cores=os.cpu_count(),
    )


def _section(name: str, outcome: Outcome, seconds: float) -> str:
    rows = [f"| {what} | {figure} |" for what, figure in outcome.figures.items()]
    faults = [f"- FAULT: {fault}" for fault in outcome.faults]
    lines = [f"## {name}", "", "| what | measured |", "| --- | --- |", *rows]
    return "\n".join(
        [*lines, f"| seconds | {seconds:.0f} |", *([""] if faults else []), *faults, ""]
    )


if __name__ == "__main__":
    sys.exit(main())
