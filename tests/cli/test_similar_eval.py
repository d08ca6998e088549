"""`honbun eval similar` on pairs whose scores can be counted by hand."""

from __future__ import annotations

import csv
import sys
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING

import orjson
import pytest

from honbun.errors import Failure
from honbun.similar.model import Relation, SimilarOptions
from tests.evaluation.notices import COLLECTION, PAIRS, PORT, THIEF, TOWN, as_known, pair, write
from tests.evaluation.report.reading import Reading
from tests.evaluation.wcxb import row, write_wcxb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from honbun.engines.base import Engine
    from honbun.page import Page
    from honbun.similar.model import Pair
    from tests.cli.conftest import Command

HEADER = [
    *("class", "pairs", "found", "extent", "relation"),
    *("paper found", "paper extent", "paper relation", "paper in class"),
]


class Room:
    """A method in the place of honbun's, which has one pair too many and one relation wrong."""

    def __init__(self) -> None:
        self.asked: list[SimilarOptions] = []

    def similar(
        self,
        pages: Sequence[Page],
        options: SimilarOptions,
        *,
        engine: Engine | None = None,
        jobs: int,
        on_failure: Callable[[Failure], None],
    ) -> list[Pair]:
        assert [page.url for page in pages] == [page.url for page in COLLECTION.pages]
        self.asked.append(options)
        on_failure(Failure(TOWN[4], TOWN[4], "compare", "a drawing"))
        found = [as_known(true) for true in PAIRS]
        if options.faithful:
            return found[:3]
        found[3] = replace(found[3], relation=Relation.SPAM)
        return [*found[:5], pair(TOWN[0], PORT[1]), pair(TOWN[1], THIEF), pair(TOWN[0], TOWN[2])]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    room, module = Room(), ModuleType("honbun.api")
    module.similar = room.similar  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "honbun.api", module)
    return room


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "similar", COLLECTION.pages, PAIRS)


def tables(out: bytes) -> list[list[list[str]]]:
    """The cells of every table, without the rules below the headers."""
    texts = out.decode().rstrip("\n").split("\n\n")
    split = [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
        for text in texts
    ]
    return [[header, *rest] for header, _, *rest in split]


def test_the_tables_hold_what_is_counted_by_hand(honbun: Command, data: Path, room: Room) -> None:
    done = honbun("eval", "similar", data, "--quiet")
    assert done.status == 0
    scores, unlisted = tables(done.out)
    # What the method measures leads to cells of the paper's table that have none of the three.
    assert scores == [
        HEADER,
        ["mirror", *"1 1.00 1.00 1.00 1.00 1.00 1.00 .000".split()],
        ["archive", *"2 1.00 1.00 1.00 1.00 1.00 1.00 .000".split()],
        ["citation", *"1 1.00 1.00 .000 .000 .000 .000 .000".split()],
        ["plagiarism, verbatim", *"1 1.00 1.00 1.00 .000 .000 .000 .000".split()],
        ["plagiarism, reworded", *"1 .000 .000 .000 .000 .000 .000 .000".split()],
        ["mean over relations", *"6 .875 .875 .625 .500 .500 .500 .000".split()],
        ["least class", *"6 .000 .000 .000 .000 .000 .000 .000".split()],
        ["all verbatim", *"5 1.00 1.00 .800 .600 .600 .600 .000".split()],
        ["all reworded", *"1 .000 .000 .000 .000 .000 .000 .000".split()],
        ["all", *"6 .833 .833 .667 .500 .500 .500 .000".split()],
    ]
    assert [row[1:] for row in unlisted[1:]] == [
        ["8", "1", "1", "1", ".125"],
        ["3", "0", "0", "0", ".000"],
    ]
    assert room.asked == [SimilarOptions(), SimilarOptions(faithful=True)]


def test_a_page_that_fails_is_told_to_the_quiet_too(
    honbun: Command, data: Path, room: Room
) -> None:
    assert honbun("eval", "similar", data, "--quiet").err.count("a drawing") == 2


def test_pairs_are_counted_by_the_site_of_the_real_page(
    honbun: Command, data: Path, room: Room
) -> None:
    scores = tables(honbun("eval", "similar", data, "--by", "site", "--quiet").out)[0]
    assert [row[:5] for row in scores[1:]] == [
        ["port.example", "1", ".000", ".000", ".000"],
        ["town.example", "5", "1.00", "1.00", ".800"],
        ["all", "6", ".833", ".833", ".667"],
    ]


def test_one_region_is_asked_for_or_all(honbun: Command, data: Path, room: Room) -> None:
    honbun("eval", "similar", data, "--region", "page")
    assert room.asked == [SimilarOptions(region="page"), SimilarOptions(faithful=True)]
    room.asked.clear()
    shown = tables(honbun("eval", "similar", data, "--regions", "--quiet").out)[2]
    assert [options.region for options in room.asked[2:]] == ["paper", "content", "page"]
    assert shown[0][:4] == ["class", "paper found", "paper extent", "paper relation"]
    assert shown[3] == ["citation", *["1.00", "1.00", ".000"] * 3]
    assert shown[-1] == ["likely false", *["1", "", ""] * 3]


def test_confusion_and_errors_name_what_is_wrong(honbun: Command, data: Path, room: Room) -> None:
    done = honbun("eval", "similar", data, "--confusion", "--errors", "--quiet")
    _, _, confusion, errors = tables(done.out)
    assert dict(zip(confusion[0], confusion[3]))["spam"] == "1"
    assert dict(zip(confusion[0], confusion[4]))["missed"] == "1"
    assert [row[:2] for row in errors[1:]] == [
        ["citation, partial", "spam, partial"],
        ["plagiarism, partial", "missed"],
        ["not listed", "plagiarism, partial"],
    ]


def test_rows_are_written_as_the_ending_says(
    honbun: Command, data: Path, room: Room, tmp_path: Path
) -> None:
    for name in ("pairs.jsonl", "pairs.csv"):
        assert honbun("eval", "similar", data, "-o", tmp_path / name).status == 0
    lines = (tmp_path / "pairs.jsonl").read_bytes().splitlines()
    assert [orjson.loads(line)["a"] for line in lines] == [true.a for true in PAIRS]
    with (tmp_path / "pairs.csv").open(newline="") as file:
        assert [row["relation"] for row in csv.DictReader(file)][3:] == ["spam", "plagiarism", ""]


def test_a_collection_is_planted_on_the_pages_of_wcxb(honbun: Command, tmp_path: Path) -> None:
    rows = [row(number) for number in range(3)]
    done = honbun("eval", "similar", "--plant", write_wcxb(tmp_path / "wcxb", rows), "--pages", "2")
    assert (done.status, done.out) == (2, b"")
    assert "nothing can be planted on 2 pages" in done.err


def test_what_cannot_be_done_is_told_in_a_line(honbun: Command, data: Path, tmp_path: Path) -> None:
    wrong: dict[str, list[str | Path]] = {
        "is no folder": [tmp_path / "nowhere"],
        "DATA, or pages to --plant on": [],
        "--plant on, not both": [data, "--plant", tmp_path],
        "this wants the data of WCXB": ["--plant", tmp_path],
        "has no pages.jsonl.gz and no truth.jsonl": [tmp_path],
        "rows are written as .jsonl or .csv": [data, "-o", tmp_path / "pairs.xml"],
    }
    for reason, arguments in wrong.items():
        done = honbun("eval", "similar", *arguments)
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert reason in done.err


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("by", ["class", "site"])
def test_the_report_has_the_figures_that_are_printed(
    honbun: Command, data: Path, tmp_path: Path, by: str
) -> None:
    report = tmp_path / "out.html"
    done = honbun("eval", "similar", data, "--confusion", "--by", by, "--report", report)
    assert done.err.splitlines()[-1] == f"honbun: wrote {report}"
    read = Reading.of(report.read_text(encoding="utf-8"))
    assert read.tables == tables(done.out)
    groups = {row[0]: row[2:5] for row in tables(done.out)[0][1:]}
    assert read.bars
    for name, figures, _ in read.bars:
        assert figures == groups[name]
    assert {
        name: [(line.mark, line.text) for line in lines] for name, lines in read.cases.items()
    } == {
        "plagiarism, partial": [("added", "plagiarism, partial")],
        "citation, partial": [("changed", "spam, partial")],
    }
    linked = [a.attributes["href"] for a in read.tree.css(".address a")]
    missed = PAIRS[5]
    assert linked[:2] == [missed.a, missed.b]


def test_a_report_that_cannot_be_written_is_told_before_the_work(
    honbun: Command, data: Path, room: Room
) -> None:
    done = honbun("eval", "similar", data, "--report", "out.pdf")
    told = "honbun: a report is an .html file: out.pdf\n"
    assert (done.status, done.out, done.err, room.asked) == (2, b"", told, [])
