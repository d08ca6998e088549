"""Temporary files go with the process that made them, whatever ended it."""

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

MAKES = """
import os, sys
from pathlib import Path
from honbun import scratch
with scratch.{what} as made:
    os.write(1, b"made")
    os.read(0, 1)
"""


def maker(what: str, folder: Path) -> subprocess.Popen[bytes]:
    """A process that has made something temporary, and waits."""
    code = MAKES.format(what=what)
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.read(4) == b"made"
    return process


def killed(process: subprocess.Popen[bytes]) -> None:
    with process:
        process.kill()


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such locks")
def test_the_next_output_sweeps_away_what_a_killed_run_has_left(tmp_path: Path) -> None:
    process = maker("file(Path('a.txt').resolve())", tmp_path)
    [left] = tmp_path.iterdir()
    with atomic_file(tmp_path / "a.txt") as file:
        file.write(b"all")
    assert left.exists()  # its maker lives
    killed(process)
    assert left.exists()
    OutputFolder(tmp_path, ".txt")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such locks")
def test_the_next_folder_sweeps_away_what_a_killed_run_has_left(tmp_path: Path) -> None:
    process = maker("folder('.')", tmp_path)
    [left] = tmp_path.iterdir()
    with tempfiles.folder(tmp_path) as mine:
        assert sorted(tmp_path.iterdir()) == sorted([left, mine])
    killed(process)
    with tempfiles.folder(tmp_path) as mine:
        assert list(tmp_path.iterdir()) == [mine]
    assert list(tmp_path.iterdir()) == []


def test_what_this_process_holds_is_not_swept_away(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "a.txt") as one, atomic_file(tmp_path / "a.txt") as other:
        one.write(b"one")
        other.write(b"other")
    assert (tmp_path / "a.txt").read_bytes() == b"one"  # which was the last to take its place


def test_files_of_others_stay(tmp_path: Path) -> None:
    for name in (".profile", "a.unfinished", "honbun-notes"):
        (tmp_path / name).touch()
    (tmp_path / "honbun-folder").mkdir()
    tempfiles.sweep(tmp_path)
    with tempfiles.folder(tmp_path):
        pass
    assert len(list(tmp_path.iterdir())) == 4
