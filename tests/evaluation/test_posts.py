"""The posts of pages beside the true ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.matching import Field
from honbun.evaluation.metrics import Score
from honbun.evaluation.posts import (
    Comparison,
    GroupScore,
    PostsScore,
    alarms,
    compare,
    evaluate,
    means,
    sample,
    total,
)
from honbun.evaluation.threads import Group, TruePage
from honbun.page import Page
from tests.evaluation.guestbooks import ANN, BOB, CAT, find, html, post, thread, true_post

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.posts.model import Thread


def page(name: str, shown: Sequence[str], true: Sequence[str] | None = None) -> TruePage:
    """A page that shows some posts, and the true ones if they are others."""
    truths = tuple(map(true_post, shown if true is None else true))
    return TruePage(Page(html(shown), source=name), "ul", truths)


def group(name: str, *pages: TruePage, style: str = "structured") -> Group:
    return Group(name, style, "en", pages)


def compared(found: Sequence[str], true: Sequence[str]) -> Comparison:
    truth = page("p", true)
    return compare([post(told) for told in found], truth, group("g", truth))


ALL = Field(true=2, matched=2, right=2)


def test_a_perfect_answer_is_right_in_everything() -> None:
    assert compared([ANN, BOB], [ANN, BOB]) == Comparison(
        "p", PostsScore(1, 1, 1, Score(2, 2, 2), Score(2, 2, 2), ALL, ALL, ALL), ""
    )


def test_where_a_counter_is_missed_a_page_is_perfect_but_not_strictly() -> None:
    found = compared([ANN, BOB + " #2"], [ANN, BOB])
    score = found.score
    assert (score.extent, score.strict) == (Score(2, 2, 2), Score(2, 2, 1))
    assert (score.perfect, score.strictly_perfect) == (1, 0)
    assert found.wrong == f"inexact: {BOB[:50]}"


def test_a_missed_post_costs_recall_and_its_fields_count_among_all() -> None:
    found = compared([ANN, CAT], [ANN, BOB, CAT])
    assert found.score == PostsScore(
        pages=1,
        extent=Score(2, 3, 2),
        strict=Score(2, 3, 2),
        body=Field(3, 2, 2),
        author=Field(3, 2, 2),
        date=Field(3, 2, 2),
    )
    assert found.wrong == f"missed: {BOB[:50]}"


def test_what_is_no_post_costs_precision() -> None:
    found = compared([ANN, "Sign my\nguestbook", BOB, "Home"], [ANN, BOB])
    assert (found.score.extent, found.score.perfect) == (Score(4, 2, 2), 0)
    assert found.wrong == "no post: Sign my guestbook"


def test_two_posts_as_one_are_none() -> None:
    found = compared([f"{ANN} {BOB}"], [ANN, BOB])
    assert found.score.extent == Score(1, 2, 0)
    assert found.wrong == f"missed: {ANN[:50]}"


def test_fields_are_compared_with_those_of_the_same_post() -> None:
    """A post before them that is none shifts the numbers of the others."""
    truth = page("p", [ANN, BOB])
    posts = [post("Guests"), post(ANN), replace(post(BOB), author="Bert", date="1999-01-01")]
    score = compare(posts, truth, group("g", truth)).score
    assert (score.author, score.date, score.body) == (Field(2, 2, 1), Field(2, 2, 1), ALL)


NAME, DAY, BODY = st.text("ab", max_size=3), st.integers(1, 31), st.text("ab ", min_size=1)
TOLD = st.lists(st.builds("{} | 1998-07-{:02} | {}".format, NAME, DAY, BODY), max_size=6)


@given(TOLD, TOLD)
def test_strict_scores_are_never_above_those_by_extent(found: list[str], true: list[str]) -> None:
    score = compared(found, true).score
    assert score.strict.f <= score.extent.f
    assert score.strictly_perfect <= score.perfect
    assert score.extent.right <= min(len(found), len(true))


@given(TOLD)
def test_whatever_is_true_scores_one(true: list[str]) -> None:
    measures = compared(true, true).score.measures()
    assert measures.pop("invented") in (None, 0)
    assert set(measures.values()) <= {None, 1}
    assert measures["strictly"] == 1


def test_scores_add_up() -> None:
    fields = (Field(1, 1, 1), Field(2, 1, 1), Field(3, 1, 1))
    one = PostsScore(1, 1, 0, Score(3, 4, 2), Score(3, 4, 1), *fields)
    other = PostsScore(2, 0, 1, Score(1, 1, 1), Score(1, 1, 0), *fields)
    assert one + other == PostsScore(
        3, 1, 1, Score(4, 5, 3), Score(4, 5, 1), Field(2, 2, 2), Field(4, 2, 2), Field(6, 2, 2)
    )


def test_measures_have_their_names() -> None:
    score = PostsScore(
        pages=4,
        perfect=2,
        strictly_perfect=1,
        extent=Score(found=5, true=10, right=4),
        strict=Score(found=5, true=10, right=3),
        body=Field(true=10, matched=4, right=3),
        author=Field(true=8, matched=4, right=1, bare=2, invented=1),
        date=Field(true=10, matched=2, right=2),
    )
    assert score.measures() == {
        "P": 0.8,
        "R": 0.4,
        "F": 8 / 15,
        "strict F": 0.4,
        "perfect": 0.5,
        "strictly": 0.25,
        "body": 0.75,
        "author": 0.25,
        "author of all": 0.125,
        "invented": 0.5,
        "date": 1.0,
        "date of all": 0.2,
    }


class Asked:
    """A method that remembers which collections it was asked about."""

    def __init__(self) -> None:
        self.collections: list[list[str]] = []

    def __call__(self, pages: Sequence[Page]) -> list[Thread]:
        self.collections.append([page.source for page in pages])
        return find(pages)[::-1]


GROUPS = [
    group("east", page("e0", [ANN, BOB]), page("e1", [CAT, BOB], [BOB])),
    group("west", page("w0", [CAT], [ANN, CAT]), style="hr"),
]


@pytest.mark.parametrize(
    ("mixed", "collections", "steps"),
    [
        (False, [["e0", "e1"], ["w0"]], ["east", "west"]),
        (True, [["e0", "e1", "w0"]], ["all formats mixed"]),
    ],
)
def test_formats_are_judged_one_by_one_or_as_one(
    mixed: bool, collections: list[list[str]], steps: list[str]
) -> None:
    asked, told = Asked(), list[str]()
    scores = evaluate(GROUPS, asked, mixed=mixed, on_step=told.append)
    assert (asked.collections, told) == (collections, steps)
    assert [(score.name, score.style) for score in scores] == [
        ("east", "structured"),
        ("west", "hr"),
    ]
    assert [page.source for score in scores for page in score.pages] == ["e0", "e1", "w0"]
    east, west = (score.score for score in scores)
    assert (east.extent, east.pages, east.perfect) == (Score(4, 3, 3), 2, 1)
    assert (west.extent, west.pages, west.perfect) == (Score(1, 2, 1), 1, 0)


def test_a_page_without_a_thread_is_judged_as_one_without_posts() -> None:
    east, west = evaluate(GROUPS, lambda pages: find(pages)[1:])
    assert east.score.extent == Score(2, 3, 1)
    assert west.score.extent == Score(0, 2, 0)


def test_pages_are_judged_in_the_language_of_their_format() -> None:
    told = "Ann | 11/12/2015 | It rained all day."
    truth = TruePage(Page(html([told]), source="p"), "ul", (true_post(told),))
    truth = replace(truth, posts=(replace(truth.posts[0], date="2015-12-11"),))
    (french,) = evaluate([Group("f", "hr", "fr", (truth,))], find)
    (american,) = evaluate([Group("a", "hr", "en-US", (truth,))], find)
    assert (french.score.date.right, american.score.date.right) == (1, 0)


def test_formats_are_added_up_by_posts_and_averaged_each_alike() -> None:
    scores = evaluate(GROUPS, find)
    assert total(scores).extent == Score(5, 5, 4)
    averages = means(scores)
    assert (averages["P"], averages["R"]) == ((3 / 4 + 1) / 2, (1 + 1 / 2) / 2)
    assert averages["perfect"] == (1 / 2 + 0) / 2


def test_a_format_without_authors_takes_no_part_in_their_mean() -> None:
    named, nameless = page("n", [ANN, BOB]), page("m", [" | 1998-07-01 | It rained all day."])
    scores = evaluate([group("named", named), group("nameless", nameless)], find)
    assert (means(scores)["author"], means(scores)["invented"]) == (1, 0)
    assert means(scores[1:])["author"] is None


def test_no_formats_have_no_means() -> None:
    assert total([]) == PostsScore()
    assert set(means([]).values()) == {None}


def test_an_alarm_is_a_page_on_which_posts_were_found() -> None:
    pages = [Page(html(shown), source=name) for name, shown in (("a", [ANN, BOB]), ("b", []))]
    assert alarms(pages, find) == [thread(pages[0], [ANN, BOB])]


@given(st.integers(0, 90), st.integers(1, 12))
def test_a_sample_takes_pages_at_even_distances(count: int, most: int) -> None:
    taken = [int(page.source) for page in sample(numbered(count), most)]
    assert len(taken) == min(most, count)
    assert taken[:1] == ([0] if count else [])
    gaps = [after - before for before, after in pairwise([*taken, count])]
    assert all(0 < gap < 3 * (count / len(taken)) for gap in gaps)


def test_a_sample_of_all_is_all() -> None:
    assert sample(numbered(7), 7) == sample(numbered(7), 9) == list(numbered(7))


def numbered(count: int) -> list[Page]:
    return [Page("", source=str(number)) for number in range(count)]


def test_a_format_adds_up_its_pages() -> None:
    pages = [Comparison(name, PostsScore(pages=1, perfect=1), "") for name in "ab"]
    assert GroupScore("g", "hr", tuple(pages)).score == PostsScore(pages=2, perfect=2)
