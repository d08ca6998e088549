from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.evaluation.posts import evaluate
from honbun.evaluation.report.model import Bars, Cases, Mark, Report
from honbun.evaluation.report.posts import posts_report
from honbun.evaluation.tables import Figures
from honbun.evaluation.threads import read_groups
from tests.evaluation.guestbooks import ANN, BOB, CAT, Shown, find, write_group

if TYPE_CHECKING:
    from pathlib import Path


def made(data: Path, worst: int = 20) -> Report:
    scores = evaluate(list(read_groups(data)), find)
    return posts_report(scores, Figures(("format",), []), (), worst=worst)


def book(tmp_path: Path) -> Path:
    torn = ANN.split(" and ")
    pages = {
        "good.html": Shown([ANN, BOB], [ANN, BOB]),
        "torn.html": Shown([*torn, BOB, "Sign here"], [ANN, BOB]),
        "one.html": Shown([f"{ANN} {BOB}"], [ANN, BOB, CAT]),
    }
    write_group(tmp_path, "lines", pages)
    return write_group(tmp_path, "lists", {"good.html": Shown([CAT], [CAT])})


def test_the_worst_pages_show_what_became_of_their_posts(tmp_path: Path) -> None:
    made_of = made(book(tmp_path))
    (part,) = made_of.sections[1].parts
    assert isinstance(part, Cases)
    shown = {
        case.name: [(line.mark, line.label, line.text, line.notes[1:]) for line in case.lines]
        for case in part.cases
    }
    first, second = ANN.split(" and ")
    assert shown == {
        "lines/one.html": [
            (Mark.CHANGED, "merged", f"{ANN} {BOB}", (f"1. {ANN}", f"2. {BOB}")),
            (Mark.MISSED, "missed", CAT, ()),
        ],
        "lines/torn.html": [
            (Mark.CHANGED, "torn", ANN, (f"1. {first}", f"2. {second}")),
            (Mark.ADDED, "no post", "Sign here", ()),
        ],
    }


def test_bars_are_of_the_formats_the_worst_first(tmp_path: Path) -> None:
    bars = made(book(tmp_path)).sections[0].parts[0]
    assert isinstance(bars, Bars)
    assert bars.measures == ("F", "strict F", "perfect")
    # Right by extent: 2 of 2, 1 of 4 found and 2 true, 0 of 1 found and 3 true.
    assert bars.rows == (
        ("lines", (2 * 3 / (7 + 7), 2 * 3 / (7 + 7), 1 / 3)),
        ("lists", (1.0, 1.0, 1.0)),
    )


def test_the_summary_counts_posts(tmp_path: Path) -> None:
    assert made(book(tmp_path)).summary.startswith(
        "On 4 pages of 2 formats, 4 of 8 posts have the right extent"
    )
