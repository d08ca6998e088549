"""`honbun paper`: what it lists, how it names tables and figures, and the formats it writes."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from honbun.reproduction import PAPERS, find, reproductions

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


def test_papers_are_listed_with_the_input_of_each_table(honbun: Command) -> None:
    out = honbun("paper").out.decode()
    for paper in PAPERS:
        assert PAPERS[paper].title in out
        for one in reproductions(paper):
            assert one.name in out
            assert one.needs in out


def test_one_paper_is_listed(honbun: Command) -> None:
    out = honbun("paper", "002").out.decode()
    assert out.startswith("002 ")
    assert out.count("\n\n") == 0


@pytest.mark.parametrize("words", [["table", "1"], ["Table 1"], ["table1"], ["table-1"]])
def test_names_can_be_written_in_one_word_or_two(words: list[str]) -> None:
    one, rest = find("002", [*words, "pages/"])
    assert (one.name, rest) == ("table 1", ["pages/"])


def test_unknown_paper_or_table_is_refused(honbun: Command) -> None:
    assert honbun("paper", "005").fails_with("no paper 005")
    assert honbun("paper", "002", "table", "99").fails_with("paper 002 has no table 99")


def test_table_is_written_as_json_csv_and_markdown(honbun: Command, tmp_path: Path) -> None:
    (data,) = json.loads(honbun("paper", "002", "table", "1", "-f", "json").out)
    out = honbun("paper", "002", "table", "1", "-f", "csv").out.decode()
    assert [list(map(str, row.values())) for row in data["rows"]] == list(
        csv.reader(out.splitlines())
    )[1:]
    file = tmp_path / "table.md"
    honbun("paper", "002", "table", "1", "-o", file)
    assert file.read_text(encoding="utf-8").splitlines()[2].startswith("| block ")
