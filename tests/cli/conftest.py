"""Ways to run the command: in this process for speed, in one of its own where that matters."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

import pytest
import typer

from honbun.cli.app import main
from tests.cli.lists import Lister
from tests.cli.threads import BOATS, BRIDGES, Finder
from tests.inputs import conftest as fetching

if TYPE_CHECKING:
    import os
    from pathlib import Path

site = fetching.site
_command = cache(typer.main.get_command)
"""Put together once: that takes longer than most runs."""


@dataclass(frozen=True)
class Done:
    """What a run of the command gave."""

    status: int | str | None
    out: bytes
    err: str


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
    """The command as a user runs it."""

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


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> Finder:
    """Finds posts in this process instead of the real method."""
    finder = Finder("honbun.posts.pipeline")
    monkeypatch.setitem(sys.modules, "honbun.posts.pipeline", finder)
    monkeypatch.setitem(sys.modules, "honbun.papers.posts_004.pipeline", finder)
    return finder


@pytest.fixture
def lister(monkeypatch: pytest.MonkeyPatch) -> Lister:
    """Finds lists in this process instead of the real method."""
    lister = Lister("honbun.feeds.pipeline")
    monkeypatch.setitem(sys.modules, "honbun.feeds.pipeline", lister)
    monkeypatch.setitem(sys.modules, "honbun.papers.feed_001.pipeline", lister)
    return lister


@pytest.fixture
def threads(tmp_path: Path) -> Path:
    """A folder with two threads."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "boats.html").write_text(BOATS, encoding="utf-8")
    (folder / "bridges.html").write_text(BRIDGES, encoding="utf-8")
    return folder
