"""The commands of the papers' pages print, on the bundled pages, what these pages show."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import honbun as package
from tests.cli import conftest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.cli.conftest import Command

ROOT = Path(__file__).parents[2]
PAPERS = sorted((ROOT / "docs" / "papers").glob("???.md"))
PAGES = [*PAPERS, ROOT / "docs" / "guide" / "search-index.md"]
honbun = conftest.honbun

_BLOCK = re.compile(r"(?ms)^```console\n(.*?)^```")


def examples(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a page with the output below it."""
    for block in _BLOCK.findall(text):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.strip()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_of_a_paper_print_what_its_page_shows(
    path: Path, honbun: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(package.__file__).parent / "demo", tmp_path / "demo")
    monkeypatch.chdir(tmp_path)
    found = list(examples(path.read_text(encoding="utf-8")))
    assert found
    for command, expected in found:
        done = honbun(*shlex.split(command)[1:])
        assert (done.status, command) == (0, command)
        assert f"{done.err}{done.out.decode()}".strip() == expected


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.name)
def test_japanese_page_shows_the_same_commands_and_figures(path: Path) -> None:
    pages = (path, path.with_suffix(".ja.md"))
    english, japanese = (page.read_text(encoding="utf-8") for page in pages)
    assert list(examples(japanese)) == list(examples(english))
    assert _in_tables(japanese) == _in_tables(english)


def _in_tables(text: str) -> list[list[str]]:
    """The commands, paths and fractions of each row of a table; numbers are also in words."""
    rows = [line for line in _BLOCK.sub("", text).splitlines() if line.startswith("|")]
    return [re.findall(r"`[^`]+`|\d*\.\d\d+", row) for row in rows]
