"""Found texts and true ones: which are the same post."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.matching import agree, match, match_strictly, squash

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT = st.text("ab", max_size=24)
"""Of few letters, so that texts hold each other, and so long that a tenth is a letter or two."""
TEXTS = st.lists(TEXT, max_size=6)
POST = "Ann19980701Itrainedalldayandwestayedathome."
NEXT = "Bob19980702Sunny."


def test_white_space_marks_that_nobody_sees_and_control_characters_are_removed() -> None:
    unseen = " \t\r\n\xa0\u3000\u2028\u200b\u200c\u200d\u2060\ufeff\xad\x00\x08\x7f\x9f\uffff"
    assert squash("".join(f"{mark}本" for mark in unseen) + "\n") == "本" * len(unseen)


@given(TEXT, TEXT)
def test_extents_agree_either_way_or_not_at_all(one: str, other: str) -> None:
    assert agree(one, other) == agree(other, one)


@given(TEXT, st.integers(0, 2), st.integers(0, 2))
def test_a_tenth_may_be_missing_at_both_ends(text: str, first: int, last: int) -> None:
    left = text[first : len(text) - last]
    assert agree(left, text) == (10 * len(left) >= 9 * len(text))


@given(TEXT, TEXT, TEXT)
def test_a_tenth_may_be_missing_between(before: str, between: str, after: str) -> None:
    whole, left = before + between + after, before + after
    assert agree(left, whole) == (10 * len(left) >= 9 * len(whole))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(POST, True, id="the post"),
        pytest.param("1." + POST + "#1", True, id="a number at both ends"),
        pytest.param(POST[2:-2], True, id="a little less at both ends"),
        pytest.param(POST.replace("rained", "thundered"), False, id="another word"),
        pytest.param(POST.replace("It", "He"), True, id="other letters"),
        pytest.param(POST[: len(POST) // 2], False, id="a half"),
        pytest.param(POST + POST, False, id="twice"),
        pytest.param(POST[3:] + "Bob", False, id="the name of the next post for its own"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_edges_are_forgiven_and_halves_are_not(found: str, expected: bool) -> None:
    assert agree(found, POST) == expected
    assert match([found], [POST]) == ([(0, 0)] if expected else [])


@given(TEXT.filter(bool), TEXT.filter(bool))
def test_no_part_of_a_post_beside_its_rest_is_right(first: str, second: str) -> None:
    assert match([first, second], [first + second]) == []


@given(TEXT.filter(bool), TEXT.filter(bool))
def test_two_posts_as_one_are_not_right(first: str, second: str) -> None:
    assert match([first + second], [first, second]) == []


def test_a_post_with_its_reply_inside_is_not_right() -> None:
    long = POST * 6
    nested = long[:80] + NEXT + long[80:]
    assert agree(nested, long)
    assert match([nested], [long]) == [(0, 0)]
    assert match([nested], [long, NEXT]) == []
    assert match([nested], [NEXT, long]) == []
    assert match([nested, NEXT], [long, NEXT]) == [(1, 1)]


def test_a_post_that_says_what_its_neighbour_says_is_right() -> None:
    quoting = POST * 6 + NEXT
    assert match([quoting + "#1", NEXT], [quoting, NEXT]) == [(0, 0), (1, 1)]


def test_a_neighbour_that_says_nothing_is_not_swallowed() -> None:
    assert match(["", POST[1:]], [POST]) == [(1, 0)]
    assert match([POST], ["", POST[1:]]) == [(0, 1)]


def holds(text: str, others: Sequence[str], partner: int) -> bool:
    beside = [others[at] for at in (partner - 1, partner + 1) if 0 <= at < len(others)]
    return any(one and text.count(one) > others[partner].count(one) for one in beside)


def most(found: Sequence[str], true: Sequence[str], *, strict: bool) -> int:
    """How many pairs can stand together at most, by the table that every textbook fills."""
    table = [[0] * (len(true) + 1) for _ in range(len(found) + 1)]
    for i, ours in enumerate(found):
        for j, theirs in enumerate(true):
            right = ours == theirs
            if not strict and agree(ours, theirs):
                right = not (holds(ours, true, j) or holds(theirs, found, i))
            table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j], table[i][j] + right)
    return table[-1][-1]


@given(TEXTS, TEXTS)
def test_as_many_posts_are_matched_as_can_be(found: list[str], true: list[str]) -> None:
    assert len(match(found, true)) == most(found, true, strict=False)
    assert len(match_strictly(found, true)) == most(found, true, strict=True)


SHORT = st.lists(st.sampled_from(["aaaaaaaaaaaa", "aaaaaaaaaaab", "b", "bb", ""]), max_size=9)


@given(SHORT, SHORT)
def test_matching_is_one_to_one_and_in_order(found: list[str], true: list[str]) -> None:
    for pairs in (match(found, true), match_strictly(found, true)):
        assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
    assert all(agree(found[i], true[j]) for i, j in match(found, true))
    assert all(found[i] == true[j] for i, j in match_strictly(found, true))


@given(SHORT, SHORT)
def test_found_and_true_are_matched_alike(found: list[str], true: list[str]) -> None:
    there, back = match(found, true), match(true, found)
    assert len(there) == len(back)
    assert sum(found[i] == true[j] for i, j in there) == sum(true[j] == found[i] for j, i in back)


@given(SHORT, SHORT)
def test_what_is_equal_has_the_same_extent(found: list[str], true: list[str]) -> None:
    assert len(match_strictly(found, true)) <= len(match(found, true))


@given(SHORT)
def test_what_is_complete_is_matched_with_itself(texts: list[str]) -> None:
    everything = [(at, at) for at in range(len(texts))]
    assert match(texts, texts) == match_strictly(texts, texts) == everything


def test_of_posts_that_say_nearly_the_same_the_equal_one_is_taken() -> None:
    one, other, third = (f"{POST}No.{number}" for number in (1, 2, 3))
    assert match([other], [one, other, third]) == [(0, 1)]
    assert match([one, other, third], [other]) == [(1, 0)]
    assert match([other, third], [one, other, third]) == [(0, 1), (1, 2)]


def test_one_post_more_outweighs_posts_that_are_equal() -> None:
    one, other = f"{POST}No.1", f"{POST}No.2"
    assert match([one, "...", other], [other, NEXT, one]) == [(0, 0), (2, 2)]


def test_a_post_that_is_the_neighbour_is_not_taken_for_one_that_says_nearly_the_same() -> None:
    one, other = f"{POST}No.1", f"{POST}No.2"
    assert match([other, NEXT], [one, other, NEXT]) == [(0, 1), (1, 2)]
    assert match([other, other], [one, other]) == [(0, 1)]
