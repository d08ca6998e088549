"""A file of labels judged as a whole."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.adjudication import Tag, judged
from honbun.annotation.model import TRUTH, Kind, State
from honbun.stores.labels import Labels
from tests.evaluation.boats import KINDS, page, say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NO_FIGURE = {text: kind for text, kind in KINDS.items() if kind is not Kind.FIGURE}


@pytest.fixture
def labels(tmp_path: Path) -> Iterator[Labels]:
    with Labels(tmp_path / "boats.labels") as labels:
        say(labels, "Ann", page())
        say(labels, "Bob", page(), NO_FIGURE, State.UNSURE)
        say(labels, TRUTH, page())
        say(labels, "Ann", page(2))  # with nobody to compare with
        say(labels, "Bob", page(3), state=State.BEGUN)
        say(labels, "Ann", page(3))
        yield labels


def test_rows_are_those_against_the_truth_then_all_then_pairs(labels: Labels) -> None:
    rows = judged(labels).rows()
    assert [(row["annotator"], row["against"], row["pages"]) for row in rows] == [
        ("Ann", "truth", 1),
        ("Bob", "truth", 1),
        ("total", "truth", 2),
        ("Ann", "Bob", 1),
    ]
    # Of 11 blocks that show something 7 are content; Bob has left the picture out.
    bob = rows[1]
    assert (bob["blocks"], bob["precision"], bob["recall"]) == (11, 1.0, 0.8571)
    assert (bob["f"], bob["perfect"]) == (0.9231, 0.0)
    assert bob["kappa"] == round((10 / 11 - (6 * 7 + 5 * 4) / 121) / (1 - (6 * 7 + 5 * 4) / 121), 4)
    assert (rows[2]["perfect"], rows[2]["f"]) == (0.5, 0.963)


def test_csv_has_the_same_rows(labels: Labels) -> None:
    found = judged(labels)
    rows = list(csv.DictReader(io.StringIO(found.csv())))
    assert [row["f"] for row in rows] == [str(row["f"]) for row in found.rows()]


def test_differences_are_counted_by_what_they_are_about(labels: Labels) -> None:
    data = judged(labels).data()
    assert data["disputes"] == {Tag.PHOTO: 1, Tag.RELATIVE: 0, Tag.CONTENT: 0, Tag.KIND: 0}
    assert {
        "annotator": "Bob",
        "against": "truth",
        "says": "none",
        "other": "figure",
        "blocks": 1,
    } in data["kinds"]


def test_nothing_in_common_is_no_row(tmp_path: Path) -> None:
    with Labels(tmp_path / "new.labels") as labels:
        assert judged(labels).rows() == []
        assert judged(labels).csv() == ""
