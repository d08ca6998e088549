"""The paper's table, cell by cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.similar_003.decision import PaperClass, decide
from honbun.similar.model import Extent, Relation


@pytest.mark.parametrize(
    ("measured", "address", "linked", "expected"),
    [
        ((0.61, 0.9), 0.1, False, (Extent.IDENTICAL, PaperClass.MIRROR)),
        ((0.61, 0.9), 0.1, True, (Extent.IDENTICAL, PaperClass.MIRROR)),
        ((0.61, 0.9), 0.0, True, (Extent.IDENTICAL, PaperClass.COPY)),
        ((0.61, 0.9), 0.0, False, (Extent.IDENTICAL, PaperClass.COPY)),
        ((0.60, 0.51), 0.1, False, (Extent.CONTAINED, PaperClass.ARCHIVE)),
        ((0.10, 0.51), 0.0, True, (Extent.CONTAINED, PaperClass.LINK_LIST)),
        ((0.10, 0.51), 0.0, False, (Extent.CONTAINED, PaperClass.LINK_LIST)),
        ((0.10, 0.50), 0.1, True, (Extent.PARTIAL, PaperClass.SAME_SITE)),
        ((0.10, 0.50), 0.0, True, (Extent.PARTIAL, PaperClass.LINKED)),
        ((0.10, 0.50), 0.0, False, (Extent.PARTIAL, PaperClass.UNLINKED)),
    ],
)
def test_each_cell_is_reached(
    measured: tuple[float, float],
    address: float,
    linked: bool,
    expected: tuple[Extent, PaperClass],
) -> None:
    assert decide(*measured, address, linked) == expected


SHARES = st.floats(0, 1)


@given(SHARES, SHARES, SHARES, st.booleans())
def test_best_guess_is_in_the_class(r: float, s: float, url: float, linked: bool) -> None:
    decision = decide(r, s, url, linked)
    assert decision.relation in decision.classes


def test_every_relation_is_in_a_class_of_the_paper() -> None:
    cells = [
        decide(r, s, u, k)
        for r, s in ((1, 1), (0, 1), (0, 0))
        for u in (0, 1)
        for k in (False, True)
    ]
    assert frozenset[Relation]().union(*(cell.classes for cell in cells)) == frozenset(Relation)
