from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.errors import PostError, post_errors
from honbun.evaluation.matching import match, squash

ANN, BOB, CAT = "Ann: it rained all day.", "Bob: then came the sun.", "Cat: where was that?"


def errors(found: list[str], true: list[str]) -> list[PostError]:
    pairs = match([squash(text) for text in found], [squash(text) for text in true])
    return post_errors(found, true, pairs)


@pytest.mark.parametrize(
    ("found", "true", "expected"),
    [
        pytest.param([ANN, BOB], [ANN, BOB], [], id="all right"),
        pytest.param([ANN], [ANN, BOB], [PostError("missed", BOB)], id="missed"),
        pytest.param([ANN, CAT], [ANN], [PostError("no post", CAT)], id="no post"),
        pytest.param(
            [f"{ANN} {BOB}", CAT],
            [ANN, BOB, CAT],
            [PostError("merged", f"{ANN} {BOB}", (ANN, BOB))],
            id="two posts as one",
        ),
        pytest.param(
            ["Ann: it", "rained all day."],
            [ANN],
            [PostError("torn", ANN, ("Ann: it", "rained all day."))],
            id="a post in two pieces",
        ),
        pytest.param(
            ["rained"], [ANN], [PostError("cut", ANN, ("rained",))], id="a part of a post"
        ),
        pytest.param(
            [f"{ANN} Reply, quote, report"],
            [ANN],
            [PostError("overlong", f"{ANN} Reply, quote, report", (ANN,))],
            id="a post with too much",
        ),
        pytest.param(
            ["rained all"],
            ["rained", "It rained all day."],
            [
                PostError("overlong", "rained all", ("rained",)),
                PostError("missed", "It rained all day."),
            ],
            id="a found post is told of once",
        ),
        pytest.param(
            [ANN, "Menu", "Bob: then", CAT],
            [ANN, BOB, CAT],
            [PostError("no post", "Menu"), PostError("cut", BOB, ("Bob: then",))],
            id="in the order of the page",
        ),
        pytest.param(
            ["", ANN], [ANN, " "], [PostError("no post", ""), PostError("missed", " ")], id="blanks"
        ),
    ],
)
def test_what_became_of_a_post_is_told(
    found: list[str], true: list[str], expected: list[PostError]
) -> None:
    assert errors(found, true) == expected


TEXTS = st.lists(st.text("ab ", max_size=6), max_size=6)


@given(TEXTS, TEXTS)
def test_every_post_without_a_partner_is_told_of(found: list[str], true: list[str]) -> None:
    """And of the others none is, unless it says the same as one of them."""
    pairs = match([squash(text) for text in found], [squash(text) for text in true])
    told = post_errors(found, true, pairs)
    named = {error.text for error in told} | {part for error in told for part in error.parts}
    paired, known = {i for i, _ in pairs}, {j for _, j in pairs}
    assert named == {text for i, text in enumerate(found) if i not in paired} | {
        text for j, text in enumerate(true) if j not in known
    }
    assert bool(told) == (len(paired) < len(found) or len(known) < len(true))
