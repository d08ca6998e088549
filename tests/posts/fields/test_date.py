"""The date of a post."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given

from honbun.html.nodes import TEXT
from honbun.posts.fields.date import dated_nodes
from honbun.text import dates as text_dates
from tests.posts.builders import HTML, LONG, fields_of, row_of


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
def test_date_is_returned_as_shown_and_as_value(language: str, shown: str, published: str) -> None:
    found = dates(f"<b>Ann</b> <i>{shown}</i>", "<b>Bob</b> <i>2010-03-05</i>", language=language)
    assert found == [(shown, published), ("2010-03-05", "2010-03-05")]


@pytest.mark.parametrize(
    "form",
    [
        "<b>Joined 200{1}-07-01</b><p>x</p><i>{0}</i>",
        "<b>{0}</b><p>On 201{1}-01-01 there was none.</p>",
    ],
    ids=["account", "message"],
)
def test_other_dates_of_a_post_are_not_its_date(form: str) -> None:
    days = [f"2010-03-0{n}" for n in range(1, 5)]
    found = dates(*(form.format(day, year) for day, year in zip(days, (5, 1, 8, 3))))
    assert [shown for shown, _ in found] == days


def test_all_posts_of_a_page_decide_the_order_of_day_and_month() -> None:
    found = dates("<i>04/03/2010</i> x", "<i>14/03/2010</i> y", "<i>05/04/2010</i> z")
    assert [value for _, value in found] == ["2010-03-04", "2010-03-14", "2010-04-05"]


def test_hours_ago_count_from_the_time_of_fetching() -> None:
    posts = ["<i>3 hours ago</i> x", "<i>1 hour ago</i> y"]
    assert dates(*posts) == [("3 hours ago", None), ("1 hour ago", None)]
    found = dates(*posts, now=datetime(2010, 3, 4, 12, 0, tzinfo=UTC))
    assert [(value or "")[:13] for _, value in found] == ["2010-03-04T09", "2010-03-04T11"]


def test_post_without_a_date_has_none() -> None:
    assert dates("<i>2010-03-04</i> x", f"<p>{LONG}</p>")[1] == (None, None)


WORDS = "and so it went on and on, " * 12


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("2010-03-04", True),
        ("Posted March 4, 2010", True),
        ("2010年3月4日", True),
        ("4. März 2010 um 10:20", True),
        ("3 hours ago", True),
        # Three short numbers may be a date.
        ("04.03.10", True),
        ("10/3/04", True),
        ("4/3/99", True),
        ("Ann", False),
        ("12", False),
        ("1.2.3.4", False),
        ("v10.4", False),
        ("two days", False),
        # Only the start of a long text is searched.
        (f"On 2010-03-04 it began, {WORDS}", True),
        (f"{WORDS} until 2010-03-04.", False),
    ],
)
def test_text_with_a_date_is_dated(text: str, *, dated: bool) -> None:
    row = row_of(f"<p>Ann</p><p>{text}</p><p>no. 7</p>")
    found = [each for each, flag in zip(row.text, dated_nodes(row)) if flag]
    assert [each.strip() for each in found] == [text.strip()] * dated


def test_element_that_declares_a_date_is_dated() -> None:
    row = row_of(
        "<time datetime='2010-03-04'>then</time><b title='2010-03-04 10:20'>x</b><i title=9>"
    )
    assert [tag for tag, flag in zip(row.tag, dated_nodes(row)) if flag] == ["time", "b"]


@given(HTML)
def test_every_short_text_with_a_date_is_dated(html: str) -> None:
    row = row_of(html)
    for tag, text, flag in zip(row.tag, row.text, dated_nodes(row).tolist()):
        if tag == TEXT and len(text) < 300 and text_dates.find(text):
            assert flag
