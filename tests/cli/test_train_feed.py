"""`honbun train-feed` from the outside."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from honbun.feeds.model import BIAS, GATE, RANK
from tests.training.boards import write_lists, write_site, write_wcxb

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    told = [("b", 1, "en"), ("d", 2, "en"), ("e", 3, "fr"), ("l", 4, "en")]
    return write_lists(tmp_path / "lists", *told)


def test_weights_are_learnt_and_written(honbun: Command, lists: Path, tmp_path: Path) -> None:
    sites = write_site(tmp_path / "sites", "d", 5)
    typed = write_wcxb(tmp_path / "wcxb", "article", "forum")
    path = tmp_path / "out" / "weights.json"
    done = honbun("train-feed", lists, sites, typed, "-o", path, "--jobs", "1")
    assert done.status == 0
    weights = json.loads(path.read_bytes())
    assert list(weights) == ["rank", "gate"]
    assert set(weights["rank"]) <= set(RANK.names)
    assert set(weights["gate"]) <= {BIAS, *GATE.names}
    rows = [line.strip("| ").split("|") for line in done.out.decode().splitlines()]
    assert [[cell.strip() for cell in row] for row in (rows[0], *rows[2:])] == [
        ["learnt from", "pages", "worth", "right", "passed"],
        ["list pages", "3", "1.00", "3", "3"],
        ["list pages, as soup", "3", "1.00", "3", "3"],
        ["pages without a list", "1", "-", "-", "0"],
        ["list pages of sites", "1", "1.00", "1", "1"],
        ["list pages of sites, as soup", "1", "1.00", "1", "1"],
        ["articles of sites", "2", "-", "-", "0"],
        ["pages of WCXB", "1", "-", "-", "0"],
    ]
    assert done.err.splitlines() == [
        f"honbun: measuring all groups of {lists}, {sites}, {typed}",
        "honbun: learning from 12 examples",
        f"honbun: {path}: {len(weights['rank'])} weights to rank by, "
        f"{len(weights['gate'])} of the gate",
    ]


def test_the_same_pages_teach_the_same_and_quietly(
    honbun: Command, lists: Path, tmp_path: Path
) -> None:
    paths = [tmp_path / "one.json", tmp_path / "other.json"]
    for path, jobs in zip(paths, ("1", "2")):
        done = honbun("train-feed", lists, "-o", path, "--jobs", jobs, "--quiet")
        assert (done.status, done.err) == (0, "")
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_weights_can_be_tried(honbun: Command, lists: Path, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    honbun("train-feed", lists, "-o", path, "-q")
    own = honbun("eval", "feed", lists, "--weights", path).out.decode()
    assert "pages without a list left alone: 1 of 1" in own
    # A gate that everything passes: what begins above 0 and is held nothing against.
    path.write_text(json.dumps({"rank": {"count": 1.0}, "gate": {"bias": 1.0}}))
    open_gate = honbun("eval", "feed", lists, "--weights", path).out.decode()
    assert "pages without a list left alone: 0 of 1" in open_gate


@pytest.mark.parametrize("text", ["{", "[]", '{"rank": {}}', '{"rank": 1, "gate": {}}'])
def test_what_holds_no_weights_is_told_in_one_line(
    honbun: Command, lists: Path, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    done = honbun("eval", "feed", lists, "--weights", path)
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)
    assert done.err.startswith(f"honbun: {path} holds no weights of lists: ")


def test_what_is_no_folder_is_told_in_one_line(honbun: Command, tmp_path: Path) -> None:
    done = honbun("train-feed", tmp_path / "nothing", "-o", tmp_path / "weights.json", "-q")
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(f"honbun: {tmp_path / 'nothing'} is no folder")
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_missing_extra_is_told(
    honbun: Command, lists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    done = honbun("train-feed", lists, "-o", tmp_path / "weights.json", "-q", "--jobs", "1")
    assert (done.status, done.out) == (2, b"")
    assert "honbun[train]" in done.err
    assert not (tmp_path / "weights.json").exists()
