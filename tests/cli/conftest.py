"""Runs the command in this process, or in a separate one for signals and pipes."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

import pytest
import typer

from honbun.cli.app import main
from tests.inputs import conftest as fetching

if TYPE_CHECKING:
    import os

site = fetching.site
_command = cache(typer.main.get_command)
"""Built once: that takes longer than most runs."""


@dataclass(frozen=True)
class Done:
    """The result of a run of the command."""

    status: int | str | None
    out: bytes
    err: str

    def rows(self) -> list[dict[str, Any]]:
        """The rows of JSON Lines on standard output."""
        return [json.loads(line) for line in self.out.splitlines()]

    def fails_with(self, message: str) -> bool:
        """Whether it failed at once, with one line on stderr."""
        return (self.status, self.out) == (2, b"") and (
            self.err.startswith("honbun: ") and message in self.err and self.err.count("\n") == 1
        )


class Command(Protocol):
    """Runs `honbun` with arguments."""

    def __call__(self, *arguments: str | os.PathLike[str], stdin: bytes = b"") -> Done: ...


@pytest.fixture
def honbun(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command in this process."""

    def run(*arguments: str | os.PathLike[str], stdin: bytes = b"") -> Done:
        monkeypatch.setattr(typer.main, "get_command", _command)
        monkeypatch.setattr(sys, "argv", ["honbun", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capfdbinary.readouterr()
        return Done(stopped.value.code or 0, out, err.decode())

    return run


@pytest.fixture
def honbun_process() -> Command:
    """Runs the command in a separate process."""

    def run(*arguments: str | os.PathLike[str], stdin: bytes = b"") -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "honbun.cli.app", *arguments],
            input=stdin,
            check=False,
            capture_output=True,
            timeout=60,
        )
        return Done(done.returncode, done.stdout, done.stderr.decode())

    return run
