"""Temporary files of a process that was killed are deleted by a later run."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from honbun.outputs.files import OutputFolder, atomic_file
from honbun.runner import tempfiles

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import os, sys
from pathlib import Path
from honbun.runner import tempfiles
with tempfiles.{what} as created:
    os.write(1, b"done")
    os.read(0, 1)
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have no such locks")


def start(what: str, folder: Path) -> subprocess.Popen[bytes]:
    """A process that has created something temporary, and waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(what=what)],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.read(4) == b"done"
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    with process:
        process.kill()


def test_the_next_output_deletes_files_of_a_killed_run(tmp_path: Path) -> None:
    process = start("file(Path('a.txt').resolve())", tmp_path)
    [left] = tmp_path.iterdir()
    with atomic_file(tmp_path / "a.txt") as file:
        file.write(b"all")
    assert left.exists()  # its process lives
    kill(process)
    assert left.exists()
    OutputFolder(tmp_path, ".txt")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_the_next_folder_deletes_folders_of_a_killed_run(tmp_path: Path) -> None:
    process = start("folder('.')", tmp_path)
    [left] = tmp_path.iterdir()
    with tempfiles.folder(tmp_path) as mine:
        assert sorted(tmp_path.iterdir()) == sorted([left, mine])
    kill(process)
    with tempfiles.folder(tmp_path) as mine:
        assert list(tmp_path.iterdir()) == [mine]
    assert list(tmp_path.iterdir()) == []


def test_files_of_this_process_are_not_deleted(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "a.txt") as one, atomic_file(tmp_path / "a.txt") as other:
        one.write(b"one")
        other.write(b"other")
    assert (tmp_path / "a.txt").read_bytes() == b"one"  # moved last


def test_other_files_are_not_deleted(tmp_path: Path) -> None:
    for name in (".profile", "a.unfinished", "honbun-notes"):
        (tmp_path / name).touch()
    (tmp_path / "honbun-folder").mkdir()
    tempfiles.sweep(tmp_path)
    with tempfiles.folder(tmp_path):
        pass
    assert len(list(tmp_path.iterdir())) == 4
