"""`honbun train`, and the model it writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.scoring import Model
from honbun.training.content import FOLDS
from tests.cli.test_eval import cells
from tests.evaluation.texts import row, write_texts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


@pytest.fixture
def wcxb(tmp_path: Path) -> Path:
    pages = [row(number, type=("article", "forum")[number % 2]) for number in range(24)]
    return write_texts(tmp_path / "wcxb", pages)


def test_trained_model_can_be_measured(honbun: Command, wcxb: Path, tmp_path: Path) -> None:
    model, folds = tmp_path / "out" / "model.npz", tmp_path / "folds"
    options = ("--trees", "5", "--jobs", "1", "--folds", folds)
    done = honbun("train", wcxb, "-o", model, *options)
    assert (done.status, done.out) == (0, b"")
    assert f"reading {wcxb}" in done.err
    with model.open("rb") as file:
        assert Model.load(file).first.feature.shape[1] == 5
    assert sorted(path.name for path in folds.iterdir()) == [f"fold-{n}.npz" for n in range(FOLDS)]

    for trained in (model, folds):
        done = honbun("eval", "content", wcxb, "--model", trained, "--jobs", "1", "-q")
        assert (done.status, done.err) == (0, "")
        _, *rows = cells(done.out)
        assert [row[:2] for row in rows][:3] == [["wcxb", "24"], ["article", "12"], ["forum", "12"]]
        assert float(rows[0][4]) > 0.5


def test_seed_determines_the_model(honbun: Command, wcxb: Path, tmp_path: Path) -> None:
    scores = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        path = tmp_path / name
        honbun("train", wcxb, "-o", path, "--trees", "3", "--jobs", "1", "-q", "--seed", seed)
        with path.open("rb") as file:
            scores.append(Model.load(file).first.answer.tolist())
    assert scores[0] == scores[1] != scores[2]


def test_report_alone_needs_no_model(honbun: Command, wcxb: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    more = write_texts(tmp_path / "more", [row(number + 24) for number in range(24)])
    done = honbun("train", wcxb, more, "--report", report, "--jobs", "1", "-q")
    assert (done.status, done.out, done.err) == (0, b"", "")
    text = report.read_text()
    assert text.startswith("## Each source left out\n")
    assert "## Each language left out\n" in text


def test_pages_without_truth_may_label_themselves(
    honbun: Command, wcxb: Path, tmp_path: Path
) -> None:
    (tmp_path / "page.html").write_text("<p>One page alone is certain of nothing.")
    options = ("--pages", tmp_path / "page.html", "--trees", "2", "--jobs", "1")
    done = honbun("train", wcxb, "-o", tmp_path / "model.npz", *options)
    assert done.status == 0
    assert "0 of 1 pages without truth are certain" in done.err


def test_training_without_output_is_refused(honbun: Command, wcxb: Path) -> None:
    done = honbun("train", wcxb, "-q")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "--report" in done.err


@pytest.mark.parametrize("damage", ["no folder", "broken truth", "one domain", "no text"])
def test_useless_data_is_reported_and_leaves_no_model(
    damage: str, honbun: Command, tmp_path: Path
) -> None:
    changes = {"one domain": {"url": "https://a.example/"}, "no text": {"main_content": ""}}
    if damage != "no folder":
        write_texts(tmp_path / "data", [row(n, **changes.get(damage, {})) for n in range(4)])
    if damage == "broken truth":
        (tmp_path / "data" / "truth.jsonl.gz").write_bytes(b"no gzip")
    output = tmp_path / "model.npz"
    done = honbun("train", tmp_path / "data", "-o", output, "--trees", "2", "-q", "--jobs", "1")
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)
    assert not output.exists()
