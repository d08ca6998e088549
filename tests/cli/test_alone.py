"""Pages judged alone from the command line: extracted, taught by, and measured."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from honbun.api import extract_page
from honbun.content.alone.model import Model
from honbun.content.model import ContentOptions
from honbun.training import boost
from honbun.training.teach import FOLDS
from tests.content.written import ARTICLES, ENGLISH
from tests.evaluation.handmade import write_site
from tests.evaluation.report.reading import Reading
from tests.evaluation.wcxb import html, row, write_wcxb

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same make of page in four languages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for article in ARTICLES:
        (folder / f"{article.language}.html").write_text(article.html, encoding="utf-8")
    return folder


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def test_pages_alone_are_written_as_extract_page_finds_them(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder, "--alone", "--quiet", "--jobs", "1")
    assert (done.status, done.err) == (0, "")
    found = {row["language"]: row for row in rows(done.out)}
    assert list(found) == sorted(article.language for article in ARTICLES)
    for article in ARTICLES:
        content = extract_page(article.html, f"{article.language}.html")
        assert found[article.language]["text"] == content.text
        assert found[article.language]["method"] == "alone"
        assert found[article.language]["reason"] is None


def test_results_come_while_pages_are_still_read() -> None:
    command = [sys.executable, "-m", "honbun.cli.app", "extract", "-", "--alone", "--jobs", "1"]
    line = json.dumps({"url": "https://e.org/", "html": ENGLISH.html}).encode() + b"\n"
    with subprocess.Popen(
        [*command, "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(line * 50)
        process.stdin.flush()
        first = process.stdout.readline()  # the input is still open
        process.stdin.write(line)
        process.stdin.close()
        rest = process.stdout.read()
    assert [row["text"] for row in rows(first + rest)] == [rows(first)[0]["text"]] * 51
    assert ENGLISH.text[0] in rows(first)[0]["text"]
    assert process.returncode == 0


def test_two_processes_keep_the_order_and_write_the_same(
    honbun: Command, honbun_process: Command, folder: Path
) -> None:
    one = honbun("extract", folder, "--alone", "-q", "--jobs", "1")
    two = honbun_process("extract", folder, "--alone", "-q", "--jobs", "2")
    assert (one.status, two.status, two.err) == (0, 0, "")
    assert one.out == two.out
    assert one.out.count(b"\n") == len(ARTICLES)


def test_a_page_is_judged_the_same_whatever_stands_beside_it(honbun: Command, folder: Path) -> None:
    together = rows(honbun("extract", folder, "--alone", "-q", "--jobs", "1").out)
    single = honbun("extract", folder / "en.html", "--alone", "-q", "--jobs", "1")
    (english,) = (row for row in together if row["language"] == "en")
    (alone,) = rows(single.out)
    assert alone["text"] == english["text"]


def test_favoring_recall_gives_at_least_what_favoring_precision_does(
    honbun: Command, folder: Path
) -> None:
    few, some, many = (
        [len(row["blocks"]) for row in rows(honbun("extract", folder, "--alone", "-q", *more).out)]
        for more in (("--favor", "precision"), (), ("--favor", "recall"))
    )
    assert all(a <= b <= c for a, b, c in zip(few, some, many))
    precise, broad = ContentOptions(favor="precision"), ContentOptions(favor="recall")
    for options, found in ((precise, few), (broad, many)):
        english = extract_page(ENGLISH.html, "en.html", options)
        assert len(english.blocks) == found[1]


def test_what_is_favored_must_be_one_of_two(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder, "--alone", "--favor", "speed")
    assert (done.status, done.out) == (2, b"")
    assert "precision" in done.err


def test_an_explanation_gives_scores(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder / "en.html", "--alone", "--explain", "-q", "--jobs", "1")
    (row,) = rows(done.out)
    scores = {judged["text"]: judged["score"] for judged in row["explanation"]}
    assert scores[ENGLISH.text[0]] > scores[ENGLISH.menu[1]]


@pytest.mark.parametrize("more", [["--faithful"], ["--memory", "sites.honbun"]])
def test_what_asks_other_pages_does_not_go_with_alone(
    honbun: Command, folder: Path, tmp_path: Path, more: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = honbun("extract", folder, "--alone", *more)
    assert (done.status, done.out) == (2, b"")
    assert done.err == (
        "honbun: --alone asks no other page: "
        "it goes with neither --faithful, --memory nor --identical\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["pages"]


def test_a_page_that_fails_is_told_and_the_rest_is_extracted(honbun: Command, folder: Path) -> None:
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = honbun("extract", folder, "--alone", "-q", "--jobs", "1")
    assert (done.status, len(rows(done.out))) == (1, len(ARTICLES))
    assert done.err == (
        f"honbun: extract: {folder / 'picture.html'}: this is a PNG image, not a web page\n"
    )


@pytest.fixture
def wcxb(tmp_path: Path) -> Path:
    types = ["article", "forum"]
    pages = [row(number, type=types[number % 2]) for number in range(12)]
    return write_wcxb(tmp_path / "wcxb", pages)


def cells(out: bytes) -> list[list[str]]:
    """The rows of a table, without its rules."""
    lines = [line for line in out.decode().splitlines() if line.startswith("|")]
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [found for found in split if set("".join(found)) - set("-:")]


HEAD = ["type", "pages", "word P", "word R", "word F1", "without empty"]


def test_a_model_is_taught_then_measured(honbun: Command, wcxb: Path, tmp_path: Path) -> None:
    model = tmp_path / "out" / "model.npz"
    done = honbun("train", wcxb, "-o", model, "--trees", "5", "--jobs", "1")
    assert (done.status, done.out) == (0, b"")
    assert f"reading {wcxb}" in done.err
    assert done.err.endswith(" kB\n")
    with model.open("rb") as file:
        assert Model.load(file).first.feature.shape[1] == 5

    done = honbun("eval", "alone", wcxb, "--model", model, "--jobs", "1", "-q")
    assert (done.status, done.err) == (0, "")
    head, articles, forums, everything = cells(done.out)
    assert head == HEAD
    assert [articles[:2], forums[:2], everything[:2]] == [
        ["article", "6"],
        ["forum", "6"],
        ["all", "12"],
    ]
    assert float(everything[4]) > 0.5


def test_the_same_seed_gives_the_same_model_and_another_one_another(
    honbun: Command, wcxb: Path, tmp_path: Path
) -> None:
    scores = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        path = tmp_path / name
        honbun("train", wcxb, "-o", path, "--trees", "3", "--jobs", "1", "-q", "--seed", seed)
        with path.open("rb") as file:
            scores.append(Model.load(file).first.answer.tolist())
    assert scores[0] == scores[1] != scores[2]


def test_the_shipped_model_is_measured(honbun: Command, wcxb: Path) -> None:
    done = honbun("eval", "alone", wcxb, "--shipped", "--jobs", "1", "-q")
    assert (done.status, done.err, cells(done.out)[0]) == (0, "", HEAD)


def test_sites_are_measured_too(honbun: Command, tmp_path: Path) -> None:
    fields = {"title": ["h1"], "body": [".text"]}
    sites = write_site(
        tmp_path / "sites", "harbour", {"0.html": html(0), "1.html": html(1)}, fields
    )
    done = honbun("eval", "alone", sites, "--shipped", "--jobs", "1", "-q", "--favor", "recall")
    assert (done.status, done.err) == (0, "")
    head, harbour, mean = cells(done.out)
    assert head == ["site", "pages", "text P", "text R", "text F"]
    assert (harbour[:2], mean[:2]) == (["harbour", "2"], ["mean of sites", "2"])


def test_without_a_model_one_is_taught_for_each_part(
    honbun: Command, wcxb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = partial(boost.BoostOptions, trees=3, depth=2, threads=1)
    monkeypatch.setattr(boost, "BoostOptions", few)
    done = honbun("eval", "alone", wcxb, "--jobs", "1")
    assert (done.status, cells(done.out)[-1][:2]) == (0, ["all", "12"])
    for part in range(1, FOLDS + 1):
        assert f"part {part} of {FOLDS} left out" in done.err
    assert f"measuring {wcxb}" in done.err


def archive() -> bytes:
    """Arrays that are no model."""
    file = io.BytesIO()
    np.savez(file, names=np.zeros(3))
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no model",
        archive(),
        archive()[:100],
    ],
    ids=["nothing", "text", "other arrays", "cut short"],
)
def test_a_file_that_is_no_model_is_told_in_one_line(
    honbun: Command, wcxb: Path, tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(data)
    done = honbun("eval", "alone", wcxb, "--model", path, "-q")
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(f"honbun: {path} is no model")
    assert done.err.count("\n") == 1


def test_a_model_that_is_not_there_is_told_in_one_line(
    honbun: Command, wcxb: Path, tmp_path: Path
) -> None:
    done = honbun("eval", "alone", wcxb, "--model", tmp_path / "none.npz", "-q")
    assert (done.status, done.out) == (2, b"")
    assert "none.npz" in done.err


@pytest.mark.parametrize("command", [["train", "-o", "model.npz"], ["eval", "alone"]])
def test_what_is_no_folder_is_told_in_one_line(
    honbun: Command, tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = honbun(*command, tmp_path / "nothing")
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(f"honbun: {tmp_path / 'nothing'} is no folder")
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_broken_truth_is_told_in_one_line_and_leaves_no_model(
    honbun: Command, wcxb: Path, tmp_path: Path
) -> None:
    (wcxb / "truth.jsonl.gz").write_bytes(b"no gzip")
    done = honbun("train", wcxb, "-o", tmp_path / "model.npz", "-q")
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)
    assert "cannot be read as WCXB" in done.err
    assert not (tmp_path / "model.npz").exists()


@pytest.mark.parametrize("changes", [{"domain": "same.example"}, {"main_content": ""}])
def test_too_little_to_learn_from_is_told_in_one_line(
    honbun: Command, tmp_path: Path, changes: dict[str, str]
) -> None:
    data = write_wcxb(tmp_path / "data", [row(number, **changes) for number in range(4)])
    done = honbun("train", data, "-o", tmp_path / "model.npz", "--trees", "2", "-q", "--jobs", "1")
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["train"], ["--trees", "--output", "--seed"]),
        (["eval", "alone"], ["--model", "--shipped", "--favor"]),
        (["extract"], ["--alone", "--favor"]),
    ],
)
def test_help_names_the_options(
    honbun: Command, command: list[str], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    done = honbun(*command, "--help")
    assert done.status == 0
    assert [word for word in words if word not in done.out.decode()] == []


def test_the_report_has_the_figures_that_are_printed(
    honbun: Command, wcxb: Path, tmp_path: Path
) -> None:
    report = tmp_path / "out.html"
    fields = {"title": ["h1"], "body": [".text"]}
    sites = write_site(tmp_path / "sites", "harbour", {"0.html": html(0)}, fields)
    arguments = ("--shipped", "--jobs", "1", "--report", report)
    done = honbun("eval", "alone", wcxb, sites, *arguments)
    assert done.err.splitlines()[-1] == f"honbun: wrote {report}"
    read = Reading.of(report.read_text(encoding="utf-8"))
    assert [line for table in read.tables for line in table] == cells(done.out)
    groups = {line[0]: line[2:5] for line in cells(done.out)}
    assert {name: figures for name, figures, _ in read.bars} == {
        name: groups[name] for name in ("article", "forum", "harbour")
    }


def test_a_report_that_cannot_be_written_is_told_before_the_work(
    honbun: Command, wcxb: Path
) -> None:
    done = honbun("eval", "alone", wcxb, "--shipped", "--report", "out.pdf")
    told = "honbun: a report is an .html file: out.pdf\n"
    assert (done.status, done.out, done.err) == (2, b"", told)
