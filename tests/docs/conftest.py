"""A shell that runs lines of the documentation."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.docs import host, web
from tests.docs.book import ROOT
from tests.docs.memo import Memo
from tests.docs.scratch import furnish

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PATIENCE = 120.0
"""Seconds that a line may take, on a machine that does other things too."""


@dataclass(frozen=True)
class Done:
    """How a line ended, and what it printed."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Shell:
    """A folder with the files of the examples, and lines that are run in it."""

    folder: Path
    environment: Mapping[str, str]

    def run(self, line: str) -> Done:
        """Run a line to its end."""
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=_PATIENCE,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    @contextmanager
    def serving(self, line: str) -> Iterator[None]:
        """A line that serves until it is stopped; it can be reached as soon as this is entered."""
        told = Path(self.environment["DOCS_PORT"])
        told.unlink(missing_ok=True)
        with subprocess.Popen(
            ["sh", "-c", f"exec {line}"],
            cwd=self.folder,
            env=self.environment,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            assert process.stderr is not None
            try:
                # The first line is said when it listens; what ends without one has said why.
                said = process.stderr.readline()
                assert told.exists(), said + process.stderr.read()
                yield
                process.terminate()
                assert process.wait(_PATIENCE) == 0, process.stderr.read()
            finally:
                process.kill()


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the examples as they are before any line was run."""
    folder = tmp_path_factory.mktemp("furnished")
    furnish(folder)
    return folder


@pytest.fixture(scope="session")
def memo() -> Memo:
    """What lines did in the documents before."""
    return Memo()


@pytest.fixture(scope="session")
def programs() -> Iterator[Path]:
    """A folder with the programs that lines begin with, all run by one process."""
    # The names of sockets are short: not below pytest's folders, which may lie deep.
    with tempfile.TemporaryDirectory(prefix="docs") as short, web.serving() as port:
        folder, address = Path(short) / "bin", Path(short) / "host"
        host.programs(folder, address)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.docs.host", str(address), str(port)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield folder
            process.communicate()  # its input is closed, and it ends


@pytest.fixture
def shell(tmp_path: Path, furnished: Path, programs: Path) -> Shell:
    """A folder of its own for a document."""
    folder = tmp_path / "work"
    shutil.copytree(furnished, folder)
    environment = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "DOCS_PORT": str(tmp_path / "port"),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "100",
    }
    return Shell(folder, environment)
