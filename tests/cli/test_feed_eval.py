"""`honbun eval feed` on notice boards whose scores can be counted by hand."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest

from honbun.evaluation import feeds as measures
from tests.evaluation.noticeboards import (
    FAIR,
    HERE,
    MENU,
    ROADS,
    WATER,
    find,
    write_lists,
    write_site,
)
from tests.evaluation.report.reading import Reading
from tests.training import boards

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.feeds.model import Feed, FeedOptions
    from honbun.page import Page
    from tests.cli.conftest import Command

HEADER = "kind pages true found P R F perfect title date invented".split()
WRONG_DAY = (*WATER[:2], "2021-03-09")
PAGES: dict[str, dict[str, Any]] = {
    "best.html.gz": {"shown": [ROADS, WATER], "true": [ROADS, WATER], "kind": "b notices"},
    "half.html.gz": {
        "shown": [("Roads", *ROADS[1:]), WRONG_DAY, (*FAIR[:2], "2021-01-01"), MENU],
        "true": [ROADS, WATER, FAIR, ("Lost", f"{HERE}lost", None)],
        "kind": "b notices",
    },
    "farm.html": {"shown": [MENU], "true": [], "kind": "l link farm", "language": "ja"},
    "empty.html": {"shown": [], "true": [], "kind": "l a form"},
}


class Method:
    """In the place of honbun's: finds what stands in lists, and remembers being asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, FeedOptions]] = []

    def __call__(self, page: Page, options: FeedOptions) -> Feed:
        self.asked.append((page.source, options))
        return find(page, options)


@pytest.fixture
def method(monkeypatch: pytest.MonkeyPatch) -> Method:
    method = Method()
    monkeypatch.setattr(measures, "feed", method)
    monkeypatch.setattr(measures, "paper_feed", method)
    return method


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_lists(tmp_path / "lists", PAGES)


def table(text: str) -> list[list[str]]:
    """The cells of a table, without the rule below its header."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return [rows[0], *rows[2:]]


# Of the half page three of four items are right, their titles in two of three cases and their days
# in one of two; the third has none, and is given one.
NOTICES = "2 6 6 .875 .875 .875 .500 .833 .750 1.00".split()
FARMS = "2 0 1 .500 .500 .500 .500 - - -".split()


@pytest.mark.usefixtures("method")
def test_the_table_holds_what_is_counted_by_hand(honbun: Command, data: Path) -> None:
    done = honbun("eval", "feed", data, "--quiet")
    assert (done.status, done.err) == (0, "")
    shown, alone = done.out.decode().split("\n\n")
    assert table(shown) == [
        HEADER,
        ["b notices", *NOTICES],
        ["l no list", *FARMS],
        ["pages with a list: mean over pages", *NOTICES],
        ["all pages: mean over pages", *"4 6 7 .688 .688 .688 .500 .833 .750 1.00".split()],
        ["all pages: items added up", *"4 6 7 .714 .833 .769 .500 .800 .750 1.00".split()],
    ]
    assert alone == "pages without a list left alone: 1 of 2\n"


@pytest.mark.usefixtures("method")
def test_rows_can_be_languages_or_pages(honbun: Command, data: Path) -> None:
    by_language = table(honbun("eval", "feed", data, "--by", "language").out.decode())
    assert [row[:2] for row in by_language[:3]] == [["language", "pages"], ["en", "3"], ["ja", "1"]]
    by_page = table(honbun("eval", "feed", data, "--by", "page").out.decode())
    assert [row[0] for row in by_page[:5]] == ["page", "best", "empty", "farm", "half"]


def test_some_kinds_can_be_measured_alone(honbun: Command, data: Path, method: Method) -> None:
    done = honbun("eval", "feed", data, "--kind", "l")
    assert [source for source, _ in method.asked] == ["farm.html", "empty.html"]
    assert done.err == "honbun: 2 pages with truth\n"


def test_the_method_is_asked_as_the_options_say(
    honbun: Command, data: Path, method: Method
) -> None:
    honbun("eval", "feed", data, "--faithful")
    assert {options.faithful for _, options in method.asked} == {True}
    method.asked.clear()
    honbun("eval", "feed", data)
    assert {options.faithful for _, options in method.asked} == {False}


@pytest.mark.usefixtures("method")
def test_in_soup_no_tag_helps(honbun: Command, data: Path) -> None:
    done = honbun("eval", "feed", data, "--soup")
    assert table(done.out.decode())[1][:5] == ["b notices", "2", "6", "0", ".000"]


@pytest.mark.usefixtures("method")
def test_errors_are_listed_by_page(honbun: Command, data: Path) -> None:
    out = honbun("eval", "feed", data, "--errors").out.decode()
    assert out.split("\n\n")[2:] == [
        "half (b): 4 true, 4 found, 3 right\n"
        f"  missed: Lost <{HERE}lost>\n"
        f"  extra: Contact <{HERE}contact>\n"
        "  title: 'Roads are mended' is called 'Roads'\n"
        "  date: 'Water is cut off' of 2021-03-02 has 2021-03-09\n"
        "  date: 'The fair comes' of None has 2021-01-01",
        f"farm (l): 0 true, 1 found, 0 right\n  extra: Contact <{HERE}contact>\n",
    ]


@pytest.mark.usefixtures("method")
def test_a_row_for_each_page_is_written(honbun: Command, data: Path, tmp_path: Path) -> None:
    honbun("eval", "feed", data, "-o", tmp_path / "pages.jsonl")
    lines = (tmp_path / "pages.jsonl").read_text().splitlines()
    half = json.loads(lines[1])
    assert [half[name] for name in ("page", "true", "right", "F")] == ["half", 4, 3, 0.75]
    honbun("eval", "feed", data, "-o", tmp_path / "pages.csv")
    with (tmp_path / "pages.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["page"] for row in rows] == ["best", "half", "farm", "empty"]
    assert rows[1] == {name: str(value) for name, value in half.items()}


def test_rows_of_another_form_are_refused_before_the_work(
    honbun: Command, data: Path, method: Method
) -> None:
    done = honbun("eval", "feed", data, "-o", "pages.xml")
    assert (done.status, done.out, method.asked) == (2, b"", [])
    assert done.err == "honbun: rows are written as .jsonl or .csv, not 'pages.xml'\n"


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    write_site(tmp_path / "sites", "town", [ROADS, WATER], articles=6)
    return write_site(tmp_path / "sites", "village", [FAIR], articles=2)


@pytest.mark.usefixtures("method")
def test_lists_invented_on_articles_of_sites_are_counted(honbun: Command, sites: Path) -> None:
    done = honbun("eval", "feed", sites, "--errors")
    assert done.err == "honbun: 2 pages with truth\nhonbun: 8 articles\n"
    shown, counts, listed = map(table, done.out.decode().split("\n\n"))
    assert [row[0] for row in shown] == [
        *("kind", "links", "all pages: mean over pages", "all pages: items added up")
    ]
    assert counts == [["articles", "with a list invented", "share"], ["8", "1", ".125"]]
    assert listed == [
        ["list found where none is", "items", "first"],
        ["town/2.html", "2", "Roads are mended"],
    ]


@pytest.mark.usefixtures("method")
def test_the_number_of_articles_is_chosen(honbun: Command, sites: Path) -> None:
    few = honbun("eval", "feed", sites, "--articles", "4").out.decode()
    assert table(few.split("\n\n")[1])[1] == ["4", "0", ".000"]
    assert "articles" not in honbun("eval", "feed", sites, "--articles", "0").out.decode()
    assert "articles" not in honbun("eval", "feed", sites, "--kind", "links").out.decode()


@pytest.mark.usefixtures("method")
def test_articles_are_turned_into_soup_too(honbun: Command, sites: Path) -> None:
    soup = honbun("eval", "feed", sites, "--soup").out.decode()
    assert table(soup.split("\n\n")[1])[1] == ["8", "0", ".000"]


@pytest.mark.usefixtures("method")
def test_a_page_that_fails_is_told_to_the_quiet_too(honbun: Command, data: Path) -> None:
    (data / "empty.html").write_text("<svg>")
    done = honbun("eval", "feed", data, "-q")
    assert done.status == 0
    assert done.err == f"honbun: find lists: empty.html ({HERE}): ValueError: a drawing\n"


def test_missing_data_is_told_in_one_line(honbun: Command, tmp_path: Path) -> None:
    gone = honbun("eval", "feed", tmp_path / "missing")
    assert (gone.status, gone.out) == (2, b"")
    assert gone.err == (
        f"honbun: {tmp_path / 'missing'} is no folder: evaluation needs data with truth\n"
    )
    empty = honbun("eval", "feed", tmp_path)
    assert (empty.status, empty.out, empty.err.count("\n")) == (2, b"", 1)
    assert empty.err.startswith(f"honbun: no lists.json in {tmp_path}")


HELD_OUT = [("b", 1, "en"), ("d", 2, "fr"), ("l", 4, "en"), ("l", 5, "fr")]


def test_pages_can_be_judged_by_what_others_taught(honbun: Command, tmp_path: Path) -> None:
    lists = boards.write_lists(tmp_path / "lists", *HELD_OUT)
    sites = boards.write_site(tmp_path / "sites", "e", 6)
    done = honbun("eval", "feed", lists, "--held-out", "kind", "--taught-by", sites)
    assert done.err.splitlines() == [
        "honbun: 4 pages with truth",
        f"honbun: measuring all groups of {lists}, {sites}",
        "honbun: learning without kind b: 8 examples",
        "honbun: learning without kind d: 8 examples",
        "honbun: learning without kind l: 8 examples",
    ]
    shown, alone = done.out.decode().split("\n\n")
    assert table(shown)[0] == HEADER
    assert [row[:3] for row in table(shown)[1:4]] == [
        *(["b notices", "1", "6"], ["d linkless diaries", "1", "7"], ["l no list", "2", "0"])
    ]
    assert alone.startswith("pages without a list left alone: ")


def test_articles_are_judged_by_what_other_sites_taught(honbun: Command, tmp_path: Path) -> None:
    boards.write_site(tmp_path / "sites", "d", 1)
    sites = boards.write_site(tmp_path / "sites", "e", 3)
    done = honbun("eval", "feed", sites, "--held-out", "site", "--errors")
    assert done.err.count("learning without site") == 2
    assert done.out.decode().count("with a list invented") == 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--held-out", "kind", "--faithful"], "it goes without --faithful and --weights"),
        (["--held-out", "kind", "--weights", "w.json"], "without --faithful and --weights"),
        (["--taught-by", "sites"], "--taught-by goes with --held-out"),
    ],
)
def test_what_does_not_go_together_is_refused(
    honbun: Command, data: Path, asked: list[str], told: str
) -> None:
    done = honbun("eval", "feed", data, *asked)
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)
    assert told in done.err


def test_help_names_the_options(honbun: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    out = honbun("eval", "feed", "--help").out.decode()
    options = (
        "--faithful --soup --kind --by --articles --weights --held-out --taught-by --output "
        "--errors --jobs"
    )
    assert [option for option in options.split() if option not in out] == []


@pytest.mark.usefixtures("method")
def test_the_report_has_the_figures_that_are_printed(
    honbun: Command, data: Path, tmp_path: Path
) -> None:
    report = tmp_path / "out.html"
    done = honbun("eval", "feed", data, "--report", report)
    assert done.err.splitlines()[-1] == f"honbun: wrote {report}"
    read = Reading.of(report.read_text(encoding="utf-8"))
    assert read.tables == [table(done.out.decode().split("\n\n")[0])]
    assert [(name, figures) for name, figures, _ in read.bars] == [
        ("l no list", [".500", ".500", "-"]),
        ("b notices", [".875", ".500", ".750"]),
    ]
    assert {
        name: [(line.mark, line.text) for line in lines] for name, lines in read.cases.items()
    } == {
        "farm (l)": [("added", MENU[0])],
        "half (b)": [
            ("missed", "Lost"),
            ("added", MENU[0]),
            ("changed", ROADS[0]),
            ("changed", WATER[0]),
            ("changed", FAIR[0]),
        ],
    }


@pytest.mark.usefixtures("method")
def test_lists_invented_on_articles_are_in_the_report(
    honbun: Command, sites: Path, tmp_path: Path
) -> None:
    report = tmp_path / "out.html"
    done = honbun("eval", "feed", sites, "--report", report)
    scores, invented = done.out.decode().rstrip("\n").split("\n\n")
    read = Reading.of(report.read_text(encoding="utf-8"))
    assert read.tables == [table(scores), table(invented)]


def test_a_report_that_cannot_be_written_is_told_before_the_work(
    honbun: Command, data: Path, method: Method
) -> None:
    done = honbun("eval", "feed", data, "--report", "out.pdf")
    told = "honbun: a report is an .html file: out.pdf\n"
    assert (done.status, done.out, done.err, method.asked) == (2, b"", told, [])
