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


def tags(ann: Said, bob: Said) -> dict[int, Tag]:
    return {one.block: one.tag for one in disputes(sheet(Ann=ann, Bob=bob), page())}


def test_each_opinion_is_told() -> None:
    ann, bob, eve = {HEADING: Kind.TITLE, BODY: Kind.BODY}, {HEADING: Kind.TITLE}, {BODY: Kind.BODY}
    found = disputes(sheet(Ann=ann, Bob=bob, Eve=eve), page())
    assert found == [
        Dispute(HEADING, {"Ann": Kind.TITLE, "Bob": Kind.TITLE, "Eve": None}, Tag.CONTENT),
        Dispute(BODY, {"Ann": Kind.BODY, "Bob": None, "Eve": Kind.BODY}, Tag.CONTENT),
    ]


@pytest.mark.parametrize("block", [FIGURE, CAPTION, PHOTO, BESIDE, BODY])
@pytest.mark.parametrize("other", [None, Kind.CAPTION])
def test_photo_and_caption_are_told_apart_from_the_rest(block: int, other: Kind | None) -> None:
    bob = {} if other is None else {block: other}
    assert tags({block: Kind.FIGURE}, bob) == {block: Tag.PHOTO}


def test_all_that_stands_in_a_figure_is_about_its_picture() -> None:
    html = "<figure><img src=a.png><p>A boat<p>It floats</figure>"
    said = AnnotatedPage("x", (1, 2, 3), {"Ann": {3: Kind.CAPTION}, "Bob": {}})
    assert [one.tag for one in disputes(said, split(parse(html)))] == [Tag.PHOTO]


def test_no_picture_no_dispute_about_one() -> None:
    assert tags({AGO: Kind.FIGURE, HEADING: Kind.CAPTION}, {HEADING: Kind.TITLE})[HEADING] is (
        Tag.KIND
    )
    assert tags({HEADING: Kind.CAPTION}, {}) == {HEADING: Tag.CONTENT}


def test_a_picture_that_one_takes_for_body_is_another_matter() -> None:
    assert tags({PHOTO: Kind.FIGURE}, {PHOTO: Kind.BODY}) == {PHOTO: Tag.KIND}


def test_dates_told_from_now_are_a_matter_of_their_own() -> None:
    assert tags({AGO: Kind.DATE}, {}) == {AGO: Tag.RELATIVE}
    assert tags({AGO: Kind.BODY}, {AGO: Kind.CREDIT}) == {AGO: Tag.RELATIVE}


def test_a_line_with_such_a_date_is_one_if_somebody_says_so() -> None:
    assert tags({POSTED: Kind.DATE}, {POSTED: Kind.AUTHOR}) == {POSTED: Tag.RELATIVE}
    assert tags({POSTED: Kind.AUTHOR}, {}) == {POSTED: Tag.CONTENT}


def test_what_the_adjudicator_says_is_no_dispute() -> None:
    said = sheet(Ann={BODY: Kind.BODY}, **{TRUTH: {}})
    assert disputes(said, page()) == []
    assert proposal(said) == {BODY: Kind.BODY}


def test_the_proposal_is_what_all_agree_on() -> None:
    ann = {HEADING: Kind.TITLE, BODY: Kind.BODY, AGO: Kind.DATE}
    bob = {HEADING: Kind.TITLE, BODY: Kind.CREDIT, CAPTION: Kind.CAPTION}
    assert proposal(sheet(Ann=ann, Bob=bob)) == {HEADING: Kind.TITLE}
    assert proposal(sheet()) == {}


def test_all_tags_are_counted() -> None:
    found = disputes(sheet(Ann={AGO: Kind.DATE, BODY: Kind.BODY}, Bob={}), page())
    assert tally(found) == {Tag.PHOTO: 0, Tag.RELATIVE: 1, Tag.CONTENT: 1, Tag.KIND: 0}


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


def test_rows_are_those_against_the_truth_then_all_then_pairs(labels: Labels) -> None:
    rows = measure_agreement(labels).rows()
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
    found = measure_agreement(labels)
    rows = list(csv.DictReader(io.StringIO(found.csv())))
    assert [row["f"] for row in rows] == [str(row["f"]) for row in found.rows()]


def test_differences_are_counted_by_what_they_are_about(labels: Labels) -> None:
    data = measure_agreement(labels).data()
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
        assert measure_agreement(labels).rows() == []
        assert measure_agreement(labels).csv() == ""
