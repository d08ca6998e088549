from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from honbun.content.alone import order
from honbun.content.alone.sheet import SUMMED
from tests.content.alone.sheets import features_by_name, sheet
from tests.strategies import HTML


@given(HTML)
def test_features_of_any_html_are_finite(html: str) -> None:
    page = sheet(html)
    if len(page):
        for name, value in features_by_name(order.features(page), len(page)).items():
            assert np.isfinite(value.astype(float)).all(), name


@given(HTML)
def test_window_sums_the_values_of_its_rows(html: str) -> None:
    page = sheet(html)
    if not len(page):
        return
    found = features_by_name(order.features(page), len(page))
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


@given(HTML)
def test_copies_equal_a_plain_count(html: str) -> None:
    page = sheet(html)
    if len(page):
        found, texts = features_by_name(order.features(page), len(page)), page.texts
        assert found["copies"].tolist() == [min(5, texts.count(text)) for text in texts]
        assert found["copies before"].tolist() == [
            min(5, texts[:row].count(text)) for row, text in enumerate(texts)
        ]


@given(HTML)
def test_elements_sum_the_values_of_their_blocks(html: str) -> None:
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
