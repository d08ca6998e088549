"""What is remembered of an item gives it a date that stays."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from honbun.feeds.matching import KnownItem, known_item, stable_date
from tests.feeds.made import item

SEEN = datetime(2026, 5, 1, 12, 0, 0, tzinfo=UTC)


def remembered(published: str | None, first: datetime | None = SEEN) -> KnownItem:
    return known_item(item(), "1", first, published)


def test_an_item_without_a_date_has_the_time_it_was_first_seen() -> None:
    assert remembered(None).dated == "2026-05-01T12:00:00+00:00"
    assert remembered("--04-30").dated == "2026-05-01T12:00:00+00:00"


@pytest.mark.parametrize("published", ["2024-05-01", "2024-05", "2024"])
def test_what_the_page_says_comes_first(published: str) -> None:
    assert remembered(published).dated == published


def test_an_item_that_was_there_before_anybody_looked_has_no_date() -> None:
    assert remembered(None, first=None).dated is None


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ("2024-05-01T10:00", "2024-05-01T10:35", "2024-05-01T10:00"),
        ("2024-05-01T23:00", "2024-05-02", "2024-05-01T23:00"),
        ("2024-05-01T10:00", "2024-05-03T10:00", "2024-05-03T10:00"),
        ("2024-05-01", "2024-05-02", "2024-05-02"),
        ("2024-05", "2024-05-01", "2024-05-01"),
        ("2024", "2024-05", "2024-05"),
        ("2024-05-20", "2024-05", "2024-05-20"),
        ("--05-01", None, "--05-01"),
        (None, "2024-05-02", "2024-05-02"),
        ("2024-05-01", None, "2024-05-01"),
        (None, None, None),
    ],
)
def test_a_date_that_only_drifts_stays(before: str | None, now: str | None, expected: str) -> None:
    assert stable_date(before, now) == expected


def test_a_long_summary_is_not_remembered_whole() -> None:
    assert known_item(item(summary="x" * 5000), "1", None, None).summary == "x" * 1000
