"""Days: which nodes tell a date, and which."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds.fields.date import PageDates, ordinal
from tests.feeds.soup import LISTS, columns, nodes


def days(html: str, language: str | None = None, now: datetime | None = None) -> PageDates:
    return PageDates(columns(html), language, now)


def values(html: str, language: str | None = None, now: datetime | None = None) -> list[str]:
    """The dates of a page, in its order."""
    return list(days(html, language, now).values.values())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4 March 2010", "2010-03-04"),
        ("2010年3月4日", "2010-03-04"),
        ("平成22年3月4日", "2010-03-04"),
        ("2010/03/04 21:14", "2010-03-04T21:14"),
        ("Posted on March 4, 2010 by Ann", "2010-03-04"),
        ("3月4日(木)", "--03-04"),
        ("Moss 2.16.39 - 2024-03-24", "2024-03-24"),
        ("Boats float", None),
    ],
)
def test_the_likeliest_date_of_a_text_is_read(text: str, value: str | None) -> None:
    assert values(f"<p>{text}") == ([value] if value else [])


def test_a_declared_date_is_told_where_none_is_shown() -> None:
    html = "<p><time datetime=2010-03-04T10:30>yesterday evening</time>"
    assert values(html)[0] == "2010-03-04T10:30"


def test_a_date_that_is_shown_outranks_the_declared_one() -> None:
    """In the zone of its readers it is another day."""
    html = "<time datetime=2010-03-04T23:30:00Z>5 March 2010</time>"
    assert values(html) == ["2010-03-05", "2010-03-05"]


def test_a_day_that_is_shown_without_its_year_moves_the_declared_one_by_a_day() -> None:
    shown = "<time datetime=2009-12-31T23:30:00Z>1月1日</time>"
    assert values(shown, "ja")[0] == "2010-01-01"


def test_a_day_far_from_the_declared_one_is_another_matter() -> None:
    shown = "<time datetime=2009-12-31T23:30:00Z>5月1日</time>"
    assert values(shown, "ja")[0].startswith("2009-12-31T23:30")


def test_figures_are_read_in_the_order_of_the_page() -> None:
    assert values("<p>03/04/2010<p>03/25/2010") == ["2010-03-04", "2010-03-25"]
    assert values("<p>03/04/2010<p>25/04/2010") == ["2010-04-03", "2010-04-25"]


def test_relative_dates_need_to_know_when() -> None:
    assert values("<p>3 hours ago", "en", datetime(2010, 3, 4, 12)) == ["2010-03-04T09:00"]
    assert not any(ordinal(value) for value in values("<p>3 hours ago", "en"))


def test_titles_that_speak_of_something_else_declare_no_date() -> None:
    html = "<p title='Chapter 12 of the book of 2010-03-04 and other days'>x"
    assert values(html) == []


def test_a_date_in_running_text_is_not_apart() -> None:
    found = days(f"<p>4 March 2010</p><p>On 4 March 2010 {'words ' * 20}</p>")
    own, prose = sorted(found.values)
    assert (bool(found.apart[own]), bool(found.apart[prose])) == (True, False)


def test_moments_tell_the_time_of_a_day() -> None:
    found = days("<p>2010-03-04 00:10<p>2010-03-04 21:14<p>March 2010")
    early, late, none = (int(found.moment[at + 1]) for at in nodes(found.columns, "p"))
    assert late - early == 21 * 60 + 4
    assert none == 0


@given(st.dates(date(1, 1, 1), date(9999, 12, 31)))
def test_ordinals_are_those_of_the_calendar(day: date) -> None:
    assert ordinal(day.isoformat()) == day.toordinal()


@pytest.mark.parametrize("value", ["", "2010", "2010-03", "--03-04", "2010-02-30", "2010-13-01"])
def test_what_names_no_day_has_no_ordinal(value: str) -> None:
    assert ordinal(value) == 0


@given(LISTS)
def test_columns_of_days_agree(html: str) -> None:
    found = days(html)
    known = found.values
    assert set(known) == {at for at, flag in enumerate(found.dated.tolist()) if flag}
    for at in range(len(found.columns)):
        assert found.day[at] == ordinal(known.get(at, ""))
        assert found.moment[at] // 1440 == found.day[at]
