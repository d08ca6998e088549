"""Lists measured on handwritten notice boards."""

from __future__ import annotations

import pytest

from honbun.evaluation.feeds import compare, evaluate, false_alarms, has_list, measures, rows
from honbun.evaluation.metrics import Score
from honbun.page import Page
from tests.evaluation.noticeboards import (
    FAIR,
    HERE,
    MENU,
    ROADS,
    WATER,
    ItemTuple,
    find,
    html,
    item,
    true_page,
)


def test_page_with_all_items_is_perfect() -> None:
    one = compare([item(ROADS), item(FAIR)], true_page([ROADS, FAIR]))
    assert one.is_perfect
    assert not one.errors
    assert (one.group, has_list(one)) == ("b notices", True)


def test_errors_name_what_is_wrong() -> None:
    renamed: ItemTuple = ("Roads", ROADS[1], "2021-03-09")
    one = compare([item(renamed), item(MENU)], true_page([ROADS, WATER]))
    assert [{**row, "url": None} for row in one.errors] == [
        {"error": "missed", "title": WATER[0], "link": WATER[1], "url": None},
        {"error": "extra", "title": MENU[0], "link": MENU[1], "url": None},
        {"error": "title", "title": ROADS[0], "link": ROADS[1], "found": "Roads", "url": None},
        {
            "error": "date",
            "title": ROADS[0],
            "link": ROADS[1],
            "true": "2021-03-01",
            "found": "2021-03-09",
            "url": None,
        },
    ]


@pytest.mark.parametrize(
    ("found", "date", "invented"),
    [
        ("2021-03-01", Score(1, 1, 1), Score(0, 0, 0)),
        ("2021-03-01T10:00", Score(1, 1, 1), Score(0, 0, 0)),
        ("2021-03", Score(1, 1, 0), Score(0, 0, 0)),
        (None, Score(1, 1, 0), Score(0, 0, 0)),
    ],
)
def test_dates_are_compared_by_day(found: str | None, date: Score, invented: Score) -> None:
    one = compare([item((ROADS[0], ROADS[1], found))], true_page([ROADS]))
    assert (one.scores["date"], one.scores["invented date"]) == (date, invented)


def test_date_of_an_item_without_one_is_invented() -> None:
    one = compare([item((FAIR[0], FAIR[1], "2021-03-01"))], true_page([FAIR]))
    assert (one.scores["date"], one.scores["invented date"]) == (Score(), Score(1, 0, 1))
    assert measures([one])["date"] is None
    assert measures([one])["invented"] == 1.0


def test_page_without_a_list_is_perfect_if_nothing_is_found() -> None:
    left, invented = (compare(found, true_page([], "l")) for found in ((), (item(MENU),)))
    assert (left.is_perfect, invented.is_perfect, has_list(left)) == (True, False, False)


def test_table_has_kinds_means_and_sums() -> None:
    whole = compare([item(ROADS), item(WATER), item(FAIR)], true_page([ROADS, WATER, FAIR]))
    half = compare([item(ROADS)], true_page([ROADS, WATER], "a"))
    table = rows([whole, half, compare((), true_page([], "l"))])
    assert [row[:4] for row in table] == [
        ["a front pages", 1, 2, 1],
        ["b notices", 1, 3, 3],
        ["l no list", 1, 0, 0],
        ["pages with a list: mean over pages", 2, 5, 4],
        ["all pages: mean over pages", 3, 5, 4],
        ["all pages: items added up", 3, 5, 4],
    ]
    assert [row[5] for row in table[3:]] == [0.75, pytest.approx(2.5 / 3), 4 / 5]  # recall


def test_page_that_fails_is_measured_as_empty() -> None:
    (one,) = evaluate([true_page([ROADS])], lambda pages: [])
    assert one.scores["items"] == Score(0, 1, 0)


def test_lists_on_pages_without_one_are_false_alarms() -> None:
    pages = [Page(html([ROADS]), url=HERE, source="a"), Page(html([]), url=HERE, source="b")]
    assert [lists.source for lists in false_alarms(pages, find)] == ["a"]
