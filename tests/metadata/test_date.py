"""The date of a page, by agreement of what it declares, shows and has in its URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.metadata.date import choose_date, url_day
from honbun.metadata.declared import DeclaredMetadata
from honbun.metadata.place import header_place
from honbun.metadata.visible import ShownDate, VisibleCandidates
from honbun.text.dates import Order

if TYPE_CHECKING:
    from collections.abc import Sequence

URL = "https://harbour.example/boats"
TITLE, CONTENT = 20, [24, 30, 31, 32, 33, 34, 35, 36]
BESIDE, HEADER, INSIDE, BELOW, FAR = 22, 2, 34, 37, 90
"""Blocks beside the title, in the site's header, inside the text, right after it and far below."""


def date_of(
    shown: Sequence[tuple[int, str] | tuple[int, str, str]],
    published: str | tuple[str, ...] | None = None,
    modified: str | None = None,
    url: str = URL,
    order: Order | None = None,
    language: str | None = None,
) -> str | None:
    dates = published if isinstance(published, tuple) else (published,) if published else ()
    declared = DeclaredMetadata(published_dates=dates, modified=modified, language=language)
    candidates = VisibleCandidates(
        {}, {}, tuple(ShownDate(each[0], each[1], (*each, "published")[2]) for each in shown)
    )
    place = header_place(TITLE, CONTENT)
    return choose_date(declared, candidates, url, place, order).published


@pytest.mark.parametrize(
    ("published", "shown", "expected"),
    [
        # The same day: as precise as it is declared.
        ("2008-05-03T09:30:00+01:00", ["3 May 2008"], "2008-05-03T09:30:00+01:00"),
        # A day earlier or later is a matter of time zones: UTC is declared, the site's is shown.
        ("2008-05-04T00:30:00+00:00", ["3 May 2008"], "2008-05-03"),
        ("2008-05-04T00:30:00+01:00", ["3 May 2008"], "2008-05-04T00:30:00+01:00"),
        ("2008-05-04T00:00:00+00:00", ["3 May 2008"], "2008-05-04T00:00:00+00:00"),
        # Another day: the shown one.
        ("2024-01-01", ["3 May 2008"], "2008-05-03"),
        ("2024-01-01", ["3 May 2008 09:30"], "2008-05-03T09:30"),
        # One of several.
        ("2008-05-04", ["1 May 2008", "4 May 2008"], "2008-05-04"),
        # The declared ones differ.
        (("2024-01-01", "2008-05-03"), ["3 May 2008"], "2008-05-03"),
        # Nothing shown, or no day.
        ("2008-05-03", [], "2008-05-03"),
        ("2008-05-03", ["May 2008"], "2008-05-03"),
        ("2008-05-03", ["May 9"], "2008-05-03"),
        ("2008-05-03", ["2 hours ago"], "2008-05-03"),
        # Nothing declared.
        (None, ["3 May 2008"], "2008-05-03"),
        (None, [], None),
    ],
)
def test_declared_date_is_used_unless_another_day_is_shown(
    published: str | tuple[str, ...] | None, shown: list[str], expected: str | None
) -> None:
    assert date_of([(BESIDE, text) for text in shown], published) == expected


def test_date_of_a_change_is_not_that_of_the_page() -> None:
    shown = [(BESIDE, "9 May 2008", "modified")]
    assert date_of(shown, "2008-05-03") == "2008-05-03"
    assert date_of([(BESIDE, "9 May 2008")], "2008-05-03", modified="2008-05-09") == "2008-05-03"
    assert date_of([*shown, (BESIDE, "3 May 2008")]) == "2008-05-03"
    assert date_of(shown) == "2008-05-09"  # better than none


def test_copyright_and_the_clock_of_the_site_are_not_the_date() -> None:
    assert date_of([(BESIDE, "3 May 2011", "copyright")]) is None
    assert date_of([(HEADER, "Monday, 9 May 2011")]) is None
    assert date_of([(HEADER, "Monday, 9 May 2011")], "2008-05-03") == "2008-05-03"


def test_date_inside_the_text_does_not_count_but_one_below_it_does() -> None:
    assert date_of([(INSIDE, "3 May 1908")]) is None
    assert date_of([(BELOW, "3 May 2008")]) == "2008-05-03"
    assert date_of([(BELOW, "9 May 2008"), (BESIDE, "3 May 2008")]) == "2008-05-03"


def test_url_confirms_a_date_or_is_the_only_one() -> None:
    url = "https://harbour.example/2008/05/03/boats"
    assert date_of([], url=url) == "2008-05-03"
    assert date_of([], ("2024-01-01", "2008-05-03T09:30"), url=url) == "2008-05-03T09:30"


def test_numeric_date_is_read_in_the_order_of_site_page_and_language() -> None:
    shown = [(BESIDE, "03/04/2008")]
    assert date_of(shown, order=Order.DMY, language="en-US") == "2008-04-03"
    assert date_of([*shown, (INSIDE, "25/04/2008")], language="en-US") == "2008-04-03"
    assert date_of(shown, language="en-US") == "2008-03-04"
    assert date_of(shown, language="fr") == "2008-04-03"


def test_numeric_date_is_read_so_that_it_agrees_with_the_url_or_another_date() -> None:
    shown = [(BESIDE, "03/10/2023")]
    url = "https://harbour.example/2023/october/03/boats"
    assert date_of(shown, language="en-US", order=Order.MDY, url=url) == "2023-10-03"
    assert date_of([*shown, (FAR, "2023-10-03")], language="en-US") == "2023-10-03"
    assert date_of([*shown, (FAR, "2023-10-04")], language="en-US") == "2023-03-10"


def test_contradicting_day_counts_only_at_the_title() -> None:
    assert date_of([(BESIDE, "3 May 2008")], "2024-01-01") == "2008-05-03"
    assert date_of([(TITLE - 6, "3 May 2008")], "2024-01-01") == "2024-01-01"
    assert date_of([(TITLE - 6, "3 May 2008")]) == "2008-05-03"


def test_day_of_the_last_change_is_recognised_in_another_time_zone() -> None:
    shown = [(BESIDE, "8 May 2008")]
    assert date_of(shown, "2007-05-03", modified="2008-05-09T01:00:00+00:00") == "2007-05-03"
    assert date_of(shown, "2007-05-03", modified="2008-05-09T01:00:00+02:00") == "2008-05-08"


def test_announced_day_counts_inside_the_text_too() -> None:
    assert date_of([(INSIDE, "3 May 2008", "announced")]) == "2008-05-03"
    assert date_of([(INSIDE, "3 May 2008", "announced"), (BESIDE, "4 May 2008")]) == "2008-05-04"


def test_day_without_a_year_is_of_the_year_that_the_other_dates_allow() -> None:
    others = [(FAR, "9 May 2009"), (FAR + 20, "10 May 2009"), (FAR + 40, "14 Jan 2016")]
    assert date_of([(BESIDE, "Fri May 8, 2:23 pm"), *others[:1]]) == "2009-05-08T14:23"
    assert date_of([(BESIDE, "Fri May 8, 2:23 pm"), *others]) == "2009-05-08T14:23"
    assert date_of([(BESIDE, "25 December 16:27"), *others[:1]]) == "2008-12-25T16:27"
    assert date_of([(BESIDE, "May 8"), *others]) is None  # an anniversary
    assert date_of([(BESIDE, "Fri May 8, 2:23 pm")]) is None


def test_days_below_the_text_are_those_of_a_list_where_they_follow_each_other() -> None:
    stamp = (BELOW + 4, "3 May 2008 13:15")
    assert date_of([stamp]) == "2008-05-03T13:15"
    assert date_of([(BELOW + 4, "3 May 2008")]) is None
    assert date_of([stamp, (BELOW + 6, "1 May 2008 12:00")]) is None


def test_page_that_only_names_its_last_change_has_that_date() -> None:
    changed = (FAR, "3 May 2008", "modified")
    assert date_of([changed]) == "2008-05-03"
    assert date_of([changed, (FAR + 9, "4 May 2008", "modified")]) is None


def test_date_in_a_byline_counts_wherever_it_is() -> None:
    dates = (ShownDate(HEADER, "3 May 2008", "published"),)
    place = header_place(TITLE, CONTENT)
    for signed, expected in (({HEADER - 1: 10}, "2008-05-03"), ({}, None)):
        found = VisibleCandidates({}, signed, dates)
        assert choose_date(DeclaredMetadata(), found, URL, place, None).published == expected


def test_chosen_date_names_its_block() -> None:
    candidates = VisibleCandidates({}, {}, (ShownDate(BESIDE, "3 May 2008", "published"),))
    declared = DeclaredMetadata(published_dates=("2008-05-03T09:30",))
    chosen = choose_date(declared, candidates, URL, header_place(TITLE, CONTENT), None)
    assert chosen.blocks == (BESIDE,)


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("/2008/12/10/boats", "2008-12-10"),
        ("/2008/dec/10/boats", "2008-12-10"),
        ("/news-20081210.html", "2008-12-10"),
        ("/2008-1-5-boats", "2008-01-05"),
        ("/2008/13/10/", None),
        ("/2008/02/31/", None),
        ("/id/12008121099", None),
        ("/2008/boats", None),
    ],
)
def test_day_is_read_from_a_url(url: str, day: str | None) -> None:
    assert url_day("https://harbour.example" + url) == day


VALUES = st.sampled_from(
    ["2008-05-03", "--05-03T09:30", "2008-05", "2008-05-03T09:30:00+09:00", "9999-12-31"]
)
TEXTS = st.sampled_from(["3 May 2008", "May 3 at 9:30", "03/04/08", "2008", "", "平成20年5月3日"])


@given(st.lists(VALUES, max_size=3), VALUES | st.none(), st.lists(TEXTS, max_size=3), st.text())
def test_any_values_give_a_date_or_none(
    published: list[str], modified: str | None, shown: list[str], url: str
) -> None:
    found = date_of([(BESIDE, text) for text in shown], tuple(published), modified, url=url)
    assert found is None or found


def test_days_below_the_text_do_not_contradict_declared_ones() -> None:
    notes = [(BELOW, "Consulted on 22 October 2025")]
    assert date_of(notes, "2025-11-05") == "2025-11-05"
    assert date_of(notes, url="https://harbour.example/2025/11/05/boats") == "2025-11-05"
    assert date_of([(BELOW, "3 May 2008")]) == "2008-05-03"
