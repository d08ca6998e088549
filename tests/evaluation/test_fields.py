"""What was read from posts: bodies, authors and dates."""

from __future__ import annotations

from dataclasses import replace

import pytest

from honbun.evaluation.matching import Field, authors, bodies, days, same_date
from honbun.evaluation.threads import TruePost
from tests.evaluation.guestbooks import ANN, BOB, CAT, post, true_post

TRUE = [true_post(told) for told in (ANN, BOB, CAT)]
BODY = "It rained all day and we stayed at home."


def test_fields_add_up() -> None:
    assert Field(5, 4, 3, 2, 1) + Field(1, 2, 3, 4, 5) == Field(6, 6, 6, 6, 6)


def test_rates_are_of_posts_found_of_all_and_of_those_without() -> None:
    field = Field(true=8, matched=4, right=2, bare=5, invented=1)
    assert (field.rate, field.rate_of_all, field.invented_rate) == (0.5, 0.25, 0.2)


def test_there_is_no_rate_of_nothing() -> None:
    assert Field().rate is None
    assert Field().rate_of_all is None
    assert Field().invented_rate is None


def test_posts_that_were_not_found_count_among_all_only() -> None:
    pairs = [(post(ANN), TRUE[0]), (replace(post(BOB), author="Bert"), TRUE[1])]
    assert authors(TRUE, pairs) == Field(true=3, matched=2, right=1)


@pytest.mark.parametrize(
    ("found", "right"),
    [("Ann Lee", 1), (" ANN \n lee", 1), ("AnnLee", 0), ("Ann", 0), ("by Ann Lee", 0), (None, 0)],
)
def test_an_author_is_right_but_for_case_and_white_space(found: str | None, right: int) -> None:
    true = TruePost("", None, "Ann Lee", None)
    assert authors([true], [(replace(post(""), author=found), true)]).right == right


def test_an_author_of_a_post_without_one_is_invented() -> None:
    true = TruePost("", None, None, None)
    pairs = [(replace(post(""), author=name), true) for name in ("Ann", None, "")]
    assert authors([true] * 4, pairs) == Field(bare=3, invented=1)


@pytest.mark.parametrize(
    ("found", "right"),
    [(BODY, 1), (BODY + " #1", 1), (BODY[1:], 1), (BODY[:20], 0), (f"{BODY} {BODY}", 0), (None, 0)],
)
def test_a_body_is_right_when_its_extent_is(found: str | None, right: int) -> None:
    pairs = [(replace(post(ANN), body=found), TRUE[0])]
    assert bodies(TRUE, pairs) == Field(true=3, matched=1, right=right)


def test_dates_are_read_in_the_language_of_the_format() -> None:
    true = TruePost("", None, None, "2015-12-11")
    pairs = [(replace(post(""), date="11/12/2015"), true)]
    assert days([true], pairs, "fr").right == 1
    assert days([true], pairs, "en-US").right == 0


def test_a_date_may_be_given_in_iso_alone() -> None:
    true = TruePost("", None, None, "Dec 11, 2015, 6:18 PM")
    right, wrong = (post("", published=f"2015-12-11T18:{minute}") for minute in (18, 19))
    assert days([true] * 3, [(right, true), (wrong, true)], "en") == Field(3, 2, 1)


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
def test_dates_that_are_the_same(found: str, true: str) -> None:
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
def test_dates_that_are_not_the_same(found: str | None, true: str) -> None:
    assert not same_date(found, true, "en")
