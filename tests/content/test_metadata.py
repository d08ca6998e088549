"""Author and date of pages that are extracted together."""

from __future__ import annotations

import pytest

from tests.content.site import results, site


def test_other_pages_of_a_site_decide_the_order_of_a_numeric_date() -> None:
    def dates(last: str) -> list[str | None]:
        days = ["03/04/2008", "05/04/2008", "06/04/2008", "07/04/2008", "08/04/2008", last]
        pages = site(6, header=lambda n: f"<p class=on>{days[n]}</p>")
        return [content.date for content in results(pages)]

    assert dates("25/04/2008")[0] == "2008-04-03"
    assert dates("04/25/2008")[0] == "2008-03-04"
    assert dates("09/04/2008")[0] == "2008-03-04"  # the pages are in English


@pytest.mark.parametrize(
    ("declared", "expected"),
    [("2008-05-01T09:30:00Z", "2008-05-01T09:30:00+00:00"), ("2024-01-01", "2008-05-01")],
)
def test_declared_date_is_checked_against_the_one_under_the_title(
    declared: str, expected: str
) -> None:
    pages = site(
        6,
        head=lambda n: f"<meta property=article:published_time content={declared}>",
        header=lambda n: f"<p class=on>Posted on {n + 1} May 2008</p>",
    )
    assert results(pages)[0].date == expected


def test_author_is_read_from_the_line_under_the_title() -> None:
    pages = site(6, header=lambda n: "<p class=by>Written by <a href=/ada>Ada Penrose</a></p>")
    assert {content.author for content in results(pages)} == {"Ada Penrose"}


def test_declared_author_need_not_be_shown() -> None:
    pages = site(6, head=lambda n: "<meta name=author content='Ada Penrose'>")
    assert {content.author for content in results(pages)} == {"Ada Penrose"}
