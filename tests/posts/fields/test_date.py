""""""

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


def test_join_date_is_not_the_date_of_a_post() -> None:
    joined = ["2005-07-01", "2001-02-03", "2008-09-10", "2003-04-05"]
    posts = [f"<b>Joined {day}</b><p>x</p><i>2010-03-0{n}</i>" for n, day in enumerate(joined, 1)]
    assert [shown for shown, _ in dates(*posts)] == [f"2010-03-0{n}" for n in range(1, 5)]


def test_date_in_a_message_is_not_the_date_of_the_post() -> None:
    posts = [f"<b>2010-03-0{n}</b><p>On {2019 - n}-01-01 there was none.</p>" for n in range(1, 5)]
    assert [shown for shown, _ in dates(*posts)] == [f"2010-03-0{n}" for n in range(1, 5)]


def test_all_posts_of_a_page_decide_the_order_of_day_and_month() -> None:
    found = dates("<i>04/03/2010</i> x", "<i>14/03/2010</i> y", "<i>05/04/2010</i> z")
    assert [value for _, value in found] == ["2010-03-04", "2010-03-14", "2010-04-05"]


def test_hours_ago_count_from_the_time_of_fetching() -> None:
    now = datetime(2010, 3, 4, 12, 0, tzinfo=UTC)
    (first, second) = dates("<i>3 hours ago</i> x", "<i>1 hour ago</i> y", now=now)
    assert first[0] == "3 hours ago"
    assert str(first[1]).startswith("2010-03-04T09")
    assert str(second[1]).startswith("2010-03-04T11")


def test_hours_ago_have_no_value_without_a_time_of_fetching() -> None:
    assert dates("<i>3 hours ago</i> x", "<i>1 hour ago</i> y") == [
        ("3 hours ago", None),
        ("1 hour ago", None),
    ]


def test_post_without_a_date_has_none() -> None:
    assert dates("<i>2010-03-04</i> x", f"<p>{LONG}</p>") == [
        ("2010-03-04", "2010-03-04"),
        (None, None),
    ]


def dated_texts(html: str) -> list[str]:
    row = row_of(html)
    return [text.strip() for text, flag in zip(row.text, dated_nodes(row)) if flag]


@pytest.mark.parametrize(
    "text",
    ["2010-03-04", "Posted March 4, 2010", "2010年3月4日", "4. März 2010 um 10:20", "3 hours ago"],
)
def test_text_with_a_date_is_dated(text: str) -> None:
    assert dated_texts(f"<p>Ann</p><p>{text}</p><p>no. 7</p>") == [text]


@pytest.mark.parametrize("text", ["04.03.10", "10/3/04", "4/3/99"])
def test_three_short_numbers_may_be_a_date(text: str) -> None:
    assert dated_texts(f"<p>{text}</p>") == [text]


@pytest.mark.parametrize("text", ["Ann", "12", "1.2.3.4", "v10.4", "two days"])
def test_other_numbers_are_no_dates(text: str) -> None:
    assert dated_texts(f"<p>{text}</p>") == []


def test_only_the_start_of_a_long_text_is_searched_for_a_date() -> None:
    words = "and so it went on and on, " * 12
    assert dated_texts(f"<p>{words} until 2010-03-04.</p>") == []
    assert len(dated_texts(f"<p>On 2010-03-04 it began, {words}</p>")) == 1


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
