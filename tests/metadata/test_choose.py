"""Declared titles, authors and dates are checked against what a page shows."""

from __future__ import annotations

import pytest

from honbun.metadata.choose import (
    ShownBlock,
    about_page,
    choose_author,
    choose_date,
    choose_title,
)
from honbun.metadata.declared import DeclaredMetadata
from honbun.text.dates import Order

NOTHING = DeclaredMetadata()


def shown(role: str, *texts: str) -> list[ShownBlock]:
    return [
        ShownBlock("body", "On 1 January 1900 it began."),
        *(ShownBlock(role, text) for text in texts),
    ]


def test_shown_title_is_preferred_to_the_first_declared_one() -> None:
    declared = DeclaredMetadata(titles=("The old boat | Harbour Notes", "Notes"))
    assert choose_title(declared, shown("title", "The old boat ¶")) == "The old boat"
    assert choose_title(declared, shown("body", "x")) == "The old boat | Harbour Notes"
    assert choose_title(NOTHING, shown("body", "x")) is None


@pytest.mark.parametrize(
    ("authors", "texts", "expected"),
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
def test_declared_author_that_is_shown_is_preferred(
    authors: tuple[str, ...], texts: list[str], expected: str | None
) -> None:
    assert (
        choose_author(DeclaredMetadata(author_lists=(authors,)), shown("author", *texts))
        == expected
    )


def test_author_is_found_in_the_line_of_the_date_but_not_in_running_text() -> None:
    declared = DeclaredMetadata(author_lists=(("Harbour Press", "Ada Penrose"),))
    assert choose_author(declared, shown("date", "3 May 2008, Ada Penrose")) == "Ada Penrose"
    assert choose_author(declared, shown("body", "Ada Penrose was there.")) == "Harbour Press"
    assert choose_author(NOTHING, shown("date", "By Ada Penrose | 3 May 2008")) == "Ada Penrose"
    assert choose_author(NOTHING, shown("date", "Ada Penrose 3 May 2008")) is None


def test_blocks_before_or_beside_the_first_paragraph_describe_the_page() -> None:
    above, label = ShownBlock("date", "3 May 2008"), ShownBlock("body", "Boats")
    paragraph = ShownBlock("body", "A ship came in with the evening tide and stayed.")
    below, beside = ShownBlock("date", "4 May 2008"), ShownBlock("date", "5 May 2008")
    blocks = [label, above, paragraph, below, beside]
    assert about_page(blocks, [False] * 4 + [True]) == [label, above, beside]


@pytest.mark.parametrize(
    ("published", "modified", "lines", "expected"),
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
def test_declared_date_is_used_unless_another_day_is_shown(
    published: str | None, modified: str | None, lines: list[str], expected: str | None
) -> None:
    declared = DeclaredMetadata(
        published_dates=(published,) if published else (), modified=modified
    )
    assert choose_date(declared, lines, None) == expected


def test_numeric_date_is_read_in_the_order_of_its_site_then_its_language() -> None:
    lines = ["03/04/2008"]
    assert choose_date(NOTHING, lines, Order.DMY) == "2008-04-03"
    assert choose_date(NOTHING, lines, Order.MDY) == "2008-03-04"
    assert choose_date(DeclaredMetadata(language="fr"), lines, None) == "2008-04-03"
    assert choose_date(DeclaredMetadata(language="fr"), lines, Order.MDY) == "2008-03-04"
