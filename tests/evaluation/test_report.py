"""Figures as a table, a plot and an HTML file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from honbun.evaluation.report import Bars, Lines, Table, draw, render_html, table

if TYPE_CHECKING:
    from pathlib import Path

FIGURES = Table(("site", "pages", "F"), [["a", 3, 0.5], ["b", 1, None], ["mean", 4, 1.0]])
LINES = Lines("x", "y", {"a": [(1, 0.5), (10, 0.75)]}, logarithmic=True, diagonal=True)


def test_value_near_one_is_shown_as_one() -> None:
    assert table(["x", "F"], [["a", 0.99999]]).splitlines()[-1] == "| a    | 1.00 |"


def test_words_are_aligned_to_the_left_and_cannot_break_the_table() -> None:
    rows: list[list[object]] = [["a", 1, "one|two\n"], ["b", None, "three"]]
    assert table(["x", "n", "said"], rows, words=["said"]).splitlines()[1:] == [
        "| ---- | ---: | -------- |",
        "| a    |    1 | one\\|two |",
        "| b    |    - | three    |",
    ]


@pytest.mark.parametrize(("ending", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_plot_is_written_and_the_same_every_time(tmp_path: Path, ending: str, start: bytes) -> None:
    for name in ("one", "two"):
        draw([Bars(FIGURES, ["F"]), LINES], tmp_path / (name + ending))
    one, two = ((tmp_path / (name + ending)).read_bytes() for name in ("one", "two"))
    assert one.startswith(start)
    assert one == two


def test_html_report_escapes_what_pages_say() -> None:
    errors = [{"error": "missed", "text": "<script>alert(1)</script>\x00\u202e"}, {"page": "p"}]
    html = render_html("<b>", {"pages": 4}, {"Scores": FIGURES}, errors)
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\ufffd" in html
    assert "\x00" not in html
    assert re.findall("<bdi>([^<]*)</bdi>", html)[:4] == ["4", "a", "3", ".500"]
    assert "<h2>Scores</h2>" in html


def test_html_report_without_errors_has_no_list_of_them() -> None:
    assert "Errors" not in render_html("x", {}, {"Scores": FIGURES}, [])
