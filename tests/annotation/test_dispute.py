"""What annotators differ on, and what it is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.adjudication import Dispute, Tag, disputes, proposal, tally
from honbun.annotation.agreement import Sheet
from honbun.annotation.model import TRUTH, Kind
from honbun.html.blocks import Blocks, split
from honbun.html.parse import parse

Said = dict[int, Kind]
PAGE = (
    "<h1>Boats</h1><p>3 hours ago</p>"
    "<figure><img src=a.png><figcaption>A boat</figcaption></figure>"
    "<p>They float.</p><div><img src=b.png></div><p>Another boat</p><p>Posted by Ann, 2日前</p>"
)
HEADING, AGO, FIGURE, CAPTION, BODY, PHOTO, BESIDE, POSTED = 1, 2, 3, 4, 5, 6, 7, 8


def page() -> Blocks:
    return split(parse(PAGE))


def sheet(**said: Said) -> Sheet:
    return Sheet("x", tuple(range(1, 9)), said)


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
    said = Sheet("x", (1, 2, 3), {"Ann": {3: Kind.CAPTION}, "Bob": {}})
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
