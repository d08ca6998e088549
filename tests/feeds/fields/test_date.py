"""The date of an item: never the time of fetching, and never a guess."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds.fields.date import PageDates, ordinal
from tests.feeds.builders import ARTICLE, DAYS, LISTS, columns, list_items, listed, nodes, row

NOW = datetime(2024, 5, 20, 12)
LINE = "<li><a href={}>{{title}}</a></li>"
MENTIONED = "<p>On 1 January 1999 a storm took the roof. {text} And on 2 May 2001 again.</p>"


def days(html: str, when: datetime | None = None) -> list[str | None]:
    return [item.published for item in list_items(html, when)]


def shown(date: str) -> str:
    return ARTICLE.replace("{day}", date)


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        (ARTICLE, DAYS),
        (shown("<time datetime={day}T10:30>{d} March 2010</time>"), [f"{d}T10:30" for d in DAYS]),
        ("<h2>{day}</h2>" + shown(""), DAYS),
        (LINE.format("/2010/03/{d}/{name}"), DAYS),
        (LINE.format("/2010-03-{d}-{name}"), DAYS),
        (LINE.format("/201003{d}_{name}.html"), DAYS),
        (ARTICLE.replace("href=", "href=/1999/01/02/"), DAYS),
        ("<li><a href={name}>Minutes of {d} March 2010 ({name})</a></li>", DAYS),
        ("<li><a href={name}>Minutes of {n} January 2010</a> <i>{day}</i></li>", DAYS),
    ],
    ids=[
        "shown",
        "the declared time is added",
        "a day above each item",
        "the path",
        "a name in the path",
        "a number in the path",
        "shown, not the path",
        "the title, where there is no other",
        "beside the title, not in it",
    ],
)
def test_day_of_an_item_is_read(form: str, wanted: list[str]) -> None:
    assert days(listed(form)) == wanted


def test_shown_day_wins_over_a_declared_one_in_another_time_zone() -> None:
    form = shown("<time datetime=2010-03-{n}T23:30:00Z>{d} March 2010</time>")
    html = "".join(row(form.replace("{n}", str(19 - n)), n) for n in range(5))
    assert days(f"<div>{html}</div>") == DAYS


@pytest.mark.parametrize(
    "form",
    [
        shown(""),
        shown("March 2010"),
        shown("2010"),
        shown("Spring 2010"),
        "<li><i>{d} March</i> <a href={name}>{title}</a></li>",
        shown("").replace("{more}", MENTIONED),
        *(
            LINE.format(path)
            for path in (
                "/2010/13/{d}/{name}",
                "/2010/02/31/{name}",
                "/n20103{d}/{name}",
                "/2010/{name}",
            )
        ),
    ],
)
def test_item_without_a_complete_date_has_none(form: str) -> None:
    assert days(listed(form)) == days(listed(form), NOW) == [None] * 5


def test_heading_above_completes_days_without_a_year() -> None:
    rows = [row("<li><i>{d} March</i> <a href={name}>{title}</a></li>", n) for n in range(5)]
    html = f"<h2>2009</h2><ul>{''.join(rows[:2])}</ul><h2>2008</h2><ul>{''.join(rows[2:])}</ul>"
    years = [2009, 2009, 2008, 2008, 2008]
    assert days(html) == [f"{year}{each[4:]}" for year, each in zip(years, DAYS, strict=True)]


def test_relative_dates_count_from_the_time_of_fetching() -> None:
    html = listed(shown("{n} days ago"))
    assert days(html, NOW) == [f"2024-05-{20 - n}" for n in range(5)]
    assert days(html) == [None] * 5


def node_days(html: str, language: str | None = None, now: datetime | None = None) -> PageDates:
    return PageDates(columns(html), language, now)


DECLARED = "<time datetime=2009-12-31T23:30:00Z>{}</time>"


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p>4 March 2010", ["2010-03-04"]),
        ("<p>2010年3月4日", ["2010-03-04"]),
        ("<p>平成22年3月4日", ["2010-03-04"]),
        ("<p>2010/03/04 21:14", ["2010-03-04T21:14"]),
        ("<p>Posted on March 4, 2010 by Ann", ["2010-03-04"]),
        ("<p>3月4日(木)", ["--03-04"]),
        ("<p>Moss 2.16.39 - 2024-03-24", ["2024-03-24"]),
        ("<p>Boats float", []),
        ("<p title='Chapter 12 of the book of 2010-03-04 and other days'>x", []),
        # All dates of a page decide the order of day and month.
        ("<p>03/04/2010<p>03/25/2010", ["2010-03-04", "2010-03-25"]),
        ("<p>03/04/2010<p>25/04/2010", ["2010-04-03", "2010-04-25"]),
        # The shown day wins over the declared one, if it is the day before or after.
        ("<time datetime=2010-03-04T10:30>one evening</time>", ["2010-03-04T10:30"]),
        (DECLARED.format("1 January 2010"), ["2010-01-01", "2010-01-01"]),
        (DECLARED.format("1月1日"), ["2010-01-01", "--01-01"]),
        (DECLARED.format("5月1日"), ["2009-12-31T23:30:00+00:00", "--05-01"]),
    ],
)
def test_most_likely_date_of_a_node_is_read(html: str, wanted: list[str]) -> None:
    assert list(node_days(html).values.values()) == wanted


def test_relative_dates_need_a_reference_time() -> None:
    values = node_days("<p>3 hours ago", "en", datetime(2010, 3, 4, 12)).values.values()
    assert list(values) == ["2010-03-04T09:00"]
    assert not any(map(ordinal, node_days("<p>3 hours ago", "en").values.values()))


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
