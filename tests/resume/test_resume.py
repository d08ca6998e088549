"""A run that is killed at any point resumes, and gives the results of an uninterrupted run."""

from __future__ import annotations

import json
import random
import resource
from functools import partial
from typing import TYPE_CHECKING

import pytest

from honbun.stores.journal import Journal
from honbun.stores.site_memory import SiteMemory
from tests.resume.killing import entries, files, run, unfinished
from tests.resume.pages import write_sites, write_threads

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 24
"""Pages with a result. One more is processed and fails; a file fails before that."""
LOCAL = ("--jobs", "1", "--page-timeout", "0", "--page-memory", "0")
"""In one process, so that one page is processed at a time."""
WORKERS = ("--jobs", "2")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sites with a file and a page that fail, and threads."""
    folder = tmp_path_factory.mktemp("inputs")
    write_sites(folder / "sites", PAGES)
    write_threads(folder / "threads", PAGES)
    return folder


@pytest.fixture(scope="module")
def sites(inputs: Path) -> Path:
    return inputs / "sites"


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
        before = min(entries(journal), PAGES + 1)
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
    for count in (5, 20):
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
    site = sites / "site0"
    assert failures(first.errors) == [
        f"honbun: read: {site / 'picture.html'}: a PNG image",
        f"honbun: extract: {site / 'tags.html'}: "
        "the page has 3,001 body or html tags; 3,000 are read",
    ]
    assert failures(second.errors) == failures(first.errors)


def failures(errors: str) -> list[str]:
    """The messages about what fails in the sites."""
    lines = errors.splitlines()
    return [line for line in lines if "picture.html" in line or "tags.html" in line]


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


COMMANDS = {
    "alone": ("extract", "--alone", "-o", "{}/out.csv"),
    "parquet": ("extract", "-o", "{}/out.parquet"),
    "posts": ("posts", "-o", "{}/out.xml", "-f", "atom", "--base-url", "https://a.example/"),
    "standard": ("standard", "-o", "{}/out.xml"),
    "similar": ("similar", "-o", "{}/out.jsonl", "--exact"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_run_resumes(inputs: Path, tmp_path: Path, name: str) -> None:
    command_name, *options = COMMANDS[name]
    folder = str(inputs / ("threads" if command_name == "posts" else "sites"))

    def command(place: str, *more: str) -> list[str]:
        (tmp_path / place).mkdir(exist_ok=True)
        chosen = [option.format(tmp_path / place) for option in options]
        return [command_name, folder, *chosen, *LOCAL, *more]

    whole = run(command("whole"))
    resumed = command("killed", "--resume", str(tmp_path / "journal"))
    assert run(resumed, ("p", PAGES // 2)).killed
    assert files(tmp_path / "killed") in ({}, files(tmp_path / "whole"))
    last = run(resumed)
    assert last.status == whole.status
    assert PAGES // 4 <= last.pages <= whole.pages - PAGES // 2 + 1
    assert files(tmp_path / "killed") == files(tmp_path / "whole")


def test_an_engine_does_not_read_finished_parts_again(tmp_path: Path) -> None:
    for number in range(3):
        write_sites(tmp_path / "sites" / str(number), 6)
        (tmp_path / f"{number}.jsonl").write_text('{"url": "https://a.example/", "html": "<p>a"}\n')
    parts = [str(tmp_path / f"sites/{n}") for n in range(3)]
    inputs = [part for n in range(3) for part in (parts[n], str(tmp_path / f"{n}.jsonl"))]
    common = ["extract", *inputs, "--engine", "duckdb", *LOCAL]
    # The result without an engine is the same, and faster.
    whole = run(["extract", *inputs, *LOCAL, "-o", str(tmp_path / "whole.jsonl")])
    resumed = [*common, "-o", str(tmp_path / "out.jsonl"), "--resume", str(tmp_path / "journal")]
    assert run(resumed, ("p", 2 * whole.pages // 3)).killed
    last = run(resumed)
    assert last.status == whole.status
    assert 0 < last.pages <= whole.pages // 2
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("point", [("w", 12), ("s", 1)], ids=str)
def test_a_memory_is_updated_once(sites: Path, tmp_path: Path, point: tuple[str, int]) -> None:
    memory, output = tmp_path / "sites.db", tmp_path / "out.jsonl"
    command = ["extract", str(sites), "-o", str(output), "--memory", str(memory), *LOCAL]
    ended = run(command, point)
    assert ended.killed
    assert ended.events.count("s") < 2, "it was killed too late to see anything"
    assert run(command).status == 1
    with SiteMemory(memory, read_only=True) as held:
        assert sum(site.seen for site in held.sites()) == PAGES


@pytest.mark.parametrize("point", [("w", 12), ("s", 1)], ids=str)
def test_no_new_posts_are_lost(inputs: Path, tmp_path: Path, point: tuple[str, int]) -> None:
    output = tmp_path / "out.jsonl"
    seen = ["--new-only", "--state", str(tmp_path / "seen.db")]
    command = ["posts", str(inputs / "threads"), "-o", str(output), *seen, *LOCAL]
    ended = run(command, point)
    assert ended.killed
    assert ended.events.count("s") < 2, "it was killed too late to see anything"
    run(command)
    found = [json.loads(line)["source"] for line in output.read_text().splitlines()]
    assert (len(found), len(set(found))) == (4 * PAGES, PAGES)
    run(command)
    assert output.read_bytes() == b""


def test_a_store_contains_every_page_once(sites: Path, tmp_path: Path) -> None:
    common = ["similar", str(sites), "--exact", *LOCAL]
    run([*common, "-o", str(tmp_path / "whole.jsonl")])
    work = tmp_path / "work"
    work.mkdir()
    store = work / "pages.duckdb"
    command = [*common, "-o", str(tmp_path / "out.jsonl"), "--store", str(store)]
    assert run(command, ("w", 1)).killed  # pages are stored, no pair is written
    last = run(command)
    assert f"{PAGES} pages in {store}" in last.errors
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert set(files(work)) == {"pages.duckdb"}  # no temporary folder is left


def full_at(size: int) -> None:
    """Limit the size of files of this process: writing fails as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_journal_on_a_full_disk_stays_intact(sites: Path, tmp_path: Path) -> None:
    output, journal = tmp_path / "out.jsonl", tmp_path / "journal"
    command = ["extract", str(sites), "-o", str(output), "--resume", str(journal), *LOCAL]
    ended = run(command, before=partial(full_at, 100_000))
    assert ended.status == 2
    known = failures(ended.errors)
    [line] = [line for line in ended.errors.splitlines() if line not in known]
    assert line == f"honbun: {journal / 'journal.sqlite'}: the disk failed or is full"
    assert not output.exists()
    done = entries(journal)
    assert 0 < done < PAGES
    again = run(command)
    assert again.status == 1, again.errors
    assert again.pages == PAGES + 1 - done
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
