"""Every command resumes: extract, posts, standard, similar, and extract on an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.resume.killing import files, run
from tests.resume.pages import write_sites, write_threads

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 16
LOCAL = ("--jobs", "1", "--page-timeout", "0", "--page-memory", "0")
COMMANDS = {
    "alone": ("extract", "--alone", "-o", "{}/out.csv"),
    "parquet": ("extract", "-o", "{}/out.parquet"),
    "posts": ("posts", "-o", "{}/out.xml", "-f", "atom", "--base-url", "https://a.example/"),
    "standard": ("standard", "-o", "{}/out.xml"),
    "similar": ("similar", "-o", "{}/out.jsonl", "--exact"),
}


@pytest.fixture(scope="module")
def inputs_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs_folder")
    write_sites(folder / "sites", PAGES)
    write_threads(folder / "threads", PAGES)
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_run_resumes(inputs_folder: Path, tmp_path: Path, name: str) -> None:
    command_name, *options = COMMANDS[name]
    inputs = str(inputs_folder / ("threads" if command_name == "posts" else "sites"))

    def command(folder: str, *more: str) -> list[str]:
        (tmp_path / folder).mkdir(exist_ok=True)
        chosen = [option.format(tmp_path / folder) for option in options]
        return [command_name, inputs, *chosen, *LOCAL, *more]

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
