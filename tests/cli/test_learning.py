"""`honbun extract --memory` and `--explain` from the outside."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.content.site import site

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Eight pages of a site, one file each."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, page in enumerate(site(8)):
        (folder / f"{number}.html").write_text(str(page.html), encoding="utf-8")
    return folder


def test_what_one_run_learnt_the_next_one_uses(honbun: Command, folder: Path) -> None:
    memory = folder.parent / "sites.db"
    first = honbun("extract", folder, "--memory", memory, "--quiet")
    again = honbun("extract", folder / "3.html", "--memory", memory, "--quiet", "--no-learn")
    rows = [json.loads(line) for line in first.out.splitlines()]
    (row,) = [json.loads(line) for line in again.out.splitlines()]
    assert (rows[3]["method"], row["method"]) == ("collection", "memory")
    assert row["blocks"] == rows[3]["blocks"]


def test_a_memory_that_is_only_asked_must_exist(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder, "--memory", folder.parent / "none.db", "--no-learn")
    assert (done.status, done.out) == (2, b"")
    assert "none.db" in done.err


def test_a_file_that_is_no_memory_is_left_alone(honbun: Command, folder: Path) -> None:
    other = folder.parent / "notes.txt"
    other.write_text("dear diary", encoding="utf-8")
    done = honbun("extract", folder, "--memory", other)
    assert done.status == 2
    assert "notes.txt" in done.err
    assert other.read_text(encoding="utf-8") == "dear diary"


def test_an_explanation_tells_of_every_block(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder, "--explain", "--quiet")
    row = json.loads(done.out.splitlines()[0])
    told = row["explanation"]
    assert [one["text"] for one in told if one["content"]] == [b["text"] for b in row["blocks"]]
    home = next(one for one in told if one["text"] == "Home")
    assert (home["why"], home["others"], len(home["pages"])) == ("outside", 7, 3)
    assert home["rule"]


def test_an_explanation_can_be_read_as_text(honbun: Command, folder: Path) -> None:
    out = honbun("extract", folder, "--explain", "--quiet", "-f", "text").out.decode()
    assert "- outside       7  ul.menu/li  Home\n" in out
    assert "+ title         0  " in out


def test_an_explanation_needs_a_format_that_can_hold_it(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder, "--explain", "-f", "csv")
    assert (done.status, done.out) == (2, b"")
    assert "jsonl or text" in done.err
