"""Dates: the day of publication, never that of reading, and never a guess."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.feeds.fields.listed import NAMES, article, day, listed, page, said, title

ALL = [day(number) for number in range(5)]
NOW = datetime(2024, 5, 20, 12)


def days(html: str, when: datetime | None = None) -> list[str | None]:
    return [item.published for item in listed(html, when)]


def test_days_that_are_shown_are_read() -> None:
    assert days(page(article)) == ALL


def test_without_a_date_there_is_none() -> None:
    html = page(lambda n: article(n, shown=""))
    assert days(html) == days(html, NOW) == [None] * 5


def test_a_day_that_is_shown_outranks_the_declared_one_of_another_zone() -> None:
    def row(n: int) -> str:
        declared = f"<time datetime=2010-03-{19 - n:02}T23:30:00Z>{20 - n} March 2010</time>"
        return article(n, shown=declared)

    assert days(page(row)) == ALL


def test_a_declared_date_tells_the_time() -> None:
    def row(n: int) -> str:
        return article(n, shown=f"<time datetime={day(n)}T10:30>{20 - n} March 2010</time>")

    assert days(page(row)) == [f"{each}T10:30" for each in ALL]


def test_days_without_a_year_are_completed_by_the_heading_above() -> None:
    def row(n: int) -> str:
        return f"<li><i>{20 - n} March</i> <a href={NAMES[n]}>{title(n)}</a></li>"

    html = f"<h2>2009</h2><ul>{row(0)}{row(1)}</ul><h2>2008</h2><ul>{row(2)}{row(3)}{row(4)}</ul>"
    years = [2009, 2009, 2008, 2008, 2008]
    assert days(html) == [f"{year}{each[4:]}" for year, each in zip(years, ALL, strict=True)]


def test_days_without_a_year_stay_unknown_where_none_is_told() -> None:
    def row(n: int) -> str:
        return f"<li><i>{20 - n} March</i> <a href={NAMES[n]}>{title(n)}</a></li>"

    assert days(page(row)) == days(page(row), NOW) == [None] * 5


@pytest.mark.parametrize("partial", ["March 2010", "2010", "Spring 2010"])
def test_a_month_is_no_day(partial: str) -> None:
    assert days(page(lambda n: article(n, shown=partial))) == [None] * 5


def test_a_day_above_items_is_theirs() -> None:
    def row(n: int) -> str:
        return f"<h2>{day(n)}</h2>{article(n, shown='')}"

    assert days(page(row)) == ALL


@pytest.mark.parametrize("form", ["/2010/03/{0}/{1}", "/2010-03-{0}-{1}", "/201003{0}_{1}.html"])
def test_a_day_in_the_address_is_told_where_nothing_else_is(form: str) -> None:
    def row(n: int) -> str:
        return f"<li><a href={form.format(20 - n, NAMES[n])}>{title(n)}</a></li>"

    assert days(page(row)) == ALL


@pytest.mark.parametrize(
    "form", ["/2010/13/{0}/{1}", "/2010/02/31/{1}", "/n20103{0}/{1}", "/2010/{1}"]
)
def test_what_is_no_day_in_an_address_is_not_told(form: str) -> None:
    def row(n: int) -> str:
        return f"<li><a href={form.format(20 - n, NAMES[n])}>{title(n)}</a></li>"

    assert days(page(row)) == [None] * 5


def test_what_is_shown_outranks_the_address() -> None:
    html = page(article).replace("<h2><a href=", "<h2><a href=/1999/01/02/")
    assert days(html) == ALL


def test_the_day_in_a_title_is_told_where_there_is_no_other() -> None:
    def row(n: int) -> str:
        return f"<li><a href={NAMES[n]}>Minutes of {20 - n} March 2010 ({NAMES[n]})</a></li>"

    assert days(page(row)) == ALL


def test_a_day_beside_a_title_outranks_the_one_in_it() -> None:
    def row(n: int) -> str:
        name = f"Minutes of the meeting of {n + 1} January 2010"
        return f"<li><a href={NAMES[n]}>{name}</a> <i>{day(n)}</i></li>"

    assert days(page(row)) == ALL


def test_days_that_a_text_speaks_of_are_not_its_own() -> None:
    def row(n: int) -> str:
        text = f"On 1 January 1999 a storm took the roof. {said(n)} And on 2 May 2001 again."
        return article(n, f"<p>{text}</p>", shown="")

    assert days(page(row)) == [None] * 5


def test_relative_dates_are_reckoned_from_the_time_of_reading() -> None:
    html = page(lambda n: article(n, shown=f"{n + 1} days ago"))
    assert days(html, NOW) == [f"2024-05-{19 - n}" for n in range(5)]


def test_relative_dates_without_a_time_of_reading_are_none() -> None:
    assert days(page(lambda n: article(n, shown=f"{n + 1} days ago"))) == [None] * 5
