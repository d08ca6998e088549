"""`honbun train-posts` from the outside."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from honbun.posts.model import NEGATIVE_FEATURES, POSITIVE_FEATURES
from tests.posts.pages.truth import group, write_groups

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_groups(tmp_path / "data", group("cards", 1), group("ruled", 1))


def test_weights_are_learnt_and_written(honbun: Command, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "out" / "weights.json"
    done = honbun("train-posts", data, "-o", path, "--jobs", "1")
    assert (done.status, done.out) == (0, b"")
    weights = json.loads(path.read_bytes())
    assert weights
    for name, weight in weights.items():
        assert name in (POSITIVE_FEATURES if weight > 0 else NEGATIVE_FEATURES)
    assert f"measuring all cuts of {data}" in done.err
    assert f"{path}: {len(weights)} weights, by 8 examples" in done.err


def test_the_same_pages_teach_the_same_and_quietly(
    honbun: Command, data: Path, tmp_path: Path
) -> None:
    paths = [tmp_path / "one.json", tmp_path / "other.json"]
    for path, jobs in zip(paths, ("1", "2")):
        done = honbun("train-posts", data, "-o", path, "--jobs", jobs, "--quiet")
        assert (done.status, done.out, done.err) == (0, b"", "")
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_what_is_no_folder_is_told_in_one_line(honbun: Command, tmp_path: Path) -> None:
    done = honbun("train-posts", tmp_path / "nothing", "-o", tmp_path / "weights.json")
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(f"honbun: {tmp_path / 'nothing'} is no folder")
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_truth_is_told_and_leaves_nothing(honbun: Command, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = honbun("train-posts", tmp_path / "empty", "-o", tmp_path / "weights.json", "-q")
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)
    assert "group.json" in done.err
    assert not (tmp_path / "weights.json").exists()


def test_a_missing_extra_is_told(
    honbun: Command, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    done = honbun("train-posts", data, "-o", tmp_path / "weights.json", "-q", "--jobs", "1")
    assert (done.status, done.out) == (2, b"")
    assert "honbun[train]" in done.err
    assert not (tmp_path / "weights.json").exists()
