from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.posts.fields.posts_of import LONG, fields_of


def dates(
    *inner: str, language: str | None = "en", now: datetime | None = None
) -> list[tuple[str | None, str | None]]:
    return [(post.date, post.published) for post in fields_of(inner, language=language, now=now)]


@pytest.mark.parametrize(
    ("language", "shown", "published"),
    [
        ("en", "March 4, 2010 10:20 am", "2010-03-04T10:20"),
        ("ja", "2010年3月4日(木) 10:20", "2010-03-04T10:20"),
        ("ja", "2010/03/04(木) 10:20", "2010-03-04T10:20"),
        ("de", "4. März 2010, 10:20 Uhr", "2010-03-04T10:20"),
        ("es", "4 de marzo de 2010", "2010-03-04"),
        ("fr", "4 mars 2010", "2010-03-04"),
    ],
)
def test_a_date_is_told_as_shown_and_as_meant(language: str, shown: str, published: str) -> None:
    found = dates(f"<b>Ann</b> <i>{shown}</i>", "<b>Bob</b> <i>2010-03-05</i>", language=language)
    assert found == [(shown, published), ("2010-03-05", "2010-03-05")]


def test_the_day_a_member_joined_is_no_date_of_a_post() -> None:
    joined = ["2005-07-01", "2001-02-03", "2008-09-10", "2003-04-05"]
    posts = [f"<b>Joined {day}</b><p>x</p><i>2010-03-0{n}</i>" for n, day in enumerate(joined, 1)]
    assert [shown for shown, _ in dates(*posts)] == [f"2010-03-0{n}" for n in range(1, 5)]


def test_a_date_in_a_message_is_none_of_the_post() -> None:
    posts = [f"<b>2010-03-0{n}</b><p>On {2019 - n}-01-01 there was none.</p>" for n in range(1, 5)]
    assert [shown for shown, _ in dates(*posts)] == [f"2010-03-0{n}" for n in range(1, 5)]


def test_days_and_months_are_told_apart_by_all_posts_of_a_page() -> None:
    found = dates("<i>04/03/2010</i> x", "<i>14/03/2010</i> y", "<i>05/04/2010</i> z")
    assert [value for _, value in found] == ["2010-03-04", "2010-03-14", "2010-04-05"]


def test_hours_ago_count_from_when_the_page_was_fetched() -> None:
    now = datetime(2010, 3, 4, 12, 0, tzinfo=UTC)
    (first, second) = dates("<i>3 hours ago</i> x", "<i>1 hour ago</i> y", now=now)
    assert first[0] == "3 hours ago"
    assert str(first[1]).startswith("2010-03-04T09")
    assert str(second[1]).startswith("2010-03-04T11")


def test_without_that_time_they_are_only_shown() -> None:
    assert dates("<i>3 hours ago</i> x", "<i>1 hour ago</i> y") == [
        ("3 hours ago", None),
        ("1 hour ago", None),
    ]


def test_a_post_without_a_date_has_none() -> None:
    assert dates("<i>2010-03-04</i> x", f"<p>{LONG}</p>") == [
        ("2010-03-04", "2010-03-04"),
        (None, None),
    ]
