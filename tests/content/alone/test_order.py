from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

from honbun.content.alone import order
from honbun.content.alone.sheet import SUMMED
from tests.content.alone.sheets import LONG, sheet, told
from tests.strategies import HTML

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

FAR = -6


def features(html: str) -> dict[str, NDArray[Any]]:
    page = sheet(html)
    return told(order.features(page), len(page))


def paragraphs(*texts: str) -> str:
    return "<body>" + "".join(f"<p>{text}</p>" for text in texts)


@given(HTML)
def test_features_of_any_soup_are_finite_numbers_for_each_row(html: str) -> None:
    page = sheet(html)
    if len(page):
        for name, value in told(order.features(page), len(page)).items():
            assert np.isfinite(value.astype(float)).all(), name


@given(HTML)
def test_a_window_holds_what_the_rows_in_it_have(html: str) -> None:
    page = sheet(html)
    if not len(page):
        return
    found = told(order.features(page), len(page))
    plan = page.plan
    rows = [
        (
            plan.size[b],
            plan.linked[b],
            plan.tag[b] in "h1 h2 h3 h4 h5 h6".split(),
            plan.tag[b] == "li",
        )
        for b in page.row.tolist()
    ]
    for reach in (2, 7):
        for row in range(len(page)):
            size, linked, headings, items = map(
                sum, zip(*rows[max(0, row - reach) : row + reach + 1])
            )
            expected = {
                "size": np.log1p(size),
                "share": size / sum(plan.size),
                "links": linked / size,
                "headings": headings / (2 * reach + 1),
                "items": items / (2 * reach + 1),
            }
            assert expected == pytest.approx(
                {name: float(found[f"{name} within {reach}"][row]) for name in expected}, abs=1e-5
            )


def test_a_window_ends_where_the_page_does() -> None:
    found = features(paragraphs("aa", "bb", "cc", "dd", "ee", "ff"))
    assert np.expm1(found["size within 2"]).round().tolist() == [6, 8, 10, 10, 8, 6]
    assert np.expm1(found["size within 50"]).round().tolist() == [12] * 6


def test_a_window_counts_headings_and_items_of_as_many_rows_as_it_might_have() -> None:
    found = features("<body><h2>a</h2><h3>b</h3><p>c</p><li>d</li>")
    assert found["headings within 2"].tolist() == pytest.approx([2 / 5, 2 / 5, 2 / 5, 1 / 5])
    assert found["items within 2"].tolist() == pytest.approx([0, 1 / 5, 1 / 5, 1 / 5])
    assert found["headings within 7"].tolist() == pytest.approx([2 / 15] * 4)


def test_a_row_knows_its_neighbours_and_that_there_are_none() -> None:
    found = features("<body><h2>one</h2><p>two two</p><li>three")
    assert found["is heading at -1"].tolist() == [-1, 1, 0]
    assert found["is li at +1"].tolist() == [0, 1, -1]
    assert found["is p at +2"].tolist() == [0, -1, -1]
    assert found["size at -2"].tolist() == pytest.approx([-1, -1, np.log1p(3)])


def test_a_row_knows_how_often_its_text_is_said_and_was_before() -> None:
    found = features(paragraphs("a", "b", "a", "c", "a", "b"))
    assert found["copies"].tolist() == [3, 2, 3, 1, 3, 2]
    assert found["copies before"].tolist() == [0, 0, 1, 0, 2, 1]


def test_of_many_copies_five_are_counted() -> None:
    found = features(paragraphs(*["a"] * 9))
    assert found["copies"].tolist() == [5] * 9
    assert found["copies before"].tolist() == [0, 1, 2, 3, 4, 5, 5, 5, 5]


@given(HTML)
def test_copies_are_counted_as_by_hand(html: str) -> None:
    page = sheet(html)
    if len(page):
        found, texts = told(order.features(page), len(page)), page.texts
        assert found["copies"].tolist() == [min(5, texts.count(text)) for text in texts]
        assert found["copies before"].tolist() == [
            min(5, texts[:row].count(text)) for row, text in enumerate(texts)
        ]


def test_the_first_heading_that_says_the_declared_title_is_the_title() -> None:
    html = "<title>The Sea | Site</title><body><p>The sea<h2>Other</h2><h2>THE SEA</h2><h2>The sea"
    assert sheet(html).title == 2
    assert features(html)["after title"].tolist() == pytest.approx([-0.2, -0.1, 0, 0.1])


def test_where_no_heading_says_the_title_the_first_row_that_does_is_it() -> None:
    assert sheet("<title>The Sea</title><body><h2>Other</h2><p>The sea<p>The sea").title == 1


@pytest.mark.parametrize(
    "html",
    [
        "<body><h1>The sea",
        "<title>The Sea</title><body><h1>The sea and more",
        "<title>The Sea</title><body><h1>Sea",
    ],
    ids=["none declared", "longer than declared", "too short"],
)
def test_a_page_may_have_no_title(html: str) -> None:
    assert sheet(html).title is None
    assert features(html)["after title"].tolist() == [FAR]


def test_rows_count_from_the_first_main_heading() -> None:
    assert features("<body><p>a<h1>b</h1><p>c<h1>d")[
        "after main heading"
    ].tolist() == pytest.approx([-0.1, 0, 0.1, 0.2])
    assert features("<body><p>a<p>b")["after main heading"].tolist() == [FAR, FAR]


def test_rows_know_the_paragraphs_before_and_after_them() -> None:
    found = features(paragraphs("a", LONG, "b", LONG, "c"))
    assert (found["since long"] * 20).round().tolist() == [61, 0, 1, 0, 1]
    assert (found["until long"] * 20).round().tolist()[:4] == [1, 0, 1, 0]
    assert found["long before"].tolist() == [0, 0.5, 0.5, 1, 1]


def test_rows_know_how_far_the_last_heading_is() -> None:
    found = features("<body><p>a<h3>b</h3><p>c<p>d")
    assert (found["since heading"] * 10).round().tolist() == [60, 0, 1, 2]


@given(HTML)
def test_elements_hold_what_their_blocks_have(html: str) -> None:
    page = sheet(html)
    plan = page.plan
    for block in range(len(plan)):
        inside = range(block, plan.end[block])
        held = dict(zip(SUMMED, page.held[block].tolist()))
        assert held["size"] == sum(plan.size[b] for b in inside)
        assert held["linked"] == sum(plan.linked[b] for b in inside)
        assert held["pressed"] == sum(plan.pressed[b] for b in inside)
        assert held["texts"] == sum(1 for b in inside if plan.text[b])
        assert held["paragraph"] == sum(plan.size[b] for b in inside if plan.tag[b] == "p")
