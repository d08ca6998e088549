"""A run that is killed at any point resumes, and gives the results of an uninterrupted run."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from honbun.stores.journal import Journal
from tests.resume.killing import entries, files, run, unfinished
from tests.resume.pages import write_sites

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 48
LOCAL = ("--jobs", "1", "--page-timeout", "0", "--page-memory", "0")
"""In one process, so that one page is processed at a time."""
WORKERS = ("--jobs", "2")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sites(tmp_path_factory.mktemp("sites"), PAGES)


@pytest.fixture(scope="module")
def whole(sites: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The output of an uninterrupted run."""
    path = tmp_path_factory.mktemp("whole") / "out.jsonl"
    assert run(["extract", str(sites), "-o", str(path), *LOCAL]).status == 1
    return path.read_bytes()


def points(seed: int) -> list[tuple[str, int]]:
    """Where runs are killed: while pages are read, while results are written, and at the end."""
    chance = random.Random(seed)
    return [("p", chance.randint(1, PAGES // 2)), ("w", chance.randint(1, PAGES)), ("r", 1)]


@pytest.mark.parametrize("jobs", [LOCAL, WORKERS], ids=["local", "workers"])
def test_killed_runs_write_the_output_of_an_uninterrupted_run(
    sites: Path, whole: bytes, tmp_path: Path, jobs: tuple[str, ...]
) -> None:
    output, journal = tmp_path / "out" / "all.jsonl", tmp_path / "journal"
    command = ["extract", str(sites), "-o", str(output), "--resume", str(journal), *jobs]
    processed, lost = 0, []
    for point in points(len(jobs)):
        before = entries(journal)
        ended = run(command, point)
        processed += ended.pages
        lost.append(before + ended.pages - min(entries(journal), PAGES + 1))
        assert files(output) in ({}, {"all.jsonl": whole})
    last = run(command)
    assert last.status == 1, last.errors
    assert output.read_bytes() == whole
    assert unfinished(output.parent) == []
    # A kill loses the page being processed, or the chunks that workers hold.
    most = 1 if jobs is LOCAL else 64
    assert max(lost) <= most
    assert processed + last.pages <= PAGES + 1 + sum(lost)
    assert f"{PAGES + 1 - last.pages} resumed from {journal}" in last.errors


def test_a_folder_of_files_is_completed(sites: Path, tmp_path: Path) -> None:
    journal, expected, output = tmp_path / "journal", tmp_path / "expected", tmp_path / "out"
    common = ["extract", str(sites), "-f", "markdown", *LOCAL]
    # Files with the same name are numbered in the order of the pages.
    same = ["--base-url", "https://one.example/a?"]
    run([*common, "-o", f"{expected}/", *same])
    command = [*common, "-o", f"{output}/", "--resume", str(journal), *same]
    for count in (5, 40):
        assert run(command, ("w", count)).killed
        found = files(output)
        assert all(files(expected)[name] == found[name] for name in found)
    assert run(command).pages == 0
    assert files(output) == files(expected)


def test_a_complete_run_is_written_again_without_processing_pages(
    sites: Path, whole: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "all.jsonl"
    command = ["extract", str(sites), "-o", str(output), "--resume", str(tmp_path / "j"), *LOCAL]
    first, second = run(command), run(command)
    assert (first.pages, second.pages) == (PAGES + 1, 0)
    assert output.read_bytes() == whole
    failures = [line for line in first.errors.splitlines() if "picture.html" in line]
    assert failures
    assert failures == [line for line in second.errors.splitlines() if "picture.html" in line]


def test_only_added_pages_are_processed(sites: Path, tmp_path: Path) -> None:
    more = write_sites(tmp_path / "more", 6, sites=1)
    common = ["-o", str(tmp_path / "all.jsonl"), "--resume", str(tmp_path / "j"), *LOCAL]
    run(["extract", str(sites), *common])
    added = run(["extract", str(more), str(sites), *common])
    assert added.pages == 7
    run(["extract", str(more), str(sites), "-o", str(tmp_path / "plain.jsonl"), *LOCAL])
    assert (tmp_path / "all.jsonl").read_bytes() == (tmp_path / "plain.jsonl").read_bytes()


def test_two_runs_do_not_share_a_journal(sites: Path, tmp_path: Path) -> None:
    command = ["extract", str(sites), "-o", str(tmp_path / "a"), "-f", "text"]
    with Journal(tmp_path / "j"):
        ended = run([*command, "--resume", str(tmp_path / "j")])
    assert ended.status == 2
    file = tmp_path / "j" / "journal.sqlite"
    assert ended.errors == f"honbun: {file}: another program has locked it\n"
