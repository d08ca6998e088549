"""The items of list pages beside the true ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation import feeds as module
from honbun.evaluation.errors import error_lines
from honbun.evaluation.feeds import FeedScore, alarms, compare, means, measure, total
from honbun.evaluation.matching import Field
from honbun.evaluation.metrics import Score
from honbun.feeds.model import FeedOptions
from honbun.page import Page
from tests.evaluation.noticeboards import (
    FAIR,
    HERE,
    MENU,
    ROADS,
    WATER,
    find,
    html,
    item,
    true_page,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.errors import Failure
    from honbun.evaluation.feeds import Comparison
    from tests.evaluation.noticeboards import Told


def compared(found: Sequence[Told], true: Sequence[Told]) -> Comparison:
    return compare(list(map(item, found)), true_page(true))


@pytest.fixture
def method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "feed", find)


def test_a_page_with_all_items_and_no_others_is_perfect() -> None:
    page = compared([WATER, ROADS, FAIR], [ROADS, WATER, FAIR])
    assert page.score == FeedScore(1, 1, Score(3, 3, 3), Field(3, 3, 3), Field(2, 2, 2, 1, 0))
    assert set(page.score.measures().values()) == {1.0, 0.0}
    assert (page.missed, page.extra, page.mistitled, page.misdated) == ((), (), (), ())


@pytest.mark.parametrize("found", [[ROADS], [ROADS, WATER, MENU], [ROADS, WATER, WATER], []])
def test_a_page_with_an_item_too_few_or_too_many_is_not(found: list[Told]) -> None:
    assert compared(found, [ROADS, WATER]).score.perfect == 0


def test_what_is_missed_and_what_is_no_item_is_named() -> None:
    page = compared([MENU, WATER], [ROADS, WATER])
    assert [true.title for true in page.missed] == [ROADS[0]]
    assert page.extra == (item(MENU),)
    assert page.score.items == Score(2, 2, 1)


def test_titles_are_judged_of_the_items_that_were_found() -> None:
    longer = (f"{ROADS[0]} Read on", *ROADS[1:])
    page = compared([longer, (f" {WATER[0]}\n", *WATER[1:])], [ROADS, WATER, FAIR])
    assert page.score.title == Field(true=3, matched=2, right=1)
    assert [(found.title, true.title) for found, true in page.mistitled] == [(longer[0], ROADS[0])]


@pytest.mark.parametrize(
    ("published", "right"),
    [
        ("2021-03-01", True),
        ("2021-03-01T23:59:00+09:00", True),
        ("2021-03-02", False),
        ("2021-03", False),
        (None, False),
    ],
)
def test_a_date_is_right_when_its_day_is(published: str | None, *, right: bool) -> None:
    page = compared([(*ROADS[:2], published)], [ROADS, WATER])
    assert page.score.date == Field(true=2, matched=1, right=int(right))
    assert len(page.misdated) == 1 - right


@pytest.mark.parametrize(("published", "invented"), [("2021-03-01", 1), ("2021", 0), (None, 0)])
def test_a_day_where_there_is_none_is_invented(published: str | None, invented: int) -> None:
    page = compared([(*FAIR[:2], published)], [FAIR])
    assert page.score.date == Field(bare=1, invented=invented)
    assert page.score.measures()["invented"] == invented
    assert page.score.measures()["date"] is None
    assert len(page.misdated) == invented


def test_a_page_without_list_is_right_when_it_is_left_alone() -> None:
    alone, disturbed = compared([], []), compared([MENU], [])
    assert (alone.score.items.f, alone.score.perfect, alone.has_list) == (1, 1, False)
    assert (disturbed.score.items.f, disturbed.score.perfect) == (0, 0)


def test_a_row_holds_what_is_counted_and_measured() -> None:
    page = compared([(*ROADS[:2], "2021-04-01"), (*FAIR[:2], "2021-04-01"), MENU], [ROADS, FAIR])
    assert page.row() == {
        **{"page": "board", "kind": "b", "language": "en", "true": 2, "found": 3, "right": 2},
        **{"titles_right": 2, "dates_true": 1, "dates_right": 0},
        **{"dates_none": 1, "dates_invented": 1},
        **{"P": 2 / 3, "R": 1.0, "F": 0.8, "perfect": 0.0},
        **{"title": 1.0, "date": 0.0, "invented": 1.0},
    }


def test_pages_count_alike_on_the_average_and_by_their_items_when_added_up() -> None:
    pages = [compared([ROADS], [ROADS]), compared([], [ROADS, WATER, FAIR]), compared([], [])]
    assert total(pages).measures()["R"] == 1 / 4
    assert means(pages)["R"] == means(pages)["perfect"] == 2 / 3
    assert means(pages)["title"] == 1
    assert means(pages)["invented"] is None


_FOUND = st.lists(st.sampled_from([ROADS, WATER, FAIR, MENU]), max_size=5)


@given(_FOUND, st.lists(st.sampled_from([ROADS, WATER, FAIR]), max_size=3, unique=True))
def test_counts_agree_with_each_other(found: list[Told], true: list[Told]) -> None:
    page = compared(found, true)
    items = page.score.items
    assert items.right == len(set(found) & set(true))
    assert (len(page.missed), len(page.extra)) == (
        items.true - items.right,
        items.found - items.right,
    )
    assert page.score.perfect == (sorted(map(str, found)) == sorted(map(str, true)))


@pytest.mark.usefixtures("method")
def test_every_page_is_measured_in_order() -> None:
    pages = [true_page([ROADS]), true_page([WATER, FAIR]), true_page([])]
    named = [
        replace(true, name=str(n), page=replace(true.page, source=str(n)))
        for n, true in enumerate(pages)
    ]
    found = measure(named, FeedOptions())
    assert [(page.name, page.score.items.right) for page in found] == [("0", 1), ("1", 2), ("2", 0)]
    assert all(page.score.perfect for page in found)


@pytest.mark.usefixtures("method")
def test_a_page_that_fails_has_found_nothing() -> None:
    told: list[Failure] = []
    broken = replace(true_page([ROADS]), page=Page("<svg>", source="drawing.html"))
    (page,) = measure([broken], FeedOptions(), on_failure=told.append)
    assert page.score.items == Score(0, 1, 0)
    assert [str(failure) for failure in told] == ["find lists: drawing.html: ValueError: a drawing"]


@pytest.mark.usefixtures("method")
def test_lists_on_pages_without_any_are_alarms() -> None:
    pages = [Page(html(told), source=str(n)) for n, told in enumerate([[], [MENU], []])]
    assert [lists.source for lists in alarms(pages, FeedOptions())] == ["1"]


def test_errors_are_told_in_a_line_each() -> None:
    found = [("Roads!", ROADS[1], "2021-03-05"), (*FAIR[:2], "2021-01-01"), MENU]
    assert error_lines(compared(found, [ROADS, WATER, FAIR])) == [
        f"  missed: Water is cut off <{HERE}water>",
        f"  extra: Contact <{HERE}contact>",
        "  title: 'Roads are mended' is called 'Roads!'",
        "  date: 'Roads are mended' of 2021-03-01 has 2021-03-05",
        "  date: 'The fair comes' of None has 2021-01-01",
    ]
    assert error_lines(compared([ROADS], [ROADS])) == []


def test_many_errors_of_one_sort_and_long_titles_are_cut_short() -> None:
    lines = error_lines(compared([], [("x" * 70 + str(n), None, None) for n in range(11)]))
    assert lines[:1] + lines[8:] == [f"  missed: {'x' * 59}… <->", "  missed: and 3 more"]


def test_nothing_in_a_line_is_obeyed_by_a_terminal() -> None:
    (line,) = error_lines(compared([], [("a\u202eb", None, None)]))
    assert line == "  missed: a\\u202eb <->"


def test_titles_that_are_held_out_are_told_by_their_digest() -> None:
    truth = true_page([ROADS])
    hidden = replace(truth, items=(replace(truth.items[0], title=None),))
    (line,) = error_lines(compare([], hidden))
    assert line == f"  missed: #{truth.items[0].digest} <{HERE}roads>"
