"""The command that measures peers, as far as it goes without them and without data."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.peers import __main__ as command
from benchmarks.peers import models
from honbun.content.alone.model import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parents[2]


def test_absent_data_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    monkeypatch.setattr(sys, "argv", ["peers", str(data), "--models", str(tmp_path)])
    assert command.main() == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"peers: {data} is not there: peers are measured on data with truth\n"


@pytest.mark.parametrize("name", ["README.md", "docs/benchmarks.md"])
def test_documents_have_the_marks_that_tables_are_written_between(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.count("<!-- peers -->") == text.count("<!-- /peers -->") == 1
    assert text.index("<!-- peers -->") < text.index("<!-- /peers -->")


def test_a_model_is_taught_once_while_the_truth_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught: list[int] = []

    def teach(examples: Sequence[object], _options: object, _say: Callable[[str], None]) -> object:
        taught.append(len(examples))
        return shipped()

    monkeypatch.setattr(models, "teach", teach)
    monkeypatch.setattr(models, "examples", lambda *_: [])
    (tmp_path / "truth.jsonl.gz").write_bytes(gzip.compress(b"{}"))
    for _ in range(2):
        assert list(models.held_out(tmp_path, tmp_path / "kept", 2, lambda _: None)) == [0, 1]
    assert len(taught) == 2
    assert list(models.held_out(tmp_path, tmp_path / "kept", 3, lambda _: None)) == [0, 1, 2]
    assert len(taught) == 3
    (tmp_path / "truth.jsonl.gz").write_bytes(gzip.compress(b"{} "))
    models.held_out(tmp_path, tmp_path / "kept", 1, lambda _: None)
    assert len(taught) == 4
