"""Posts measured on handwritten guestbooks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.evaluation.metrics import Score
from honbun.evaluation.posts import compare, evaluate, measures, rows
from honbun.evaluation.truth.threads import Group, TruePage, TruePost, read_groups
from honbun.page import Page
from tests.builders import document
from tests.evaluation.guestbooks import ANN, BOB, CAT, Shown, find, post, true_post, write_group

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from honbun.evaluation.metrics import Comparison
    from honbun.posts.model import Post, Thread

BODY = "It rained all day and we stayed at home."


def compared(found: Sequence[Post], true: Sequence[TruePost], language: str = "en") -> Comparison:
    page = TruePage(Page("", source="x"), "ul", tuple(true))
    return compare(found, page, Group("x", "hr", language, (page,)))


def test_page_with_all_posts_is_perfect() -> None:
    one = compared([post(ANN), post(BOB)], [true_post(ANN), true_post(BOB)])
    assert one.is_perfect
    assert not one.errors
    assert {value for value in measures([one]).values() if value is not None} == {1.0}


def test_missed_and_extra_posts_are_counted() -> None:
    one = compared([post(ANN), post("Menu")], [true_post(ANN), true_post(BOB)])
    assert (one.scores["extent"], one.is_perfect) == (Score(2, 2, 1), False)
    assert [error["error"] for error in one.errors] == ["no post", "missed"]


def test_inexact_post_is_right_but_not_strictly() -> None:
    one = compared([post(ANN + " #1")], [true_post(ANN)])
    figures = measures([one])
    assert (figures["F"], figures["strict F"]) == (1.0, 0.0)
    assert (figures["perfect"], figures["strictly"]) == (1.0, 0.0)
    assert [error["error"] for error in one.errors] == ["inexact"]


def test_fields_are_measured_on_matched_posts_and_on_all() -> None:
    wrong = replace(post(BOB), author="Bert")
    figures = measures([compared([post(ANN), wrong], [true_post(one) for one in (ANN, BOB, CAT)])])
    assert (figures["author"], figures["author of all"]) == (0.5, 1 / 3)


@pytest.mark.parametrize(
    ("found", "right"),
    [("Ann Lee", 1), (" ANN \n lee", 1), ("AnnLee", 0), ("Ann", 0), ("by Ann Lee", 0), (None, 0)],
)
def test_author_is_compared_without_case_and_white_space(found: str | None, right: int) -> None:
    one = compared([replace(post("Hi"), author=found)], [TruePost("Hi", None, "Ann Lee", None)])
    assert one.scores["author"].right == right


def test_author_of_a_post_without_one_is_invented() -> None:
    true = [TruePost(text, None, None, None) for text in ("One", "Two", "Three")]
    found = [replace(post(one.text), author=name) for one, name in zip(true, ("Ann", None, ""))]
    assert measures([compared(found, true)])["invented"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("found", "right"),
    [(BODY, 1), (BODY + " #1", 1), (BODY[1:], 1), (BODY[:20], 0), (f"{BODY} {BODY}", 0), (None, 0)],
)
def test_body_is_right_if_its_extent_is(found: str | None, right: int) -> None:
    one = compared([replace(post(ANN), body=document(found))], [true_post(ANN)])
    assert one.scores["body"] == Score(1, 1, right)


@pytest.mark.parametrize(("language", "right"), [("fr", 1), ("en-US", 0)])
def test_dates_are_read_in_the_language_of_the_format(language: str, right: int) -> None:
    true = TruePost("Hi", None, None, "2015-12-11")
    one = compared([replace(post("Hi"), date="11/12/2015")], [true], language)
    assert one.scores["date"].right == right


def test_date_may_be_given_in_iso_format_only() -> None:
    true = TruePost("Hi", None, None, "Dec 11, 2015, 6:18 PM")
    for minute, right in ((18, 1), (19, 0)):
        one = compared([post("Hi", published=f"2015-12-11T18:{minute}")], [true])
        assert one.scores["date"].right == right


@pytest.fixture
def groups(tmp_path: Path) -> list[Group]:
    write_group(tmp_path, "east", {"a.html": Shown([ANN, BOB], [ANN, BOB])})
    write_group(tmp_path, "west", {f"{n}.html": Shown([ANN], [ANN, CAT]) for n in (1, 2)}, "hr")
    return list(read_groups(tmp_path))


def test_table_has_formats_styles_and_all_pages(groups: list[Group]) -> None:
    table = rows(evaluate(groups, find))
    assert [row[:4] for row in table] == [
        ["east", 1, 2, 2],
        ["west", 2, 4, 2],
        ["parted by lines: posts added up", 2, 4, 2],
        ["parted by lines: mean over formats", 2, 4, 2],
        ["structured: posts added up", 1, 2, 2],
        ["structured: mean over formats", 1, 2, 2],
        ["all: posts added up", 3, 6, 4],
        ["all: mean over formats", 3, 6, 4],
    ]
    added, mean = table[-2], table[-1]
    assert (added[5], mean[5]) == (4 / 6, 0.75)  # recall


def test_mixed_formats_are_one_collection(groups: list[Group]) -> None:
    calls: list[int] = []

    def counting(pages: Sequence[Page]) -> list[Thread]:
        calls.append(len(pages))
        return find(pages)

    apart = evaluate(groups, counting)
    assert evaluate(groups, counting, mixed=True) == apart
    assert calls == [1, 2, 3]


def test_page_without_a_thread_is_measured_as_empty(groups: list[Group]) -> None:
    found = evaluate(groups, lambda pages: [])
    assert [one.scores["extent"] for one in found] == [Score(0, 2, 0)] * 3
