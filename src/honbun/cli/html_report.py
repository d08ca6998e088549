"""`--report`: what `honbun eval` measures, written as one HTML file."""

from __future__ import annotations

import platform
import shlex
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import honbun
from honbun.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.evaluation.report.model import Facts, Report

ReportFile = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Also write a report: one .html file."),
]
Worst = Annotated[
    int, typer.Option("--worst", min=0, help="Of the report: so many of what went worst.")
]
WORST = 20


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a command, of which a report is to be written."""

    path: Path
    command: str
    began: datetime
    clock: float = field(default_factory=time.monotonic)

    @classmethod
    def to(cls, path: Path | None) -> Run | None:
        """The run that begins now, if a report is asked for.

        What would keep the report from being written is told before the work.
        """
        if path is None:
            return None
        from honbun.evaluation.report.render import check_renderer

        check_renderer()
        _check(path)
        return cls(path, shlex.join(["honbun", *sys.argv[1:]]), datetime.now(UTC))

    def facts(self, *counted: tuple[str, int]) -> Facts:
        """What was run and when, and what was counted."""
        return (
            ("command", self.command),
            *((name, f"{number:,}") for name, number in counted),
            ("honbun", honbun.__version__),
            ("Python", platform.python_version()),
            ("begun", f"{self.began:%Y-%m-%d %H:%M} UTC"),
            ("took", _duration(time.monotonic() - self.clock)),
        )

    def write(self, report: Report, on_step: Callable[[str], None]) -> None:
        """Write the report, whole or not at all."""
        from honbun.evaluation.report.render import render
        from honbun.outputs.files import atomic_file

        text = render(report).encode()
        with atomic_file(self.path) as file:
            file.write(text)
        on_step(f"wrote {self.path}")


def _check(path: Path) -> None:
    if path.suffix.lower() not in (".html", ".htm"):
        raise OutputError(f"a report is an .html file: {path}")
    if path.exists() and not path.is_file():
        raise OutputError(f"cannot write {path}: it is no file")
    if not path.parent.is_dir():
        raise OutputError(f"no such folder: {path.parent}")
    try:
        # The report will be written beside its place, too.
        tempfile.TemporaryFile(dir=path.resolve().parent).close()
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error


def _duration(seconds: float) -> str:
    """How long it took, as people say it.

    >>> _duration(3.21), _duration(225.7)
    ('3.2 s', '3 min 46 s')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{round(seconds) // 60} min {round(seconds) % 60} s"
