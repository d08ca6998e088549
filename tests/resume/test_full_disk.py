"""A full disk is reported in one line, and the same command resumes when there is space."""

from __future__ import annotations

import resource
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.resume.killing import entries, files, run, unfinished
from tests.resume.pages import write_sites

if TYPE_CHECKING:
    from pathlib import Path

LOCAL = ("--jobs", "1", "--page-timeout", "0", "--page-memory", "0")


def full_at(size: int) -> None:
    """Limit the size of files of this process: writing fails as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sites(tmp_path_factory.mktemp("sites"), 30)


def test_a_journal_on_a_full_disk_stays_intact(sites: Path, tmp_path: Path) -> None:
    output, journal = tmp_path / "out.jsonl", tmp_path / "journal"
    command = ["extract", str(sites), "-o", str(output), "--resume", str(journal), *LOCAL]
    ended = run(command, before=partial(full_at, 100_000))
    assert ended.status == 2
    [line] = [line for line in ended.errors.splitlines() if "picture.html" not in line]
    assert line == f"honbun: {journal / 'journal.sqlite'}: the disk failed or is full"
    assert not output.exists()
    done = entries(journal)
    assert 0 < done < 30
    again = run(command)
    assert again.status == 1, again.errors
    assert again.pages == 31 - done
    run(["extract", str(sites), "-o", str(tmp_path / "plain.jsonl"), *LOCAL])
    assert output.read_bytes() == (tmp_path / "plain.jsonl").read_bytes()


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "folder/"])
def test_no_partial_output_is_left_on_a_full_disk(sites: Path, tmp_path: Path, name: str) -> None:
    output = tmp_path / "out" / name
    target = f"{output}/" if name.endswith("/") else str(output)
    shape = ["--explain"] if name == "folder/" else []  # so that a page needs some space
    command = ["extract", str(sites), "-o", target, *shape, *LOCAL]
    ended = run(command, before=partial(full_at, 2000))
    assert ended.status == 2
    assert "cannot write" in ended.errors.splitlines()[-1]
    assert "File too large" in ended.errors.splitlines()[-1]
    assert files(output) == {}
    assert unfinished(tmp_path) == []
