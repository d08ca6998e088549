"""`honbun eval`: tables, errors as JSON Lines, plots and reports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.content.site import site
from tests.evaluation.guestbooks import ANN, BOB, CAT, Shown, write_group
from tests.evaluation.handmade import numbered, write_site
from tests.evaluation.noticeboards import FAIR, ROADS, WATER, write_lists
from tests.evaluation.noticeboards import write_site as write_list_site
from tests.evaluation.notices import COLLECTION, PAIRS, write
from tests.evaluation.texts import row, write_texts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


def cells(out: bytes) -> list[list[str]]:
    """The rows of tables, without their rules."""
    lines = [line for line in out.decode().splitlines() if line.startswith("|")]
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [found for found in split if set("".join(found)) - set("-:")]


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    write_site(tmp_path / "sites", "north", numbered(4))
    pages = {f"{number}.html": str(page.html) for number, page in enumerate(site(4))}
    fields = {"title": ["h1"], "body": ["p"]}
    return write_site(tmp_path / "sites", "south", pages, fields)


def test_content_is_measured_per_site_and_mixed(honbun: Command, sites: Path) -> None:
    done = honbun("eval", "content", sites, "--jobs", "1")
    assert done.status == 0
    head, *rows = cells(done.out)
    assert head == ["site", "pages", "P", "R", "F", "perfect", "text P", "text R", "text F"]
    assert [row[:2] for row in rows] == [
        ["north", "4"],
        ["south", "4"],
        ["micro average", "8"],
        ["mean over sites", "8"],
        ["all sites mixed", "8"],
    ]
    assert rows[0][3] == "1.00"
    assert "honbun: north\n" in done.err
    quiet = honbun("eval", "content", sites, "--jobs", "1", "-q", "--no-mixed")
    assert (quiet.err, cells(quiet.out)) == ("", [head, *rows[:-1]])


def test_paper_s_method_is_measured(honbun: Command, sites: Path) -> None:
    done = honbun("eval", "content", sites, "--faithful", "--no-mixed", "--jobs", "1", "-q")
    assert (done.status, len(cells(done.out))) == (0, 5)


def test_sites_are_measured_with_each_page_alone(honbun: Command, sites: Path) -> None:
    done = honbun("eval", "content", "--alone", sites, "--jobs", "1", "-q")
    _, *rows = cells(done.out)
    assert [row[:2] for row in rows] == [
        ["north", "4"],
        ["south", "4"],
        ["micro average", "8"],
        ["mean over sites", "8"],
    ]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Pages of one site with its true texts, in two languages."""
    rows = [row(n, url=f"https://a.example/{n}", language="en" if n else "de") for n in range(12)]
    return write_texts(tmp_path / "texts", rows)


def test_texts_are_measured_by_source_type_and_language(honbun: Command, texts: Path) -> None:
    done = honbun("eval", "content", texts, "--jobs", "1", "--roles", "title,body")
    assert done.status == 0, done.err
    head, *rows = cells(done.out)
    assert head == ["source", "pages", "P", "R", "F1", "sound truth", "as printed"]
    assert [row[:2] for row in rows][:6] == [
        ["texts", "12"],
        ["article", "12"],
        ["language", "pages"],
        ["en", "11"],
        ["de", "1"],
        ["confidence", "pages"],
    ]
    assert done.err == "honbun: 12 pages with true text\n"
    bodies = honbun("eval", "content", texts, "--jobs", "1", "-q", "--alone")
    assert cells(bodies.out)[1] != rows[0]


def test_same_pages_are_measured_with_more_pages_of_their_site(
    honbun: Command, texts: Path, sites: Path, tmp_path: Path
) -> None:
    plot, sizes = tmp_path / "curve.svg", ("--pages-per-site", "1,3,12")
    done = honbun("eval", "content", texts, "--jobs", "1", "-q", *sizes, "--plot", plot)
    head, row = cells(done.out)
    assert head == ["pages of the site", "scored", "1", "3", "12"]
    assert row[:2] == ["texts", "12"]
    assert "<svg" in plot.read_text("utf-8")
    write_site(sites, "west", numbered(11))
    done = honbun("eval", "content", sites, "--jobs", "1", "-q", *sizes)
    assert cells(done.out)[1][:2] == ["sites", "11"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--roles", "heading"), "no role 'heading'"),
        (("--pages-per-site", "one"), "must be numbers with commas"),
        (("--by", "Ann"), "--by applies to labels"),
        (("--alone", "--model", "."), "must hold the models fold-0.npz"),
    ],
)
def test_unusable_option_is_reported_in_one_line(
    options: tuple[str, ...], message: str, honbun: Command, texts: Path
) -> None:
    done = honbun("eval", "content", texts, "--jobs", "1", "-q", *options)
    assert (done.status, done.out, done.err.count("\n")) == (2, b"", 1)
    assert message in done.err


@pytest.fixture
def tasks(tmp_path: Path, sites: Path) -> dict[str, Path]:
    """Data of every task with at least one error."""
    threads = write_group(
        tmp_path / "threads", "east", {"a.html": Shown([ANN, BOB], [ANN, BOB, CAT])}
    )
    page = {"shown": [ROADS, FAIR], "true": [ROADS, WATER, FAIR], "kind": "b notices"}
    empty = {"shown": [], "true": [], "kind": "l none"}
    lists = write_lists(tmp_path / "lists", {"a.html": page, "b.html": empty})
    pairs = write(tmp_path / "pairs", COLLECTION.pages, PAIRS)
    return {"content": sites, "posts": threads, "feed": lists, "similar": pairs}


@pytest.mark.parametrize("task", ["content", "posts", "feed", "similar"])
def test_errors_plot_and_report_are_written(
    task: str, honbun: Command, tasks: dict[str, Path], tmp_path: Path
) -> None:
    errors, plot, report = (tmp_path / name for name in ("e.jsonl", "p.svg", "r.html"))
    options = ("--errors", errors, "--plot", plot, "--report", report, "--jobs", "1")
    done = honbun("eval", task, tasks[task], *options)
    assert done.status == 0, done.err
    rows: list[dict[str, Any]] = [json.loads(line) for line in errors.read_bytes().splitlines()]
    assert all({"page", "group", "error"} <= row.keys() for row in rows)
    assert rows or task == "content"
    assert "<svg" in plot.read_text("utf-8")
    html = report.read_text("utf-8")
    assert f"<h1>honbun eval {task}</h1>" in html
    assert done.err.endswith("".join(f"honbun: wrote {path}\n" for path in (errors, plot, report)))


def test_pages_and_articles_without_a_list_are_counted(
    honbun: Command, tasks: dict[str, Path], tmp_path: Path
) -> None:
    rows = cells(honbun("eval", "feed", tasks["feed"], "--jobs", "1", "-q").out)
    assert rows[-2:] == [["pages without a list", "left alone"], ["1", "1"]]
    data = write_list_site(tmp_path / "town", "town", [ROADS, WATER, FAIR], articles=3)
    rows = cells(honbun("eval", "feed", data, "--jobs", "1", "-q").out)
    assert rows[-2] == ["articles", "with a list invented", "share"]
    assert rows[-1][0] == "3"
