"""State between runs is neither lost nor counted twice when a run is killed and repeated."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from honbun.stores.site_memory import SiteMemory
from tests.resume.killing import files, run
from tests.resume.pages import write_sites, write_threads

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 24
LOCAL = ("--jobs", "1", "--page-timeout", "0", "--page-memory", "0")


@pytest.mark.parametrize("point", [("w", 12), ("s", 1)], ids=str)
def test_a_memory_is_updated_once(tmp_path: Path, point: tuple[str, int]) -> None:
    sites = write_sites(tmp_path / "sites", PAGES)
    memory, output = tmp_path / "sites.db", tmp_path / "out.jsonl"
    command = ["extract", str(sites), "-o", str(output), "--memory", str(memory), *LOCAL]
    ended = run(command, point)
    assert ended.killed
    assert ended.events.count("s") < 2, "it was killed too late to see anything"
    assert run(command).status == 1
    methods = {json.loads(line)["method"] for line in output.read_text().splitlines()}
    assert methods == {"collection"}
    with SiteMemory(memory, read_only=True) as held:
        assert sum(site.pages for site in held.sites()) == PAGES


@pytest.mark.parametrize("point", [("w", 12), ("s", 1)], ids=str)
def test_no_new_posts_are_lost(tmp_path: Path, point: tuple[str, int]) -> None:
    threads = write_threads(tmp_path / "threads", PAGES)
    output = tmp_path / "out.jsonl"
    seen = ["--new-only", "--state", str(tmp_path / "seen.db")]
    command = ["posts", str(threads), "-o", str(output), *seen, *LOCAL]
    ended = run(command, point)
    assert ended.killed
    assert ended.events.count("s") < 2, "it was killed too late to see anything"
    run(command)
    found = [json.loads(line)["source"] for line in output.read_text().splitlines()]
    assert (len(found), len(set(found))) == (4 * PAGES, PAGES)
    run(command)
    assert output.read_bytes() == b""


def test_a_store_contains_every_page_once(tmp_path: Path) -> None:
    sites = write_sites(tmp_path / "sites", PAGES)
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
