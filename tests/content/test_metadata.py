from __future__ import annotations

from dataclasses import replace

import pytest

from honbun.content.metadata import Shown, about_page, author, date, title
from honbun.content.model import Role
from honbun.metadata.declared import DeclaredMetadata
from honbun.text.dates import Order
from tests.content.site import results, say, site, text

NOTHING = DeclaredMetadata((), None, (), None, None, None, None, None, None)


def declares(**told: object) -> DeclaredMetadata:
    return replace(NOTHING, **told)  # type: ignore[arg-type]


def lines(role: Role, *texts: str) -> list[Shown]:
    return [Shown(Role.BODY, "On 1 January 1900 it began."), *(Shown(role, text) for text in texts)]


def test_the_title_is_the_one_shown() -> None:
    told = declares(titles=("The old boat | Harbour Notes",))
    assert title(told, lines(Role.TITLE, "The old boat")) == "The old boat"


def test_a_title_that_is_not_shown_is_the_first_declared() -> None:
    assert (
        title(declares(titles=("The old boat", "Notes")), lines(Role.BODY, "x")) == "The old boat"
    )
    assert title(NOTHING, lines(Role.BODY, "x")) is None


@pytest.mark.parametrize(
    ("authors", "shown", "expected"),
    [
        (("Ada Penrose",), ["By Ada Penrose"], "Ada Penrose"),
        (("Harbour Press", "Ada Penrose"), ["by ADA  PENROSE"], "Ada Penrose"),
        (("Harbour Press", "Ada Penrose"), ["Bo Tregear"], "Harbour Press"),
        (("Ada Penrose",), [], "Ada Penrose"),
        ((), ["Posted by Bo Tregear"], "Bo Tregear"),
        ((), ["Bo Tregear", "Ada Penrose"], "Bo Tregear"),
        ((), ["By Ada Penrose, 3 May 2008"], "Ada Penrose"),
        ((), ["By"], None),
        ((), ["By " + "B" * 81], None),
        ((), [], None),
    ],
)
def test_the_author_is_the_declared_one_that_is_shown_or_else_either(
    authors: tuple[str, ...], shown: list[str], expected: str | None
) -> None:
    assert author(declares(authors=authors), lines(Role.AUTHOR, *shown)) == expected


def test_a_declared_author_may_be_shown_in_the_line_of_the_date() -> None:
    told = declares(authors=("Harbour Press", "Ada Penrose"))
    assert author(told, lines(Role.DATE, "3 May 2008, Ada Penrose")) == "Ada Penrose"


def test_an_author_may_be_named_in_the_line_of_the_date() -> None:
    assert author(NOTHING, lines(Role.DATE, "By Ada Penrose | 3 May 2008")) == "Ada Penrose"
    assert author(NOTHING, lines(Role.DATE, "Ada Penrose 3 May 2008")) is None


def test_what_stands_before_the_first_paragraph_or_beside_it_is_about_the_page() -> None:
    above, label = Shown(Role.DATE, "3 May 2008"), Shown(Role.BODY, "Boats")
    paragraph = Shown(Role.BODY, "A ship came in with the evening tide and stayed.")
    below, beside = Shown(Role.DATE, "4 May 2008"), Shown(Role.DATE, "5 May 2008")
    shown = [label, above, paragraph, below, beside]
    assert about_page(shown, [False] * 4 + [True]) == [label, above, beside]


def test_a_name_in_running_text_does_not_make_an_author() -> None:
    told = declares(authors=("Harbour Press", "Ada Penrose"))
    assert author(told, lines(Role.BODY, "Ada Penrose was there.")) == "Harbour Press"


@pytest.mark.parametrize(
    ("published", "modified", "shown", "expected"),
    [
        # The same day: as precise as it is declared.
        ("2008-05-03T09:30:00+01:00", None, ["3 May 2008"], "2008-05-03T09:30:00+01:00"),
        # Another day: the shown one.
        ("2024-01-01T00:00:00+00:00", None, ["3 May 2008"], "2008-05-03"),
        ("2024-01-01", None, ["3 May 2008 09:30"], "2008-05-03T09:30"),
        # One of several.
        ("2008-05-04", None, ["3 May 2008", "4 May 2008"], "2008-05-04"),
        ("2024-01-01", None, ["3 May 2008", "4 May 2008"], "2008-05-03"),
        # The day of the last change, where that is shown.
        ("2024-01-01", "2008-05-03T09:30", ["3 May 2008"], "2008-05-03T09:30"),
        ("2008-05-03", "2008-05-04", ["4 May 2008", "3 May 2008"], "2008-05-03"),
        # Nothing shown, or no day.
        ("2008-05-03", "2008-05-04", [], "2008-05-03"),
        (None, "2008-05-04", [], "2008-05-04"),
        ("2008-05-03", None, ["May 2008"], "2008-05-03"),
        ("2008-05-03", None, ["May 4"], "2008-05-03"),
        ("2008-05-03", None, ["2 hours ago"], "2008-05-03"),
        # Nothing declared.
        (None, None, ["posted", "3 May 2008"], "2008-05-03"),
        (None, None, [], None),
    ],
)
def test_the_date_is_the_declared_one_unless_another_day_is_shown(
    published: str | None, modified: str | None, shown: list[str], expected: str | None
) -> None:
    told = declares(published=published, modified=modified)
    assert date(told, shown, None) == expected


def test_a_numeric_date_is_read_in_the_order_of_its_site_or_else_of_its_language() -> None:
    shown = ["03/04/2008"]
    assert date(NOTHING, shown, Order.DMY) == "2008-04-03"
    assert date(NOTHING, shown, Order.MDY) == "2008-03-04"
    assert date(declares(language="fr"), shown, None) == "2008-04-03"
    assert date(declares(language="fr"), shown, Order.MDY) == "2008-03-04"


# The same, from pages.


def test_the_other_pages_of_a_site_tell_the_order_of_a_numeric_date() -> None:
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
def test_a_declared_date_is_checked_against_the_one_under_the_title(
    declared: str, expected: str
) -> None:
    pages = site(
        6,
        head=lambda n: f"<meta property=article:published_time content={declared}>",
        header=lambda n: f"<p class=on>Posted on {n + 1} May 2008</p>",
    )
    assert results(pages)[0].date == expected


def test_an_author_is_read_from_the_line_under_the_title() -> None:
    pages = site(6, header=lambda n: "<p class=by>Written by <a href=/ada>Ada Penrose</a></p>")
    assert {content.author for content in results(pages)} == {"Ada Penrose"}


def test_an_author_that_the_page_declares_need_not_be_shown() -> None:
    pages = site(6, head=lambda n: "<meta name=author content='Ada Penrose'>")
    assert {content.author for content in results(pages)} == {"Ada Penrose"}


def test_a_date_further_down_in_the_text_is_not_the_page_s() -> None:
    pages = site(6, body=lambda n: text(n) + "<p>3 May 1908</p>" * (n == 0) + f"<p>{say(n, 9)}")
    assert results(pages)[0].date is None
