"""Found posts and items are matched with the true ones."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.matching import (
    agree,
    link_key,
    match,
    match_exactly,
    match_items,
    same_date,
    squash,
)
from tests.evaluation.noticeboards import FAIR, HERE, MENU, ROADS, WATER, item, true_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.evaluation.noticeboards import ItemTuple

TEXT = st.text("ab", max_size=24)
"""Few letters, so that texts contain each other; long, so that a tenth is a letter or two."""
TEXTS = st.lists(TEXT, max_size=6)
POST = "Ann19980701Itrainedalldayandwestayedathome."
NEXT = "Bob19980702Sunny."


def test_white_space_and_invisible_characters_are_removed() -> None:
    unseen = " \t\r\n\xa0\u3000\u2028\u200b\u200c\u200d\u2060\ufeff\xad\x00\x08\x7f\x9f\uffff"
    assert squash("".join(f"{mark}本" for mark in unseen) + "\n") == "本" * len(unseen)


@given(TEXT, TEXT, TEXT)
def test_a_tenth_may_be_missing_in_the_middle(before: str, between: str, after: str) -> None:
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
def test_wrong_edges_are_accepted_and_halves_are_not(found: str, expected: bool) -> None:
    assert agree(found, POST) == expected
    assert match([found], [POST]) == ([(0, 0)] if expected else [])


@given(TEXT.filter(bool), TEXT.filter(bool))
def test_merged_posts_are_wrong(first: str, second: str) -> None:
    assert match([first + second], [first, second]) == []


def test_post_that_contains_its_reply_is_wrong() -> None:
    long = POST * 6
    nested = long[:80] + NEXT + long[80:]
    assert agree(nested, long)
    assert match([nested], [long]) == [(0, 0)]
    assert match([nested], [long, NEXT]) == []
    assert match([nested], [NEXT, long]) == []
    assert match([nested, NEXT], [long, NEXT]) == [(1, 1)]


def test_post_with_the_text_of_its_neighbour_is_right() -> None:
    quoting = POST * 6 + NEXT
    assert match([quoting + "#1", NEXT], [quoting, NEXT]) == [(0, 0), (1, 1)]


def test_empty_neighbour_is_not_part_of_a_post() -> None:
    assert match(["", POST[1:]], [POST]) == [(1, 0)]
    assert match([POST], ["", POST[1:]]) == [(0, 1)]


def holds(text: str, others: Sequence[str], partner: int) -> bool:
    beside = [others[at] for at in (partner - 1, partner + 1) if 0 <= at < len(others)]
    return any(one and text.count(one) > others[partner].count(one) for one in beside)


def most(found: Sequence[str], true: Sequence[str], *, strict: bool) -> int:
    """The maximum number of pairs in order, by the textbook dynamic programming table."""
    table = [[0] * (len(true) + 1) for _ in range(len(found) + 1)]
    for i, ours in enumerate(found):
        for j, theirs in enumerate(true):
            right = ours == theirs
            if not strict and agree(ours, theirs):
                right = not (holds(ours, true, j) or holds(theirs, found, i))
            table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j], table[i][j] + right)
    return table[-1][-1]


@given(TEXTS, TEXTS)
def test_number_of_matched_posts_is_maximal(found: list[str], true: list[str]) -> None:
    assert len(match(found, true)) == most(found, true, strict=False)
    assert len(match_exactly(found, true)) == most(found, true, strict=True)


SHORT = st.lists(st.sampled_from(["aaaaaaaaaaaa", "aaaaaaaaaaab", "b", "bb", ""]), max_size=9)


@given(SHORT, SHORT)
def test_matching_is_one_to_one_and_in_order(found: list[str], true: list[str]) -> None:
    for pairs in (match(found, true), match_exactly(found, true)):
        assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
    assert all(agree(found[i], true[j]) for i, j in match(found, true))
    assert all(found[i] == true[j] for i, j in match_exactly(found, true))


def test_equal_post_is_preferred_to_a_similar_one() -> None:
    one, other, third = (f"{POST}No.{number}" for number in (1, 2, 3))
    assert match([other], [one, other, third]) == [(0, 1)]
    assert match([one, other, third], [other]) == [(1, 0)]
    assert match([other, third], [one, other, third]) == [(0, 1), (1, 2)]


def test_neighbour_is_not_matched_with_a_similar_post() -> None:
    one, other = f"{POST}No.1", f"{POST}No.2"
    assert match([other, NEXT], [one, other, NEXT]) == [(0, 1), (1, 2)]
    assert match([other, other], [one, other]) == [(0, 1)]


def paired(found: Sequence[ItemTuple], true: Sequence[ItemTuple]) -> list[tuple[int, int]]:
    return match_items(list(map(item, found)), true_page(true))


def linked(title: str, link: str | None = None) -> ItemTuple:
    return title, link and f"{HERE}{link}", None


FIRST, SECOND = linked("One", "a#1"), linked("Two", "a#2")
SHARED = [linked("One", "a"), linked("Two", "a")]
ANCHORED = [linked("Version 2", "#v2"), linked("Version 1", "#v1")]
MINUTES = linked("Minutes")
ELSEWHERE = linked(ROADS[0], "elsewhere")


@pytest.mark.parametrize(
    ("found", "true", "expected"),
    [
        pytest.param([WATER, MENU, ROADS], [ROADS, WATER, FAIR], [(0, 1), (2, 0)], id="by link"),
        pytest.param([ELSEWHERE, ("X", ROADS[1], None)], [ROADS], [(1, 0)], id="link before title"),
        pytest.param([ELSEWHERE], [ROADS], [], id="another link"),
        pytest.param([SECOND, FIRST], [FIRST, SECOND], [(0, 1), (1, 0)], id="fragments"),
        pytest.param([linked("One", "a")], [FIRST, SECOND], [], id="no fragment"),
        pytest.param(SHARED[::-1], SHARED, [(0, 1), (1, 0)], id="one link, by title"),
        pytest.param([linked("Three", "a")], SHARED, [], id="one link, another title"),
        pytest.param([linked("Two", "b")], SHARED, [(0, 1)], id="shared link, title elsewhere"),
        pytest.param([linked(" 3月 1日")], [linked("3月1日")], [(0, 0)], id="title, white space"),
        pytest.param([linked("3月1日", "#1")], [linked("3月1日")], [(0, 0)], id="anchor found"),
        pytest.param([linked("3月2日")], [linked("3月1日")], [], id="another title"),
        pytest.param([linked("Version 1")], ANCHORED, [(0, 1)], id="anchor not found"),
        pytest.param([linked("Version 1", "b")], ANCHORED, [], id="another page"),
        pytest.param([linked("Version 0")], ANCHORED, [], id="another version"),
        pytest.param([linked(ROADS[0])], [ROADS], [], id="link not found"),
        pytest.param([("", ROADS[1], None), ROADS, ROADS], [ROADS], [(1, 0)], id="found thrice"),
        pytest.param([MINUTES] * 3, [MINUTES] * 2, [(0, 0), (1, 1)], id="equal titles in order"),
    ],
)
def test_items_are_matched_by_link_or_title(
    found: list[ItemTuple], true: list[ItemTuple], expected: list[tuple[int, int]]
) -> None:
    assert paired(found, true) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://a.example", "https://a.example/", True),
        ("https://a.example:443/b", "https://a.example/b", True),
        ("http://a.example:80/b", "http://a.example/b", True),
        ("HTTPS://A.example/b", "https://a.example/b", True),
        ("https://a.example/%E9%81%93", "https://a.example/%e9%81%93", True),
        ("https://a.example/道?道#道", "https://a.example/%e9%81%93?%e9%81%93#%e9%81%93", True),
        ("https://a.example/%7Eb", "https://a.example/~b", True),
        ("\nhttps://a.example/b ", "https://a.example/b", True),
        ("https://a.example/b#", "https://a.example/b", True),
        ("https://a.example/b", "http://a.example/b", False),
        ("https://a.example/b", "https://www.a.example/b", False),
        ("https://a.example/b", "https://a.example/b/", False),
        ("https://a.example/b", "https://a.example/B", False),
        ("https://a.example/b", "https://a.example:80/b", False),
        ("https://a.example/b?c", "https://a.example/b#c", False),
        ("https://a.example/%93", "https://a.example/%94", False),
        ("http://[", "http://]", False),
    ],
)
def test_spellings_of_one_url_have_one_key(one: str, other: str, same: bool) -> None:
    assert (link_key(one) == link_key(other)) is same
    assert link_key(one) is not None


def test_no_link_has_no_key() -> None:
    assert link_key(None) is link_key("") is None


_TITLES, _LINKS = (
    st.sampled_from("ABC"),
    st.sampled_from([None, HERE + "1", HERE + "2", HERE + "#3"]),
)
_ITEMS = st.lists(st.tuples(_TITLES, _LINKS, st.none()), max_size=6)


@given(_ITEMS, _ITEMS)
def test_pairs_are_one_to_one_and_agree_in_link_or_title(
    found: list[ItemTuple], true: list[ItemTuple]
) -> None:
    places = paired(found, true)
    assert len({i for i, _ in places}) == len({j for _, j in places}) == len(places)
    assert all(
        found[i][0] == true[j][0] or found[i][1] == true[j][1] is not None for i, j in places
    )


@given(_ITEMS)
def test_truth_matches_itself_completely(true: list[ItemTuple]) -> None:
    assert paired(true, true) == [(place, place) for place in range(len(true))]


DATE = "Fri, 11/12/2015 - 18:18"


@pytest.mark.parametrize(
    ("found", "true"),
    [
        pytest.param("Jul 1,  1998", "JUL 1, 1998", id="equal but for case and white space"),
        pytest.param("11/12/2015 - 18:18", DATE, id="without the weekday"),
        pytest.param("11/12/2015", DATE, id="without the time"),
        pytest.param("on Fri, 11/12/2015 - 18:18 by", DATE, id="with words around it"),
        pytest.param("Dec 31, 2025, 9:37 PM", "Dec 31, 2025", id="with the time"),
        pytest.param("10/02/25 20:42:40", "10/02/25(木)20:42:40", id="a weekday left out between"),
        pytest.param("1998-07-19", "July 19, 1998", id="in another form"),
        pytest.param("Mar 09", "3:21pm On Mar 09", id="a day without its year"),
        pytest.param("posted 2 years ago", "2 years ago", id="time ago, with a word"),
        pytest.param("2 years ago", "about 2 years ago", id="time ago, without a word"),
        pytest.param("the ides", "The Ides", id="what nobody can read, if it is equal"),
    ],
)
def test_equal_dates_agree(found: str, true: str) -> None:
    assert same_date(found, true, "en")


@pytest.mark.parametrize(
    ("found", "true"),
    [
        pytest.param(None, DATE, id="none"),
        pytest.param("", DATE, id="blank"),
        pytest.param("18:18", DATE, id="the time alone"),
        pytest.param("2015", DATE, id="the year alone"),
        pytest.param("Dec 2015", "11 Dec 2015", id="the month alone"),
        pytest.param("12/12/2015 - 18:18", DATE, id="another day"),
        pytest.param("11/12/2015 - 18:19", DATE, id="another minute"),
        pytest.param("Jan 31, 2025", "Dec 31, 2025", id="another month"),
        pytest.param("1 Dec 2015", "21 Dec 2015", id="a digit less"),
        pytest.param("12 years ago", "2 years ago", id="a digit more"),
        pytest.param("2 hours ago", "2 years ago", id="another unit"),
        pytest.param("hours ago", "2 hours ago", id="no number"),
        pytest.param("2 hours ago", "2 days 3 hours ago", id="another number left out"),
        pytest.param(f"{DATE} {'we stayed at home all day ' * 3}", DATE, id="the message as well"),
        pytest.param("...", DATE, id="no word"),
    ],
)
def test_different_dates_disagree(found: str | None, true: str) -> None:
    assert not same_date(found, true, "en")
