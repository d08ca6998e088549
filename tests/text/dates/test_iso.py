"""A date of a feed is valid or not there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given

from honbun.outputs.syndication import rfc822, rfc3339
from honbun.text.dates.iso import earliest, moment
from tests.outputs.channels import DATES


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2008-12-10T09:30:05+09:00", "2008-12-10T09:30:05+09:00"),
        ("2008-12-10T09:30:05.7Z", "2008-12-10T09:30:05Z"),
        ("2008-12-10T09:30", "2008-12-10T09:30:00Z"),
        ("2008-12-10", "2008-12-10T00:00:00Z"),
        ("1900-01-01T09:30+00:19:32", "1900-01-01T09:10:28Z"),
        ("1850-01-01", None),
        ("2008-02-30", None),
        ("2008-12", None),
        ("--12-10", None),
        ("--12-10T09:30", None),
        ("9999-12-31T23:59:45-00:00:30", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_a_date_is_as_precise_as_it_must_be(date: str | None, expected: str | None) -> None:
    assert rfc3339(date) == expected


@pytest.mark.parametrize("date", ["2008", "2008-01", "2008-01-01", "2008-01-01T00:00Z"])
def test_the_earliest_moment_of_a_year_is_its_first(date: str) -> None:
    assert earliest(date) == datetime(2008, 1, 1, tzinfo=UTC)


@given(DATES)
def test_all_that_is_known_of_any_date_agrees(date: str | None) -> None:
    known = {moment(date) is None, rfc822(date) is None, rfc3339(date) is None}
    assert len(known) == 1
    if moment(date):
        assert earliest(date) == moment(date)
