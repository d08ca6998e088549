"""The date of an item: never the time of fetching, and never a guess."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds.fields.date import PageDates, ordinal
from tests.feeds.builders import (
    LISTS,
    NAMES,
    article,
    columns,
    day,
    list_items,
    nodes,
    page,
    paragraph,
    title,
)

ALL = [day(number) for number in range(5)]
NOW = datetime(2024, 5, 20, 12)


def item_days(html: str, when: datetime | None = None) -> list[str | None]:
    return [item.published for item in list_items(html, when)]


def test_shown_days_are_read() -> None:
    assert item_days(page(article)) == ALL


def test_item_without_a_date_has_none() -> None:
    html = page(lambda n: article(n, shown=""))
    assert item_days(html) == item_days(html, NOW) == [None] * 5


def test_shown_day_wins_over_a_declared_one_in_another_time_zone() -> None:
    def row(n: int) -> str:
        declared = f"<time datetime=2010-03-{19 - n:02}T23:30:00Z>{20 - n} March 2010</time>"
        return article(n, shown=declared)

    assert item_days(page(row)) == ALL


def test_declared_date_adds_the_time() -> None:
    def row(n: int) -> str:
        return article(n, shown=f"<time datetime={day(n)}T10:30>{20 - n} March 2010</time>")

    assert item_days(page(row)) == [f"{each}T10:30" for each in ALL]


def test_heading_above_completes_days_without_a_year() -> None:
    def row(n: int) -> str:
        return f"<li><i>{20 - n} March</i> <a href={NAMES[n]}>{title(n)}</a></li>"

    html = f"<h2>2009</h2><ul>{row(0)}{row(1)}</ul><h2>2008</h2><ul>{row(2)}{row(3)}{row(4)}</ul>"
    years = [2009, 2009, 2008, 2008, 2008]
    assert item_days(html) == [f"{year}{each[4:]}" for year, each in zip(years, ALL, strict=True)]


def test_days_without_a_year_stay_unknown() -> None:
    def row(n: int) -> str:
        return f"<li><i>{20 - n} March</i> <a href={NAMES[n]}>{title(n)}</a></li>"

    assert item_days(page(row)) == item_days(page(row), NOW) == [None] * 5


@pytest.mark.parametrize("partial", ["March 2010", "2010", "Spring 2010"])
def test_month_is_no_day(partial: str) -> None:
    assert item_days(page(lambda n: article(n, shown=partial))) == [None] * 5


def test_day_above_items_is_their_date() -> None:
    def row(n: int) -> str:
        return f"<h2>{day(n)}</h2>{article(n, shown='')}"

    assert item_days(page(row)) == ALL


@pytest.mark.parametrize("form", ["/2010/03/{0}/{1}", "/2010-03-{0}-{1}", "/201003{0}_{1}.html"])
def test_day_in_the_url_is_the_last_resort(form: str) -> None:
    def row(n: int) -> str:
        return f"<li><a href={form.format(20 - n, NAMES[n])}>{title(n)}</a></li>"

    assert item_days(page(row)) == ALL


@pytest.mark.parametrize(
    "form", ["/2010/13/{0}/{1}", "/2010/02/31/{1}", "/n20103{0}/{1}", "/2010/{1}"]
)
def test_other_numbers_in_a_url_are_no_day(form: str) -> None:
    def row(n: int) -> str:
        return f"<li><a href={form.format(20 - n, NAMES[n])}>{title(n)}</a></li>"

    assert item_days(page(row)) == [None] * 5


def test_shown_day_wins_over_the_url() -> None:
    html = page(article).replace("<h2><a href=", "<h2><a href=/1999/01/02/")
    assert item_days(html) == ALL


def test_day_in_a_title_is_used_if_there_is_no_other() -> None:
    def row(n: int) -> str:
        return f"<li><a href={NAMES[n]}>Minutes of {20 - n} March 2010 ({NAMES[n]})</a></li>"

    assert item_days(page(row)) == ALL


def test_day_beside_a_title_wins_over_the_one_in_it() -> None:
    def row(n: int) -> str:
        name = f"Minutes of the meeting of {n + 1} January 2010"
        return f"<li><a href={NAMES[n]}>{name}</a> <i>{day(n)}</i></li>"

    assert item_days(page(row)) == ALL


def test_days_mentioned_in_a_text_are_ignored() -> None:
    def row(n: int) -> str:
        text = f"On 1 January 1999 a storm took the roof. {paragraph(n)} And on 2 May 2001 again."
        return article(n, f"<p>{text}</p>", shown="")

    assert item_days(page(row)) == [None] * 5


def test_relative_dates_count_from_the_time_of_fetching() -> None:
    html = page(lambda n: article(n, shown=f"{n + 1} days ago"))
    assert item_days(html, NOW) == [f"2024-05-{19 - n}" for n in range(5)]


def test_relative_dates_without_a_time_of_fetching_are_unknown() -> None:
    assert item_days(page(lambda n: article(n, shown=f"{n + 1} days ago"))) == [None] * 5


def node_days(html: str, language: str | None = None, now: datetime | None = None) -> PageDates:
    return PageDates(columns(html), language, now)


def values(html: str, language: str | None = None, now: datetime | None = None) -> list[str]:
    """The dates of a page, in order."""
    return list(node_days(html, language, now).values.values())


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
def test_most_likely_date_of_a_text_is_read(text: str, value: str | None) -> None:
    assert values(f"<p>{text}") == ([value] if value else [])


def test_declared_date_is_used_if_none_is_shown() -> None:
    html = "<p><time datetime=2010-03-04T10:30>yesterday evening</time>"
    assert values(html)[0] == "2010-03-04T10:30"


def test_shown_date_wins_over_the_declared_one() -> None:
    """In the time zone of its readers it is another day."""
    html = "<time datetime=2010-03-04T23:30:00Z>5 March 2010</time>"
    assert values(html) == ["2010-03-05", "2010-03-05"]


def test_day_shown_without_a_year_moves_the_declared_one_by_a_day() -> None:
    shown = "<time datetime=2009-12-31T23:30:00Z>1月1日</time>"
    assert values(shown, "ja")[0] == "2010-01-01"


def test_day_far_from_the_declared_one_is_ignored() -> None:
    shown = "<time datetime=2009-12-31T23:30:00Z>5月1日</time>"
    assert values(shown, "ja")[0].startswith("2009-12-31T23:30")


def test_numeric_dates_follow_the_order_of_the_page() -> None:
    assert values("<p>03/04/2010<p>03/25/2010") == ["2010-03-04", "2010-03-25"]
    assert values("<p>03/04/2010<p>25/04/2010") == ["2010-04-03", "2010-04-25"]


def test_relative_dates_need_a_reference_time() -> None:
    assert values("<p>3 hours ago", "en", datetime(2010, 3, 4, 12)) == ["2010-03-04T09:00"]
    assert not any(ordinal(value) for value in values("<p>3 hours ago", "en"))


def test_title_attribute_about_something_else_is_no_date() -> None:
    html = "<p title='Chapter 12 of the book of 2010-03-04 and other days'>x"
    assert values(html) == []


def test_date_in_running_text_is_not_apart() -> None:
    found = node_days(f"<p>4 March 2010</p><p>On 4 March 2010 {'words ' * 20}</p>")
    own, prose = sorted(found.values)
    assert (bool(found.apart[own]), bool(found.apart[prose])) == (True, False)


def test_moment_includes_the_time_of_day() -> None:
    found = node_days("<p>2010-03-04 00:10<p>2010-03-04 21:14<p>March 2010")
    early, late, none = (int(found.moment[at + 1]) for at in nodes(found.columns, "p"))
    assert late - early == 21 * 60 + 4
    assert none == 0


@given(st.dates(date(1, 1, 1), date(9999, 12, 31)))
def test_ordinals_are_those_of_the_calendar(day: date) -> None:
    assert ordinal(day.isoformat()) == day.toordinal()


@pytest.mark.parametrize("value", ["", "2010", "2010-03", "--03-04", "2010-02-30", "2010-13-01"])
def test_partial_dates_have_no_ordinal(value: str) -> None:
    assert ordinal(value) == 0


@given(LISTS)
def test_date_columns_agree(html: str) -> None:
    found = node_days(html)
    known = found.values
    assert set(known) == {at for at, flag in enumerate(found.dated.tolist()) if flag}
    for at in range(len(found.columns)):
        assert found.day[at] == ordinal(known.get(at, ""))
        assert found.moment[at] // 1440 == found.day[at]
