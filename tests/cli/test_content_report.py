"""`honbun eval content --report` on two sites: what it writes, and what it tells before."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from honbun.content.explain import Reason
from tests.evaluation.handmade import numbered, write_site
from tests.evaluation.report.reading import Reading

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

HOSTILE = "&lt;/bdi>&lt;script>document.title = 'run'&lt;/script>"
PAGES = {
    "0.html": "<h1>Sun</h1><div class=body><p>Hot days.<p class=ad>Buy hats</div>",
    "1.html": "<h1>Fog</h1><div class=body><p>Grey days.<p>Share this</div>",
    "2.html": f"<h1>Rain</h1><div class=body><p>Dull days.<p>Share this<p class=ad>{HOSTILE}</div>",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_site(tmp_path / "sites", "west", PAGES, exclude_selectors=[".ad"])
    return write_site(tmp_path / "sites", "east", numbered(3))


def printed(out: bytes) -> list[list[list[str]]]:
    """The cells of every table, without the rules below the headers."""
    tables = [text.splitlines() for text in out.decode().rstrip("\n").split("\n\n")]
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in [lines[0], *lines[2:]]]
        for lines in tables
    ]


def test_the_report_has_the_figures_that_are_printed(
    honbun: Command, data: Path, tmp_path: Path
) -> None:
    report, figure = tmp_path / "out.html", tmp_path / "figure.svg"
    drawn = ("--curve", figure, "--sweep", figure)
    arguments = ("--faithful", "--errors", "9", "--jobs", "1", "--report", report)
    done = honbun("eval", "content", data, *drawn, *arguments)
    assert done.status == 0
    scores, errors, curve, sweep = printed(done.out)
    read = Reading.of(report.read_text(encoding="utf-8"))
    assert read.tables == [scores, curve, sweep, errors]
    at = {name: scores[0].index(name) for name in ("F", "perfect", "text F")}
    assert {name: figures for name, figures, _ in read.bars} == {
        row[0]: [row[place] for place in at.values()] for row in scores[1:3]
    }
    assert done.err.splitlines()[-2:] == [
        "honbun: the worst pages",
        f"honbun: wrote {report}",
    ]


def test_charts_say_what_the_tables_say(honbun: Command, data: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    assert honbun("eval", "content", data, "--report", report, "--jobs", "1", "-q").status == 0
    read = Reading.of(report.read_text(encoding="utf-8"))
    for number, table in enumerate(read.tables[1:3]):
        f = table[0].index("F")
        (blocks, _, _) = read.lines(number).values()
        assert [shape.says.rpartition(": ")[2] for shape in blocks] == [row[f] for row in table[1:]]


def test_curve_and_sweep_are_printed_only_where_they_are_asked_for(
    honbun: Command, data: Path, tmp_path: Path
) -> None:
    arguments = ("eval", "content", data, "--jobs", "1", "-q")
    plain = honbun(*arguments)
    reported = honbun(*arguments, "--report", tmp_path / "out.html")
    assert (reported.status, reported.out, reported.err) == (0, plain.out, "")


def test_a_quick_report_has_no_charts(honbun: Command, data: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    done = honbun("eval", "content", data, "--report", report, "--quick")
    assert not [line for line in done.err.splitlines() if "threshold" in line or "of 2" in line]
    read = Reading.of(report.read_text(encoding="utf-8"))
    assert read.tree.css("svg.chart") == []
    assert read.bars


def test_the_worst_pages_show_their_errors(honbun: Command, data: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    arguments = ("eval", "content", data, "--faithful", "--quick", "--report", report)
    assert honbun(*arguments).status == 0
    cases = Reading.of(report.read_text(encoding="utf-8")).cases
    wrong = {
        name: [(line.mark, line.text) for line in lines if line.mark in ("missed", "added")]
        for name, lines in cases.items()
    }
    assert wrong == {
        "west/2.html": [
            ("missed", "Share this"),
            ("added", "</bdi><script>document.title = 'run'</script>"),
        ],
        "west/1.html": [("missed", "Share this")],
        "west/0.html": [("added", "Buy hats")],
    }
    (missed,) = (line for line in cases["west/1.html"] if line.mark == "missed")
    assert Reason.REPEATED.sentence in missed.notes[0]
    assert honbun(*arguments, "--worst", "1").status == 0
    assert list(Reading.of(report.read_text(encoding="utf-8")).cases) == ["west/2.html"]


def test_what_was_run_is_told(honbun: Command, data: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    assert honbun("eval", "content", data, "--quick", "--report", report).status == 0
    read = Reading.of(report.read_text(encoding="utf-8"))
    names, told = ([node.text() for node in read.tree.css(f".facts {tag}")] for tag in ("dt", "dd"))
    facts = dict(zip(names, told))
    assert facts["command"] == f"honbun eval content {data} --quick --report {report}"
    assert (facts["sites"], facts["pages"]) == ("2", "6")
    assert facts["took"].endswith(" s")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("out.pdf", "a report is an .html file: {}"),
        ("none/out.html", "no such folder: {.parent}"),
        ("folder.html", "cannot write {}: it is no file"),
    ],
)
def test_a_report_that_cannot_be_written_is_told_before_the_work(
    honbun: Command, data: Path, tmp_path: Path, name: str, told: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    path = tmp_path / name
    done = honbun("eval", "content", data, "--report", path)
    assert (done.status, done.out, done.err) == (2, b"", f"honbun: {told.format(path)}\n")


def test_a_folder_that_takes_no_files_is_told_before_the_work(
    honbun: Command, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    path = tmp_path / "out.html"
    done = honbun("eval", "content", data, "--report", path)
    told = f"honbun: cannot write {path}: Permission denied\n"
    assert (done.status, done.out, done.err) == (2, b"", told)


def test_the_extra_is_asked_for_before_the_work(
    honbun: Command, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = honbun("eval", "content", data, "--report", tmp_path / "out.html")
    told = "honbun: a report needs an extra: pip install 'honbun[report]'\n"
    assert (done.status, done.out, done.err) == (2, b"", told)


def test_an_older_report_stays_where_the_new_one_fails(
    honbun: Command, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "out.html"
    report.write_text("older")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    done = honbun("eval", "content", data, "--quick", "--report", report)
    assert done.status == 2
    assert done.err.endswith("No space left on device\n")
    assert report.read_text() == "older"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.html", "sites"]
