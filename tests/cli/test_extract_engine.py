"""`honbun extract` with an engine, and with pairs that were found before."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.content.site import say, site
from tests.content.test_duplicates import PAIR, WHOLE, notes
from tests.content.test_duplicates import merged_copy as copy

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.page import Page
    from tests.cli.conftest import Command


def written(path: Path, pages: list[Page]) -> Path:
    path.write_text("".join(json.dumps({"url": p.url, "html": p.html}) + "\n" for p in pages))
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A site in two archives, a page that is none, and a line that cannot be read."""
    folder = tmp_path / "pages"
    folder.mkdir()
    written(folder / "1.jsonl", site(9)[:5])
    written(folder / "2.jsonl", site(9)[5:])
    (folder / "3.html").write_bytes(b"%PDF-1.7\n")
    (folder / "4.jsonl").write_text("no JSON\n")
    return folder


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    return written(tmp_path / "pages.jsonl", [*notes(3), copy()])


def test_an_engine_writes_what_one_process_writes(honbun: Command, pages: Path) -> None:
    without = honbun("extract", pages, "--quiet")
    done = honbun("extract", pages, "--engine", "duckdb", "--quiet")
    assert say(0) in done.out.decode()
    assert (done.status, done.out) == (without.status, without.out)
    # Pages are read ahead of those that are worked on: in which order they fail is not said.
    assert sorted(done.err.splitlines()) == sorted(without.err.splitlines())
    assert "this is a PDF" in done.err
    assert "4.jsonl:1" in done.err


@pytest.mark.parametrize("engine", [[], ["--engine", "duckdb"]])
def test_identical_pairs_are_read_from_what_similar_writes(
    honbun: Command, collection: Path, tmp_path: Path, engine: list[str]
) -> None:
    pairs = tmp_path / "pairs.jsonl"
    row = {"a": PAIR[0][0], "b": PAIR[0][1], "extent": "identical", "relation": "copy"}
    pairs.write_text(json.dumps(row) + "\n")
    found = [
        json.loads(honbun("extract", collection, *engine, *told).out.splitlines()[0])["text"]
        for told in ([], ["--identical", str(pairs)])
    ]
    assert found[0] != found[1]
    assert found[1].splitlines() == WHOLE


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-", "--engine", "duckdb"], "standard input: engines read files and folders only"),
        (["--engine", "duckdb", "--faithful"], "it goes with neither --alone, --faithful nor"),
        (["--engine", "duckdb", "--alone"], "it goes with neither --alone, --faithful nor"),
        (["--engine", "duckdb", "--memory", "m"], "it goes with neither --alone, --faithful nor"),
        (["--engine", "duckdb", "--master", "local"], "--master goes with --engine spark"),
        (["--master", "local"], "--master and --shared go with --engine spark"),
        (["--alone", "--identical", "x"], "neither --faithful, --memory nor --identical"),
        (["--identical", "gone"], "gone: No such file or directory"),
    ],
)
def test_what_does_not_go_together_is_told_in_one_line(
    honbun: Command, pages: Path, arguments: list[str], told: str
) -> None:
    done = honbun("extract", pages, *arguments)
    assert done.status != 0
    assert told in done.err
    assert done.err.count("\n") == 1


def test_a_file_that_holds_no_pairs_is_told_before_pages_are_read(
    honbun: Command, pages: Path, collection: Path
) -> None:
    done = honbun("extract", pages, "--identical", collection)
    assert f"{collection}:1: no pair with a, b and extent" in done.err
    assert done.err.count("\n") == 1
    assert not done.out
