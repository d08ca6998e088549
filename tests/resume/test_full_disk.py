"""A full disk is told in one line, and the same command goes on when there is room again."""

from __future__ import annotations

import resource
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.resume.killing import files, kept, run, unfinished
from tests.resume.pages import write_sites

if TYPE_CHECKING:
    from pathlib import Path

HERE = ("--jobs", "1", "--page-seconds", "0", "--page-memory", "0")


def full_at(size: int) -> None:
    """Let no file of this process grow beyond a size: writing fails, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sites(tmp_path_factory.mktemp("sites"), 30)


def test_a_journal_without_room_stays_good(sites: Path, tmp_path: Path) -> None:
    output, journal = tmp_path / "out.jsonl", tmp_path / "journal"
    command = ["extract", str(sites), "-o", str(output), "--resume", str(journal), *HERE]
    ended = run(command, before=partial(full_at, 100_000))
    assert ended.status == 2
    [line] = [line for line in ended.errors.splitlines() if "picture.html" not in line]
    assert line == f"honbun: {journal / 'journal.sqlite'}: the disk failed, or is full"
    assert not output.exists()
    done = kept(journal)
    assert 0 < done < 30
    again = run(command)
    assert again.status == 1, again.errors
    assert again.pages == 31 - done
    run(["extract", str(sites), "-o", str(tmp_path / "plain.jsonl"), *HERE])
    assert output.read_bytes() == (tmp_path / "plain.jsonl").read_bytes()


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "folder/"])
def test_an_output_without_room_is_absent(sites: Path, tmp_path: Path, name: str) -> None:
    output = tmp_path / "out" / name
    given = f"{output}/" if name.endswith("/") else str(output)
    shape = ["--explain"] if name == "folder/" else []  # so that a page takes some room
    command = ["extract", str(sites), "-o", given, *shape, *HERE]
    ended = run(command, before=partial(full_at, 2000))
    assert ended.status == 2
    assert "cannot write" in ended.errors.splitlines()[-1]
    assert "File too large" in ended.errors.splitlines()[-1]
    assert files(output) == {}
    assert unfinished(tmp_path) == []
