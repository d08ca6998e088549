"""Paper 004: its tables on written threads, its artificial pages, and the methods it compares."""

from __future__ import annotations

from pathlib import Path

import pytest

import honbun
from honbun.errors import HonbunError
from honbun.evaluation.truth.threads import read_groups
from honbun.papers.posts_004.baselines import blocks_below, visual_blocks_below
from honbun.reproduction import posts_004
from honbun.reproduction.artificial_004 import generate
from honbun.reproduction.model import PaperOptions
from tests.papers.posts_004.written import node, sequence_of, texts

OPTIONS = PaperOptions(jobs=1)
THREADS = str(Path(honbun.__file__).parent / "demo" / "boards")
"""Three pages of a board with cards, and three whose posts are divided by lines."""

PRINTED = [
    [0.685, 0.344, 0.458], [0.556, 0.246, 0.341], [0.621, 0.292, 0.398],
    [0.302, 0.491, 0.374], [0.606, 0.836, 0.703], [0.450, 0.673, 0.539],
    [0.888, 0.925, 0.906], [0.885, 0.869, 0.877], [0.886, 0.896, 0.891],
]  # fmt: skip
"""Table 5 as it is printed."""
PRINTED_F = "0.901 0.765 0.829 0.905 0.875 0.890 0.906 0.877 0.891".split()
"""F in table 7."""


def test_tables_of_main_elements() -> None:
    ours, papers = posts_004.table_2([THREADS], OPTIONS)
    assert [row[0] for row in ours.rows] == [*("5% 10% 15% 20% 25% 30%".split()), "mean"]
    assert [row[1:] for row in ours.rows] == [[1.0] * 9] * 7
    # The means that the paper prints follow from its rows.
    printed = [0.657, 0.600, 0.673, 0.575, 0.672, 0.632, 0.640, 0.658, 0.655]
    assert papers.rows[-1][1:] == pytest.approx(printed, abs=6e-4)
    (table,) = posts_004.figure_11([THREADS], OPTIONS).tables
    assert [row[0] for row in table.rows][0::9] == ["0.1", "1.0"]
    (table,) = posts_004.table_3([THREADS], OPTIONS)
    assert [row[:2] for row in table.rows] == [["hr", 3], ["structured", 3], ["all", 6]]
    (table,) = posts_004.table_4([THREADS], OPTIONS)
    assert table.rows[-1] == ["all", 0]


def test_tables_of_posts() -> None:
    (table,) = posts_004.table_5([THREADS], OPTIONS)
    printed = [[float(cell) for cell in row[5:]] for row in table.cells()]
    assert printed == PRINTED
    figures = {tuple(row[:2]): row[4] for row in table.rows}
    assert figures["proposed", "structured"] == 1.0
    assert figures["VIPS-like", "structured"] != 1.0
    assert len(table.rows) == 9
    table, paper = posts_004.table_6([THREADS], OPTIONS)
    for _, _, _, found, right, row_4, _, row_6, *_ in paper.cells():
        # Two of the sums of the paper are wrong by two.
        assert int(row_4) + int(row_6) == pytest.approx(int(found) - int(right), abs=2)
    rows = {tuple(row[:2]): dict(zip(table.header, row)) for row in table.rows}
    assert rows["proposed", "structured"]["right"] == rows["proposed", "structured"]["posts"] == 9
    assert rows["earlier", "structured"]["torn"] == 9
    table, paper = posts_004.table_7([THREADS], OPTIONS)
    assert [row[-1] for row in paper.cells()] == PRINTED_F
    assert [row[0] for row in table.rows] == ["body"] * 3 + ["estimated"] * 3 + ["true"] * 3


def test_artificial_pages_have_contents_of_others_in_a_template(tmp_path: Path) -> None:
    out = str(tmp_path / "artificial")
    (table,) = posts_004.artificial([THREADS, out], OPTIONS)
    assert [row[2] for row in table.rows] == [500, 500, 1000]
    groups = list(read_groups(tmp_path / "artificial"))
    assert sum(len(page.posts) for group in groups for page in group.pages) == table.rows[-1][3]
    assert posts_004.table_3([out], OPTIONS)[0].rows[-1][1] == 1000


def test_artificial_pages_depend_on_the_seed_only() -> None:
    groups = list(read_groups(Path(THREADS)))
    assert generate(groups, 20) == generate(groups, 20)
    assert generate(groups, 20) != generate(groups, 20, seed=2)


def test_baselines_divide_by_depth_and_by_blocks() -> None:
    sequence = sequence_of(
        "<section><div><b>Ann</b><p>Rain <i>fell</i></p>Bye</div><p>x</p></section>"
    )
    main = node(sequence, "section")
    assert texts(sequence, visual_blocks_below(sequence, main)) == ["Ann", "Rain fell", "Bye", "x"]
    assert texts(sequence, blocks_below(sequence, main)) == ["Ann", "Rain fell", "Bye", "x"]
    inner = sequence_of("<section><div><div><b>Ann</b>: <i>rain</i></div></div></section>")
    assert texts(inner, visual_blocks_below(inner, node(inner, "section"))) == ["Ann: rain"]
    assert texts(inner, blocks_below(inner, node(inner, "section"))) == ["Ann: rain"]


def test_a_folder_is_needed() -> None:
    with pytest.raises(HonbunError, match="one folder"):
        posts_004.table_3([], OPTIONS)
    with pytest.raises(HonbunError, match="a folder to write"):
        posts_004.artificial([], OPTIONS)
