"""The paper's tables on two formats written by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from honbun.errors import TruthError
from honbun.evaluation.parameters import parameter_tables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LINES = "Ann<br>Rain<hr>Bob<br>Sun<hr>"
WITHIN = ["5%", "10%", "15%", "20%", "25%", "30%", "mean"]


def board(*said: str, number: int = 0) -> str:
    """A page that shows posts in an element, and something beside it."""
    return f"<h2>Home, page {number}</h2><div>{''.join(f'<p>{one}</p>' for one in said)}</div>"


def write(
    data: Path, name: str, style: str, pages: Mapping[str, list[str]], main: str = "div"
) -> None:
    """A format's folder: each page with its true posts."""
    folder = data / name
    folder.mkdir(parents=True)
    told = []
    for number, (html, posts) in enumerate(pages.items()):
        (folder / f"{number}.html").write_text(html, encoding="utf-8")
        truths = [{"text": post, "body": None, "author": None, "date": None} for post in posts]
        page = {"file": f"{number}.html", "url": None, "main_selector": main, "posts": truths}
        told.append({**page, "encoding": "utf-8"})
    about = {"group": name, "style": style, "language": "en", "pages": told}
    (folder / "group.json").write_text(json.dumps(about), encoding="utf-8")


def cells(table: str) -> list[list[str]]:
    """The rows of a table without its rule."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    return [rows[0], *rows[2:]]


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """Four pages that agree but for the last, which shows a post more, and a page of lines."""
    two, three = ["Rain fell", "Sun shone"], ["Rain", "Sun shone", "Wind blew"]
    pages = {board(*two, number=number): two for number in range(3)}
    write(tmp_path, "board", "structured", {**pages, board(*three): three})
    write(tmp_path, "lines", "hr", {LINES: ["Ann Rain", "Bob Sun"]}, "body")
    return tmp_path


def test_main_elements_are_measured_by_alpha(boards: Path) -> None:
    by_alpha, _, _ = parameter_tables(boards)
    header, *rows = cells(by_alpha)
    assert header == ["main element within, by alpha", *map(str, range(2, 11))]
    assert [row[0] for row in rows] == WITHIN
    # The first two pages meet the fourth only where three or four are compared.
    assert [row[1:] for row in rows] == [[".500", ".750", *["1.00"] * 7]] * 7


def test_main_elements_are_measured_by_beta(boards: Path) -> None:
    _, by_beta, _ = parameter_tables(boards)
    header, *rows = cells(by_beta)
    betas = "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0".split()
    assert header == ["main element within, by beta", *betas]
    # Three pages of four agree, so that all fall back to the body unless more must.
    assert [row[1:] for row in rows] == [[".000"] * 7 + ["1.00"] * 3] * 7


@pytest.mark.parametrize(
    ("more", "within"),
    [(1, "0 1 1 1 1 1"), (2, "0 0 0 1 1 1"), (3, "0 0 0 0 0 1"), (4, "0 0 0 0 0 0")],
)
def test_a_main_element_counts_within_each_tolerance_of_its_text(
    tmp_path: Path, more: int, within: str
) -> None:
    # The body is taken for the element, which has ten letters.
    page = f"<div><p>abcde</p><p>fghij</p></div><b>{'x' * more}</b>"
    write(tmp_path, "board", "structured", {page: ["abcde"], page + " ": ["abcde"]})
    _, by_beta, _ = parameter_tables(tmp_path)
    shares = [float(row[1]) for row in cells(by_beta)[1:]]
    assert shares[:-1] == [float(share) for share in within.split()]
    assert shares[-1] == pytest.approx(sum(shares[:-1]) / 6, abs=0.001)


def test_posts_are_measured_by_what_is_taken_for_the_main_element(tmp_path: Path) -> None:
    two, three = ["Rain fell", "Sun shone"], ["Rain", "Sun shone", "Wind blew"]
    menu = "<p>Read on</p>" * 6
    pages = {menu + board(*two): two, menu + board(*three): three}
    write(tmp_path, "board", "structured", pages)
    write(tmp_path, "page alone", "structured", {menu + board(*two): two})
    write(tmp_path, "lines", "hr", {LINES: ["Ann Rain", "Bob Sun"]}, "body")
    *_, by_main = parameter_tables(tmp_path)
    assert cells(by_main) == [
        ["main element", "pages", "true", "found", "right", "P", "R", "F"],
        ["body", "hr", "2", "2", "2", "1.00", "1.00", "1.00"],
        ["body", "structured", "7", "18", "0", ".000", ".000", ".000"],
        ["body", "all", "9", "20", "2", ".100", ".222", ".138"],
        ["estimated", "hr", "2", "2", "2", "1.00", "1.00", "1.00"],
        ["estimated", "structured", "7", "11", "5", ".455", ".714", ".556"],
        ["estimated", "all", "9", "13", "7", ".538", ".778", ".636"],
        ["true", "hr", "2", "2", "2", "1.00", "1.00", "1.00"],
        ["true", "structured", "7", "7", "7", "1.00", "1.00", "1.00"],
        ["true", "all", "9", "9", "9", "1.00", "1.00", "1.00"],
    ]


def test_formats_of_one_page_have_no_parameters_to_measure(tmp_path: Path) -> None:
    write(tmp_path, "lines", "hr", {LINES: ["Ann Rain", "Bob Sun"]}, "body")
    (only,) = parameter_tables(tmp_path)
    assert cells(only)[0][0] == "main element"


@pytest.mark.parametrize("main", ["table", "title", "div >"])
def test_a_main_element_that_is_not_in_the_page_is_an_error_of_the_truth(
    tmp_path: Path, main: str
) -> None:
    write(tmp_path, "board", "structured", {"<title>a</title>" + board("Rain"): ["Rain"]}, main)
    with pytest.raises(TruthError, match=r"board/0\.html"):
        parameter_tables(tmp_path)


def test_the_first_element_that_the_selector_matches_is_main(tmp_path: Path) -> None:
    pages = {"<div><p>Rain<p>Sun</div><div><i>a</i><i>b</i><i>c</i></div>": ["Rain", "Sun"]}
    write(tmp_path, "board", "structured", pages)
    (only,) = parameter_tables(tmp_path)
    assert cells(only)[-1] == ["true", "all", "2", "2", "2", "1.00", "1.00", "1.00"]
