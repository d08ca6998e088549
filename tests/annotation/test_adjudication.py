"""What annotators differ on, and what it is about."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.adjudication import (
    Dispute,
    Tag,
    disputes,
    measure_agreement,
    proposal,
    tally,
)
from honbun.annotation.agreement import AnnotatedPage
from honbun.annotation.model import TRUTH, Kind, State
from honbun.html.blocks import Blocks, split
from honbun.html.parse import parse
from honbun.stores.labels import Labels
from tests.evaluation import boats
from tests.evaluation.boats import KINDS, add_labels

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Said = dict[int, Kind]
PAGE = (
    "<h1>Boats</h1><p>3 hours ago</p>"
    "<figure><img src=a.png><figcaption>A boat</figcaption></figure>"
    "<p>They float.</p><div><img src=b.png></div><p>Another boat</p><p>Posted by Ann, 2日前</p>"
)
HEADING, AGO, FIGURE, CAPTION, BODY, PHOTO, BESIDE, POSTED = 1, 2, 3, 4, 5, 6, 7, 8


def page() -> Blocks:
    return split(parse(PAGE))


def sheet(**said: Said) -> AnnotatedPage:
    return AnnotatedPage("x", tuple(range(1, 9)), said)


def test_disputes_have_the_label_of_each_annotator() -> None:
    ann, bob, eve = {HEADING: Kind.TITLE, BODY: Kind.BODY}, {HEADING: Kind.TITLE}, {BODY: Kind.BODY}
    whole = sheet(Ann=ann, Bob=bob, Eve=eve, **{TRUTH: {AGO: Kind.DATE}})
    found = disputes(whole, page())
    assert found == [
        Dispute(HEADING, {"Ann": Kind.TITLE, "Bob": Kind.TITLE, "Eve": None}, Tag.CONTENT),
        Dispute(BODY, {"Ann": Kind.BODY, "Bob": None, "Eve": Kind.BODY}, Tag.CONTENT),
    ]
    assert tally(found) == {Tag.PHOTO: 0, Tag.RELATIVE: 0, Tag.CONTENT: 2, Tag.KIND: 0}
    assert proposal(whole) == {}
    assert proposal(sheet(Ann=ann, Bob=bob)) == {HEADING: Kind.TITLE}
    assert proposal(sheet()) == {}


@pytest.mark.parametrize(
    ("block", "ann", "bob", "tag"),
    [
        *((block, Kind.FIGURE, None, Tag.PHOTO) for block in (FIGURE, CAPTION, PHOTO, BESIDE)),
        *((block, Kind.FIGURE, Kind.CAPTION, Tag.PHOTO) for block in (FIGURE, BODY, PHOTO)),
        (PHOTO, Kind.FIGURE, Kind.BODY, Tag.KIND),
        (HEADING, Kind.CAPTION, Kind.TITLE, Tag.KIND),  # no picture is near
        (HEADING, Kind.CAPTION, None, Tag.CONTENT),
        (AGO, Kind.DATE, None, Tag.RELATIVE),
        (AGO, Kind.BODY, Kind.CREDIT, Tag.RELATIVE),
        (POSTED, Kind.DATE, Kind.AUTHOR, Tag.RELATIVE),  # partly a date, and one says it is
        (POSTED, Kind.AUTHOR, None, Tag.CONTENT),
    ],
)
def test_tag_says_what_a_dispute_is_about(
    block: int, ann: Kind, bob: Kind | None, tag: Tag
) -> None:
    whole = sheet(Ann={block: ann}, Bob={block: bob} if bob else {})
    assert [(one.block, one.tag) for one in disputes(whole, page())] == [(block, tag)]


def test_everything_in_a_figure_is_about_its_picture() -> None:
    html = "<figure><img src=a.png><p>A boat<p>It floats</figure>"
    said = AnnotatedPage("x", (1, 2, 3), {"Ann": {3: Kind.CAPTION}, "Bob": {}})
    assert [one.tag for one in disputes(said, split(parse(html)))] == [Tag.PHOTO]


SAID = st.dictionaries(st.integers(1, 8), st.sampled_from(Kind))


@given(st.dictionaries(st.sampled_from(["Ann", "Bob", "Eve"]), SAID, min_size=1))
def test_every_block_is_agreed_on_or_in_dispute(said: dict[str, Said]) -> None:
    whole = sheet(**said)
    open_ = {one.block for one in disputes(whole, page())}
    agreed = proposal(whole)
    assert not open_ & agreed.keys()
    for block in set(whole.shown) - open_:
        assert {kinds.get(block) for kinds in said.values()} == {agreed.get(block)}


NO_FIGURE = {text: kind for text, kind in KINDS.items() if kind is not Kind.FIGURE}


@pytest.fixture
def labels(tmp_path: Path) -> Iterator[Labels]:
    with Labels(tmp_path / "boats.labels") as labels:
        add_labels(labels, "Ann", boats.page())
        add_labels(labels, "Bob", boats.page(), NO_FIGURE, State.UNSURE)
        add_labels(labels, TRUTH, boats.page())
        add_labels(labels, "Ann", boats.page(2))  # with nobody to compare with
        add_labels(labels, "Bob", boats.page(3), state=State.BEGUN)
        add_labels(labels, "Ann", boats.page(3))
        yield labels


def test_rows_compare_with_the_truth_then_in_total_then_in_pairs(labels: Labels) -> None:
    found = measure_agreement(labels)
    rows = found.rows()
    written = list(csv.DictReader(io.StringIO(found.csv())))
    assert [row["f"] for row in written] == [str(row["f"]) for row in rows]
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
    data = found.data()
    assert data["disputes"] == {Tag.PHOTO: 1, Tag.RELATIVE: 0, Tag.CONTENT: 0, Tag.KIND: 0}
    missed = {"annotator": "Bob", "against": "truth", "says": "none", "other": "figure"}
    assert missed | {"blocks": 1} in data["kinds"]


def test_annotators_without_a_common_page_have_no_row(tmp_path: Path) -> None:
    with Labels(tmp_path / "new.labels") as labels:
        assert measure_agreement(labels).rows() == []
        assert measure_agreement(labels).csv() == ""
