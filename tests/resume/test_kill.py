"""A run that is killed at any point goes on where it was, and gives what a whole run gives."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from honbun.stores.journal import Journal
from tests.resume.killing import files, kept, run, unfinished
from tests.resume.pages import write_sites

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 48
HERE = ("--jobs", "1", "--page-seconds", "0", "--page-memory", "0")
"""In one process, so that it is known which page is under way."""
CREW = ("--jobs", "2")


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sites(tmp_path_factory.mktemp("sites"), PAGES)


@pytest.fixture(scope="module")
def whole(sites: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What a run that nobody ends writes."""
    path = tmp_path_factory.mktemp("whole") / "out.jsonl"
    assert run(["extract", str(sites), "-o", str(path), *HERE]).status == 1
    return path.read_bytes()


def points(seed: int) -> list[tuple[str, int]]:
    """Where runs are killed: while pages are read, while they are written, and at the end."""
    chance = random.Random(seed)
    return [("p", chance.randint(1, PAGES // 2)), ("w", chance.randint(1, PAGES)), ("r", 1)]


@pytest.mark.parametrize("way", [HERE, CREW], ids=["here", "crew"])
def test_killed_runs_together_write_what_a_whole_run_writes(
    sites: Path, whole: bytes, tmp_path: Path, way: tuple[str, ...]
) -> None:
    output, journal = tmp_path / "out" / "all.jsonl", tmp_path / "journal"
    command = ["extract", str(sites), "-o", str(output), "--resume", str(journal), *way]
    worked, lost = 0, []
    for point in points(len(way)):
        before = kept(journal)
        ended = run(command, point)
        worked += ended.pages
        lost.append(before + ended.pages - min(kept(journal), PAGES + 1))
        assert files(output) in ({}, {"all.jsonl": whole})
    last = run(command)
    assert last.status == 1, last.errors
    assert output.read_bytes() == whole
    assert unfinished(output.parent) == []
    # What each kill may cost: the page under way, or those that a crew has in its hands.
    most = 1 if way is HERE else 64
    assert max(lost) <= most
    assert worked + last.pages <= PAGES + 1 + sum(lost)
    assert f"{PAGES + 1 - last.pages} taken from {journal}" in last.errors


def test_every_page_gets_its_own_file_again(sites: Path, tmp_path: Path) -> None:
    journal, expected, output = tmp_path / "journal", tmp_path / "expected", tmp_path / "out"
    common = ["extract", str(sites), "-f", "markdown", *HERE]
    # Files of one name are numbered, in the order of the pages.
    same = ["--base-url", "https://one.example/a?"]
    run([*common, "-o", f"{expected}/", *same])
    command = [*common, "-o", f"{output}/", "--resume", str(journal), *same]
    for count in (5, 40):
        assert run(command, ("w", count)).killed
        found = files(output)
        assert all(files(expected)[name] == found[name] for name in found)
    assert run(command).pages == 0
    assert files(output) == files(expected)


def test_a_run_that_was_complete_is_written_again_without_work(
    sites: Path, whole: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "all.jsonl"
    command = ["extract", str(sites), "-o", str(output), "--resume", str(tmp_path / "j"), *HERE]
    first, second = run(command), run(command)
    assert (first.pages, second.pages) == (PAGES + 1, 0)
    assert output.read_bytes() == whole
    failures = [line for line in first.errors.splitlines() if "picture.html" in line]
    assert failures
    assert failures == [line for line in second.errors.splitlines() if "picture.html" in line]


def test_pages_that_are_added_are_all_that_is_worked_on(sites: Path, tmp_path: Path) -> None:
    more = write_sites(tmp_path / "more", 6, sites=1)
    common = ["-o", str(tmp_path / "all.jsonl"), "--resume", str(tmp_path / "j"), *HERE]
    run(["extract", str(sites), *common])
    added = run(["extract", str(more), str(sites), *common])
    assert added.pages == 7
    run(["extract", str(more), str(sites), "-o", str(tmp_path / "plain.jsonl"), *HERE])
    assert (tmp_path / "all.jsonl").read_bytes() == (tmp_path / "plain.jsonl").read_bytes()


def test_two_runs_do_not_share_a_journal(sites: Path, tmp_path: Path) -> None:
    command = ["extract", str(sites), "-o", str(tmp_path / "a"), "-f", "text"]
    with Journal(tmp_path / "j"):
        ended = run([*command, "--resume", str(tmp_path / "j")])
    assert ended.status == 2
    file = tmp_path / "j" / "journal.sqlite"
    assert ended.errors == f"honbun: {file}: another program keeps it locked\n"
