"""`honbun doctor`: what is installed, what of it works, and how to get the rest."""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from honbun import __version__
from honbun.checkup.checkup import checkup
from honbun.checkup.finding import State
from honbun.checkup.trial import CORE, TRIALS
from honbun.errors import HonbunError

if TYPE_CHECKING:
    from honbun.checkup.finding import Finding


def doctor(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            help=f"Parts to look at: {', '.join([CORE.part, *(one.part for one in TRIALS)])}.",
            metavar="PART",
            show_default="all",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a line, for programs.")
    ] = False,
) -> None:
    """What of honbun works on this machine, tried and not guessed.

    Every part does its smallest job: Spark takes some seconds for it. Nothing is fetched. Exit
    status: 0 where all that is installed works, 1 where some of it is broken.
    """
    known = {one.part: one for one in (CORE, *TRIALS)}
    if unknown := [part for part in parts or () if part not in known]:
        raise HonbunError(f"no such part: {', '.join(unknown)}; there are {', '.join(known)}")
    if not as_json:
        typer.echo(_machine())
    states = []
    for finding in checkup([known[part] for part in parts or known]):
        states.append(finding.state)
        typer.echo(json.dumps(asdict(finding), ensure_ascii=False) if as_json else _told(finding))
    if states.count(State.ABSENT) > 1 and not as_json:
        typer.echo("\nAll but spark and train at once: pip install 'honbun[all]'")
    raise typer.Exit(1 if State.BROKEN in states else 0)


def _machine() -> str:
    system = f"{platform.system()} {platform.machine()}"
    cores = os.cpu_count() or 1
    return (
        f"honbun {__version__}, Python {platform.python_version()} ({sys.executable})\n"
        f"{system}, {cores} core{'s' if cores != 1 else ''}\n"
    )


def _told(finding: Finding) -> str:
    lines = [f"{finding.part:<11} {finding.state:<7} {finding.job}"]
    details = (", ".join(finding.packages), finding.said, finding.remedy)
    return "\n".join([*lines, *(f"{'':<20}{detail}" for detail in details if detail)])
