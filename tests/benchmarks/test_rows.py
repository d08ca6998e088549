"""Figures and ratios of made-up contestants, and the tables they are told in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.peers.content import japanese, site_rows, typed_rows
from benchmarks.peers.contestants import ALONE
from benchmarks.peers.pair_row import PairRow
from benchmarks.peers.pair_row import ranking as pair_ranking
from benchmarks.peers.race import Case, Judged, Run
from benchmarks.peers.report import Report, write_between
from benchmarks.peers.row import Row, ranking, ratios
from honbun import Page
from honbun.errors import OutputError
from honbun.evaluation.metrics import Score

if TYPE_CHECKING:
    from pathlib import Path

HALF, WHOLE, NOTHING = Score(2, 2, 1), Score(2, 2, 2), Score(0, 2, 0)


def run(name: str, seconds: float, *scores: tuple[str, Score]) -> Run:
    judged = [Judged(group, score, score == NOTHING, score == NOTHING) for group, score in scores]
    return Run(name, judged, seconds)


def row(name: str, f: float, milliseconds: float) -> Row:
    return Row("wcxb", name, "1.0", 4, {"F": f, "forum": 1 - f}, milliseconds, 2, 1)


def pairs(name: str, found: int, milliseconds: float, text: float = 0.0) -> PairRow:
    return PairRow("similar", name, "1.0", 9, {"partial": (found, 4)}, 5, 1, milliseconds, text)


def test_pages_count_alike_by_type_and_their_time_is_that_of_one() -> None:
    fast = run("fast", 0.3, ("article", WHOLE), ("article", NOTHING), ("forum", HALF))
    (told,) = typed_rows([fast], lambda name: f"version of {name}")
    assert told.figures == {"word F1": 0.5, "article": 0.5, "forum": 0.5}
    assert told.milliseconds == pytest.approx(100)
    assert (told.pages, told.failed, told.empty) == (3, 1, 1)
    assert told.version == "version of fast"


def test_sites_count_alike_however_many_pages_they_have() -> None:
    pages = [("east", NOTHING), ("west", WHOLE), ("west", HALF)]
    (told,) = site_rows([run("fast", 1, *pages)], {"east"}, lambda _: "")
    expected = {"text F": 0.375, "Japanese": 0, "others": 0.75, "worst site": 0}
    assert {name: told.figures[name] for name in expected} == expected


def test_a_site_is_japanese_by_its_text() -> None:
    texts = {"east": "雨が降るので家にいる。", "west": "Rain, so we stay. Kana: かな"}
    blocks = [[Case(Page("", source=name), text, name, name)] for name, text in texts.items()]
    assert japanese(blocks) == {"east"}


def test_ratios_are_to_the_one_that_was_named() -> None:
    rows = [row("ours", 0.9, 8), row("quick", 0.5, 2), row("slow", 0.7, 100)]
    assert ratios(rows, "ours") == {"ours": 1, "quick": 0.25, "slow": 12.5}


def test_the_best_comes_first_and_the_best_figure_of_each_column_is_bold() -> None:
    rows = [row("quick", 0.5, 2), row("ours", 0.9, 8)]
    assert ranking(rows, "F", "ours").splitlines() == [
        "| extractor |        F |    forum | ms a page | time, ours = 1 | failed | empty |",
        "| --------- | -------: | -------: | --------: | -------------: | -----: | ----: |",
        "| ours      | **.900** |     .100 |       8.0 |            1.0 |      2 |     1 |",
        "| quick     |     .500 | **.500** |       2.0 |            .25 |      2 |     1 |",
    ]


def test_the_time_of_pairs_counts_from_the_page_on() -> None:
    rows = [pairs("honbun", 4, 10), pairs("hashes", 1, 3, text=4.5)]
    assert pair_ranking(rows).splitlines()[2:] == [
        "| honbun |  4 of 4 |       1 of 5 |      10.0 |             |              1.0 |",
        "| hashes |  1 of 4 |       1 of 5 |       3.0 |         4.5 |              .75 |",
    ]


@pytest.fixture
def report() -> Report:
    def typed(name: str, f: float) -> Row:
        return Row("wcxb", name, "2.1", 4, {"word F1": f}, 5, 0, 0)

    def on_site(name: str, f: float, milliseconds: float) -> Row:
        return Row("sites", name, "2.1", 4, {"text F": f}, milliseconds, 0, 0)

    return Report(
        typed=[typed(ALONE, 0.9), typed("quick", 0.5)],
        sites=[on_site("quick", 0.6, 2), on_site(ALONE, 0.8, 4)],
        similar=[pairs("honbun", 4, 10)],
    )


def test_every_row_is_a_record_with_its_ratio(report: Report) -> None:
    records = list(report.records())
    assert [(one["run"], one["name"], one["ratio"]) for one in records] == [
        ("wcxb", ALONE, 1),
        ("wcxb", "quick", 1),
        ("sites", "quick", 0.5),
        ("sites", ALONE, 1),
        ("similar", "honbun", 1),
    ]
    assert list(report.sections()) == ["wcxb", "sites", "similar"]


def test_the_short_table_has_a_line_for_each(report: Report) -> None:
    lines = [[cell.strip() for cell in line.split("|")] for line in report.short().splitlines()]
    assert lines[2:] == [
        ["", f"**{ALONE}**", ".900", "1.0", ".800", "1.0", ""],
        ["", "quick 2.1", ".500", "1.0", ".600", ".50", ""],
    ]


def test_tables_take_the_place_between_the_marks_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("Before\n<!-- peers -->\nold\n<!-- /peers -->\nAfter\n")
    for text in ("new", "newer"):
        write_between(path, text)
        assert path.read_text() == f"Before\n<!-- peers -->\n{text}\n<!-- /peers -->\nAfter\n"


def test_a_page_without_marks_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("<!-- /peers --> <!-- peers -->")
    with pytest.raises(OutputError, match="has no <!-- peers -->"):
        write_between(path, "new")
    assert path.read_text() == "<!-- /peers --> <!-- peers -->"
